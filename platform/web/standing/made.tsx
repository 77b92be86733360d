import type { Document } from '#platform/model/document.ts';
import { get } from '#platform/web/api/client.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { go, panelName } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { standingTexts } from './standing-texts.ts';

const mostNamed = 3;

/** Says which documents a verb has made, each a link. Alone, it opens where that is what one goes on with. */
export async function tellMade(
  document: Document,
  ids: readonly string[],
  { opensOne = false }: { readonly opensOne?: boolean } = {},
): Promise<void> {
  // Whoever may not open them learns how many there are.
  const made = await Promise.all(
    ids
      .slice(0, mostNamed)
      .map((id) => get<Row>(`${document.path}/${id}`, undefined, { isSilent: true }).catch(() => null)),
  );
  const links = made.flatMap((row) =>
    row === null ? [] : [{ code: textAt(row, 'code'), route: routeOf(document, row) }],
  );
  const rest = ids.length - links.length;
  const others = say(links.length === 0 ? standingTexts.some : standingTexts.others, {
    count: rest,
    noun: say(document.label),
  });
  feedback.told(
    <span data-testid="made">
      {say(standingTexts.made)}{' '}
      {links.map(({ code, route }) => (
        <a key={code} href={`#/${route}`} className="next-made">
          {code}
        </a>
      ))}
      {rest > 0 && ` ${others}`}
    </span>,
  );
  const [only] = links;
  if (opensOne && ids.length === 1 && only !== undefined) go(only.route);
}

const routeOf = (document: Document, row: Row): string =>
  panelName({ name: document.screen.url.replaceAll('/', '-') }, 'read', textAt(row, 'id'));
