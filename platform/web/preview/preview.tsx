import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useSetting } from '#platform/web/api/setting.ts';
import { createValue } from '#platform/web/grid/watch.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { Listed } from '#platform/web/registry/registry.ts';
import type { Row } from '#platform/web/value/row.ts';
import type { FocusedRow } from './focused-row.ts';
import type { PreviewPaneProps } from './preview-pane.tsx';
import { PreviewSkeleton } from './preview-skeleton.tsx';
import './preview.css';

export interface PreviewState {
  /** Whether rows of this list have anything to show. */
  readonly isOffered: boolean;
  readonly isOn: boolean;
  /** The pane takes room from a list that has little. */
  readonly isNarrow: boolean;
  readonly toggle: () => void;
  readonly focused: FocusedRow;
  /** What the grid is told, where the pane is offered. */
  readonly onFocusRow: FocusedRow['set'] | undefined;
  readonly onSpace: (() => void) | undefined;
}

/** Whether the pane stands beside the list: kept for its user, for all lists at once. */
export function usePreview(noun: Listed, canOpen: boolean): PreviewState {
  const [kept, keep] = useSetting('preview', false, isSwitch);
  const [focused] = useState(() => createValue<Row | undefined>(undefined));
  const isSmall = useSyncExternalStore(watchWidth, isSmallWindow);
  const isOffered = noun.kind !== 'report' && canOpen;
  const isOn = isOffered && kept;
  return useMemo(() => {
    const toggle = (): void => {
      keep(!kept);
    };
    return {
      isOffered,
      isOn,
      isNarrow: isOn && isSmall,
      focused,
      toggle,
      onFocusRow: isOffered ? focused.set : undefined,
      onSpace: isOffered ? toggle : undefined,
    };
  }, [isOffered, isOn, isSmall, focused, keep, kept]);
}

const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';

const small = typeof window === 'undefined' ? null : window.matchMedia('(min-width: 1100px) and (max-width: 1439px)');
const isSmallWindow = (): boolean => small?.matches === true;
function watchWidth(listener: () => void): () => void {
  small?.addEventListener('change', listener);
  return () => {
    small?.removeEventListener('change', listener);
  };
}

const LatePane = late<PreviewPaneProps>(
  'preview-pane',
  chunk(
    () => import('./preview-pane.tsx'),
    ({ PreviewPane }) => PreviewPane,
  ),
  () => <PreviewSkeleton />,
);

export const Preview = (props: PreviewPaneProps): ReactNode => (
  <aside className="preview" data-testid="preview">
    <LatePane {...props} />
  </aside>
);
