import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { areModulesHere, fetchModules, fetchPage, isPageHere } from '#platform/web/registry/late-modules.ts';
import { ownPageAt, paramPageAt } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { chunk, retried } from '#platform/web/loading/chunk.ts';
import { Loaded, Message } from '#platform/web/loading/loaded.tsx';
import type { FixedPage, Page, Panel } from '#platform/web/route/menu.ts';

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

interface TabPageProps {
  readonly panel: Panel;
}

/** A page whose module is not here yet waits for it; what is there when the tab opens is drawn at once. */
export function TabPage({ panel }: TabPageProps): ReactNode {
  const { page, action } = panel;
  const [isHere] = useState(() => (action === undefined ? isPageHere(page.url ?? '') : areModulesHere()));
  const isOfModule = page.url !== undefined;
  if (isHere || !isOfModule) return <OpenPage panel={panel} />;
  return (
    <Loaded
      name={`module of ${panel.name}`}
      load={action === undefined ? listWith(page) : formWith}
      props={{ panel }}
    />
  );
}

/** The code of lists comes while the definitions do. */
const listWith =
  ({ url = '' }: Page) =>
  async (): Promise<typeof OpenPage> => {
    await Promise.all([fetchPage(url), loadList()]);
    return OpenPage;
  };
/** What a record shows may come from any module: its inputs, its sections, what it is linked with. */
const formWith = async (): Promise<typeof OpenPage> => {
  await fetchModules();
  return OpenPage;
};

/** Which page a tab shows: one that its module wrote, or what follows from the kind of its noun. */
function OpenPage({ panel: { page, action } }: TabPageProps): ReactNode {
  const { noun, frame, fixed, param, title } = page;
  if (frame !== undefined)
    return (
      <iframe className="outside" src={frame} title={title} sandbox={sandboxOf(frame)} referrerPolicy="no-referrer" />
    );
  if (fixed !== undefined) return <Loaded name={fixed} load={loadFixed[fixed]} props={{}} />;
  const ofRecord = param === undefined ? undefined : paramPageAt(param);
  if (ofRecord !== undefined)
    return (
      <Loaded
        name={page.name}
        load={retried(async () => (await Promise.all([ofRecord.load(), fetchModules()]))[0])}
        props={{}}
      />
    );
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
