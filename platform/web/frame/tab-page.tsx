import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { ownPageAt, paramPageAt } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { chunk, retried } from '#platform/web/loading/chunk.ts';
import { Loaded, Message } from '#platform/web/loading/loaded.tsx';
import type { FixedPage, Panel } from '#platform/web/route/menu.ts';

const loadList = chunk(
  () => import('#platform/web/list/list-page.tsx'),
  ({ ListPage }) => ListPage,
);
const loadForm = chunk(
  () => import('#platform/web/form/entity-form.tsx'),
  ({ EntityForm }) => EntityForm,
);
const loadDocument = chunk(
  () => import('#platform/web/document/document-page.tsx'),
  ({ DocumentPage }) => DocumentPage,
);
const loadFixed: Readonly<Record<FixedPage, () => Promise<() => ReactNode>>> = {
  about: chunk(
    () => import('./about.tsx'),
    ({ About }) => About,
  ),
  versionTimeline: chunk(
    () => import('./about.tsx'),
    ({ VersionTimeline }) => VersionTimeline,
  ),
};

/** Which page a tab shows: one that its module wrote, or what follows from the kind of its noun. */
export function TabPage({ panel: { page, action } }: { readonly panel: Panel }): ReactNode {
  const { noun, frame, fixed, param, title } = page;
  if (frame !== undefined)
    return (
      <iframe className="outside" src={frame} title={title} sandbox={sandboxOf(frame)} referrerPolicy="no-referrer" />
    );
  if (fixed !== undefined) return <Loaded name={fixed} load={loadFixed[fixed]} props={{}} />;
  const ofRecord = param === undefined ? undefined : paramPageAt(param);
  if (ofRecord !== undefined) return <Loaded name={page.name} load={retried(ofRecord.load)} props={{}} />;
  const own = action === undefined ? ownPageAt(page.name.split('?')[0] ?? '') : undefined;
  if (own !== undefined) return <Loaded name={page.name} load={retried(own)} props={{}} />;
  if (noun === undefined) return <Message title={say(texts.notYet)} more={say(texts.notYetMore)} />;
  if (action === undefined) return <Loaded name="list" load={loadList} props={{ noun }} />;
  switch (noun.kind) {
    case 'entity':
      return <Loaded name="form" load={loadForm} props={{ entity: noun }} />;
    case 'document':
      return <Loaded name="document" load={loadDocument} props={{ document: noun }} />;
    case 'report':
      return null;
  }
}

/**
 * A page of another house may run its scripts but not leave its frame; one of our own origin would not be held by a
 * sandbox with both.
 */
function sandboxOf(url: string): string {
  const isOurs = URL.parse(url)?.origin === location.origin;
  return [
    'allow-scripts',
    'allow-forms',
    'allow-popups',
    'allow-downloads',
    ...(isOurs ? [] : ['allow-same-origin']),
  ].join(' ');
}
