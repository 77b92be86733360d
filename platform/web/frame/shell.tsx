import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { CardHost } from '#platform/web/card/card-host.tsx';
import { note } from '#platform/web/api/log.ts';
import { meQuery, type Me } from '#platform/web/api/me.ts';
import { endSession, onSessionEnd } from '#platform/web/api/session.ts';
import { showDialogsOf } from '#platform/web/page/dialogs.tsx';
import { chunk } from '#platform/web/loading/chunk.ts';
import { fetchPickersWith } from '#platform/web/field/open-picker.ts';
import { useKeptTabs } from '#platform/web/draft/kept-tabs.ts';
import { followChanges } from '#platform/web/reference/follow.ts';
import { fetchModules, useModulesHere } from '#platform/web/registry/late-modules.ts';
import { useRefList } from '#platform/web/reference/use-ref.ts';
import { useOwnBranding } from '#platform/web/look/branding.ts';
import { AppearancePort } from '#platform/web/look/density.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { afterSettling } from '#platform/web/page/settled.ts';
import { detourOf, pagesOf, panelOf } from '#platform/web/route/menu.ts';
import { Navbar } from './navbar.tsx';
import { MenuSide } from './menu-side.tsx';
import { openPalette } from './palette.tsx';
import { goInstead, standsAlone, useRoute } from '#platform/web/route/route.ts';
import { useShortcuts } from './shortcuts.tsx';
import { TabPanels } from './tab-panels.tsx';
import { TabStrip } from './tab-strip.tsx';
import { hasDirtyTabs, showTab } from '#platform/web/route/tabs.ts';

// How a record is chosen may be a matter of its module.
fetchPickersWith(
  async () => (await Promise.all([import('#platform/web/picker/picker-dialog.tsx'), fetchModules()]))[0].pick,
);

const loadNotFound = chunk(
  () => import('./not-found.tsx'),
  ({ NotFound }) => NotFound,
);

/**
 * The frame around every page. The menu is read once, before the first page opens; without it there is no session (000
 * §7).
 */
export function Shell(): ReactNode {
  const { data: me, isError } = useQuery(meQuery);
  useEffect(() => {
    if (isError) endSession();
  }, [isError]);
  return me === undefined ? (
    <div className="center">
      <Spin size="large" />
    </div>
  ) : (
    <Frame me={me} />
  );
}

function Frame({ me }: { readonly me: Me }): ReactNode {
  const route = useRoute();
  // Zoomed to 200 % the window has half its pixels: the menu starts folded.
  const [isFolded, setFolded] = useState(() => window.innerWidth < 860);
  const pages = useMemo(() => pagesOf(me.nav), [me.nav]);
  const isFixed = route === 'home' || route === '404' || standsAlone(route);
  const isKnown = isFixed || panelOf(route, pages) !== undefined;
  const areHere = useModulesHere();
  useEffect(() => {
    // A record, or a page in nobody's menu, is known to its module alone.
    if (!isKnown && !areHere) return;
    if (!isKnown) goInstead(detourOf(route, pages));
    else if (!isFixed) showTab(route);
    // Drawn in the moment before the login page is, the frame still shows the dialog whose call ended the session.
    if (isKnown && !standsAlone(route)) showDialogsOf(route);
  }, [route, pages, isKnown, isFixed, areHere]);
  useEffect(fetchRest, []);
  useEffect(guardUnload, []);
  useEffect(followChanges, []);
  // Lists and forms ask what the tenant wants to see: read before the first of them opens.
  useRefList('tenantParamsList');
  useOwnBranding();
  useKeptTabs(
    me.user,
    useCallback((name: string) => panelOf(name, pages) !== undefined, [pages]),
  );
  const search = useCallback(() => void openPalette(pages), [pages]);
  useShortcuts(search);
  const fold = useCallback(() => {
    setFolded(true);
  }, []);
  return (
    <div className={isFolded ? 'frame frame-folded' : 'frame'}>
      <AppearancePort />
      <CardHost />
      <MenuSide nav={me.nav} route={route} isFolded={isFolded} onFold={fold} />
      <div className="frame-main">
        <Navbar
          user={me.user}
          isFolded={isFolded}
          onFold={() => {
            setFolded(!isFolded);
          }}
          onSearch={search}
        />
        <TabStrip route={route} pages={pages} />
        <main className="content">
          {route === '404' && <Loaded name="notFound" load={loadNotFound} props={{}} />}
          {!isKnown && !areHere && <Loaded name="modules" load={modulesOf} props={{}} />}
          <TabPanels route={route} pages={pages} me={me} />
        </main>
      </div>
    </div>
  );
}

const firstPageMark = 'qudao:first-page';

/** What no page has asked for yet is fetched when the first page has settled: the next one then opens at once. */
const fetchRest = (): void => {
  afterSettling(() => {
    // What is fetched from here on is not part of what the first page costs.
    performance.mark(firstPageMark);
    fetchModules().catch((error: unknown) => {
      note('the rest of the modules', error);
    });
  });
};
const modulesOf = async (): Promise<() => ReactNode> => {
  await fetchModules();
  return () => null;
};

/** Closing the browser asks as closing a tab does; once the session has ended there is nothing left to save to. */
function guardUnload(): () => void {
  const ask = (event: BeforeUnloadEvent): void => {
    if (hasDirtyTabs()) event.preventDefault();
  };
  const release = (): void => {
    window.removeEventListener('beforeunload', ask);
  };
  window.addEventListener('beforeunload', ask);
  const stop = onSessionEnd(release);
  return () => {
    release();
    stop();
  };
}
