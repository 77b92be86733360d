import type { ReactNode } from 'react';
import type { RefField } from '#platform/model/field.ts';
import { namesPartner } from '#platform/model/preset.ts';
import { holds, isOutside } from '#platform/model/permission.ts';
import { useMe } from '#platform/web/api/me.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { retried } from '#platform/web/loading/chunk.ts';
import { openDialog } from '#platform/web/page/dialogs.tsx';
import { createStore } from '#platform/web/page/store.ts';
import { useModulesHere } from '#platform/web/registry/late-modules.ts';
import { ownDrawerOf, type OwnDrawerProps } from '#platform/web/registry/registry.ts';
import { currentRoute } from '#platform/web/route/route.ts';
import './link.css';

interface DrawerLinkProps {
  readonly noun: string;
  readonly code: string;
  readonly children: string;
  /** In a grid the keys belong to its cells. */
  readonly isInGrid?: boolean;
}

/**
 * A name that opens what a module tells of its record beside the page; plain text for whoever may not view the record,
 * and for nouns that nobody tells more of.
 */
export function DrawerLink({ noun, code, children, isInGrid = false }: DrawerLinkProps): ReactNode {
  // The module that tells more may still come.
  useModulesHere();
  const me = useMe();
  const drawer = ownDrawerOf(noun);
  if (drawer === undefined || code === '' || me === undefined || isOutside(me.user)) return children;
  if (!holds(me.permissions, drawer.permission)) return children;
  return (
    <button
      type="button"
      className="drawer-link"
      data-drawer={noun}
      {...(isInGrid ? { tabIndex: -1 } : {})}
      onClick={() => {
        openDrawer(noun, code, children);
      }}
    >
      {children}
    </button>
  );
}

/** A cell that never opens anything is drawn as the text it is: a component for each of a thousand cells is felt. */
export const mayHaveDrawer = ({ key, target }: RefField): boolean =>
  key === 'code' && (ownDrawerOf(target().name) !== undefined || partners.has(target().name.split(':')[1] ?? ''));
const partners = new Set(Object.keys(namesPartner));

interface Shown {
  readonly noun: string;
  readonly code: string;
  readonly name: string;
}
/** What each tab shows in its drawer: the last on top, those it was opened from below. */
const shown = createStore<ReadonlyMap<string, readonly Shown[]>>(new Map());

/** A drawer over a drawer takes its place and leads back to it. */
export function openDrawer(noun: string, code: string, name: string): void {
  const tab = currentRoute();
  const below = shown.get().get(tab) ?? [];
  keep(tab, [...below, { noun, code, name }]);
  if (below.length > 0) return;
  void openDialog<undefined>((close) => <Stack tab={tab} onClose={close} />).then(() => {
    keep(tab, []);
  });
}

const keep = (tab: string, stack: readonly Shown[]): void => {
  shown.set((all) => new Map([...all, [tab, stack]]));
};

function Stack({ tab, onClose }: { readonly tab: string; readonly onClose: () => void }): ReactNode {
  const stack = shown.use().get(tab) ?? [];
  const top = stack.at(-1);
  const drawer = ownDrawerOf(top?.noun ?? '');
  if (top === undefined || drawer === undefined) return null;
  const props: OwnDrawerProps = {
    code: top.code,
    name: top.name,
    onClose: () => {
      onClose();
    },
    onBack:
      stack.length < 2
        ? undefined
        : () => {
            keep(tab, stack.slice(0, -1));
          },
  };
  return (
    <Loaded key={`${stack.length} ${top.code}`} name={`drawer ${top.noun}`} load={retried(drawer.load)} props={props} />
  );
}
