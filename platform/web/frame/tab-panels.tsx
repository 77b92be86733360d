import { Activity, memo, useEffect, type ReactNode } from 'react';
import type { Me } from '#platform/web/api/me.ts';
import { useIsCovered } from '#platform/web/page/dialogs.tsx';
import { Home } from '#platform/web/home/home.tsx';
import { Boundary } from '#platform/web/loading/loaded.tsx';
import { panelOf, type Page, type Panel } from '#platform/web/route/menu.ts';
import { TabPage } from './tab-page.tsx';
import { aliveTabs, TabContext, useTabs } from '#platform/web/route/tabs.ts';

interface TabPanelsProps {
  readonly route: string;
  readonly pages: ReadonlyMap<string, Page>;
  readonly me: Me;
}

/** Open tabs stay alive; the hidden ones keep what was typed and stop working. */
export function TabPanels({ route, pages, me }: TabPanelsProps): ReactNode {
  const tabs = useTabs();
  const alive = aliveTabs(tabs);
  useEffect(() => {
    // The focus was in a tab that closed or hid: the keyboard goes on in the one that is shown.
    if (document.activeElement === null || document.activeElement === document.body)
      document.getElementById(panelId(route))?.focus({ preventScroll: true });
  }, [route]);
  // In an order that dragging does not change: a frame that is moved in the document loads anew.
  return ['home', ...[...alive].toSorted()].map((name) => (
    <Activity key={`${name} ${tabs.rounds.get(name) ?? 0}`} mode={name === route ? 'visible' : 'hidden'}>
      <PanelArea name={name}>{name === 'home' ? <Home me={me} /> : <Tab name={name} pages={pages} />}</PanelArea>
    </Activity>
  ));
}

export const panelId = (name: string): string => `panel-${name}`;
export const tabId = (name: string): string => `tab-${name}`;

/** Inert while a dialog of this tab is open: the dialog covers this tab and no other. */
function PanelArea({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  const isCovered = useIsCovered(name);
  return (
    <div
      className="tab-panel"
      role="tabpanel"
      id={panelId(name)}
      aria-labelledby={tabId(name)}
      data-panel={name}
      tabIndex={-1}
      inert={isCovered}
    >
      {children}
    </div>
  );
}

/** Memoised by name: switching tabs draws no page. */
const Tab = memo(function Tab({
  name,
  pages,
}: {
  readonly name: string;
  readonly pages: ReadonlyMap<string, Page>;
}): ReactNode {
  const panel: Panel | undefined = panelOf(name, pages);
  if (panel === undefined) return null;
  return (
    <Boundary>
      <TabContext value={panel}>
        <TabPage panel={panel} />
      </TabContext>
    </Boundary>
  );
});
