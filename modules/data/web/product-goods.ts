import { spreadSpecs, specOf, styleOf, type Specified } from '#data/model/goods/spec.ts';
import { post } from '#platform/web/api/client.ts';
import { queries } from '#platform/web/api/queries.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import type { LineAnswer, LineQuestion } from '#platform/web/registry/registry.ts';
import { material } from './product-nouns.ts';
import { productTexts } from './product-texts.ts';

/** A material as the server answers it, with what places it in its style. */
export interface Good extends Specified {
  readonly row: Row;
}

export const goodOf = (row: Row): Good => ({
  row,
  code: textAt(row, 'code'),
  spec: textAt(row, 'spec'),
  sizeCode: textAt(row, 'sizeCode'),
  model: textAt(row, 'model'),
  brandCode: textAt(row, 'brandCode'),
});

export interface Matched {
  readonly codesOf: ReadonlyMap<string, readonly string[]>;
  readonly goods: ReadonlyMap<string, Good>;
  readonly byStyle: ReadonlyMap<string, readonly Good[]>;
}

const inOneCall = 5000;

/** What texts stand for; styled, with the other materials of the same styles. */
export async function matchGoods(texts: readonly string[], isStyled: boolean): Promise<Matched> {
  const codesOf = new Map<string, readonly string[]>();
  const goods = new Map<string, Good>();
  for (let at = 0; at < texts.length; at += inOneCall) {
    const { matches, list } = await post<{
      matches: readonly { text: string; codes: readonly string[] }[];
      list: readonly Row[];
    }>(`${material().path}/match`, { texts: texts.slice(at, at + inOneCall), isStyled }, { isSilent: true });
    for (const { text, codes } of matches) codesOf.set(text, codes);
    for (const row of list) goods.set(textAt(row, 'code'), goodOf(row));
  }
  return { codesOf, goods, byStyle: Map.groupBy(goods.values(), styleOf) };
}

/** The materials of one style. */
export async function styleGoods(text: string): Promise<readonly Good[]> {
  const { codesOf, goods, byStyle } = await queries.fetchQuery({
    queryKey: ['list', 'style', text],
    queryFn: () => matchGoods([text], true),
    staleTime: 10_000,
  });
  const first = goods.get(codesOf.get(text)?.[0] ?? '');
  return first === undefined ? [] : (byStyle.get(styleOf(first)) ?? [first]);
}

/** Lines of a pasted sheet: one call for all of them. */
export async function findGoods(questions: readonly LineQuestion[]): Promise<readonly LineAnswer[]> {
  const texts = [...new Set(questions.map(({ text }) => text).filter((text) => text !== ''))];
  const matched = await matchGoods(
    texts,
    questions.some(({ spread, trait }) => spread !== '' || trait !== ''),
  );
  return questions.map((question) => answerOf(matched, question));
}

/** Exported for its test: which material one line of a sheet means. */
export function answerOf({ codesOf, goods, byStyle }: Matched, { text, trait, spread }: LineQuestion): LineAnswer {
  const found = (codesOf.get(text) ?? []).flatMap((code) => goods.get(code) ?? []);
  const [first, second] = found;
  if (first === undefined) return { complaint: say(productTexts.noSuch) };
  if (trait === '' && spread === '')
    return second === undefined
      ? { row: first.row }
      : { isSeveral: true, complaint: say(productTexts.severalSpecs, { count: found.length }) };
  const style = [...new Set(found.map(styleOf))].flatMap((key) => byStyle.get(key) ?? []);
  // A material's own code says its colour, too.
  const colour = trait === '' && second === undefined ? specOf(first).colour : trait;
  const grid = spreadSpecs(style);
  const colours = colour === '' ? grid.colours : grid.colours.filter((each) => each === colour);
  const fitting = style.filter((good) => {
    const spec = specOf(good);
    return colours.includes(spec.colour) && (spread === '' || spec.size === spread);
  });
  if (colours.length === 0) return { complaint: say(productTexts.noColour, { colour }) };
  if (fitting.length === 0) return { complaint: say(productTexts.noSize, { size: spread }) };
  if (fitting.length > 1)
    return {
      isSeveral: true,
      complaint:
        spread === ''
          ? say(productTexts.severalSpecs, { count: fitting.length })
          : say(productTexts.severalColours, { count: fitting.length }),
    };
  return { row: fitting[0]?.row ?? {} };
}
