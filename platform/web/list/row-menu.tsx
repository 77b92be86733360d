import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import type { RowAction } from '#platform/web/action/actions.tsx';
import { createValue, useWatch, type Value } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { Row } from '#platform/web/value/row.ts';
import { listTexts } from './list-texts.ts';
import { mainFirst, verbItems } from './more-verbs.tsx';

/** The row whose menu is open, and where its button stands. One menu serves all rows: a menu in each would be felt. */
export type OpenRow = Value<{ readonly row: Row; readonly left: number; readonly top: number } | null>;
export const createOpenRow = (): OpenRow => createValue<ReturnType<OpenRow['get']>>(null);

export function RowMenuButton({ row, open }: { readonly row: Row; readonly open: OpenRow }): ReactNode {
  return (
    <button
      type="button"
      className="row-menu"
      tabIndex={-1}
      data-verb="rowMenu"
      aria-haspopup="menu"
      aria-label={say(listTexts.rowActions)}
      title={say(listTexts.rowActions)}
      onClick={(event) => {
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        open.set({ row, left, top: bottom });
      }}
    >
      <EllipsisOutlined />
    </button>
  );
}

interface RowMenuProps {
  readonly open: OpenRow;
  readonly actions: readonly RowAction[];
  readonly onOpen: ((row: Row) => void) | undefined;
  /** Undefined where nobody may change rows; asked of each row. */
  readonly onEdit: ((row: Row) => void) | undefined;
  readonly canEdit: (row: Row) => boolean;
}

/** The same verbs as above the list, for one row. */
export function RowMenu({ open, actions, onOpen, onEdit, canEdit }: RowMenuProps): ReactNode {
  const at = useWatch(open, (state) => state);
  if (at === null) return null;
  const { row, left, top } = at;
  const close = (): void => {
    open.set(null);
  };
  const choose = (key: string): void => {
    close();
    if (key === '$open') onOpen?.(row);
    else if (key === '$edit') onEdit?.(row);
    else void actions.find(({ verb }) => verb === key)?.perform([row]);
  };
  const own: NonNullable<MenuProps['items']> = [
    ...(onOpen === undefined ? [] : [{ key: '$open', label: <span data-verb="openRow">{say(listTexts.open)}</span> }]),
    ...(onEdit === undefined || !canEdit(row)
      ? []
      : [{ key: '$edit', label: <span data-verb="editRow">{say(texts.edit)}</span> }]),
  ];
  const isOffered = (action: RowAction): boolean => action.isOffered([row]);
  const ordered = mainFirst(actions);
  const verbs = verbItems(
    [...ordered.filter(isOffered), ...ordered.filter((action) => !isOffered(action))],
    isOffered,
    listTexts.notThisRow,
  );
  return (
    <Dropdown
      open
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={close}
      menu={{
        className: 'verb-menu',
        items: [...own, ...(own.length > 0 && verbs.length > 0 ? [{ type: 'divider' as const }] : []), ...verbs],
        onClick: ({ key }) => {
          choose(key);
        },
      }}
    >
      <span className="row-menu-anchor" style={{ left, top }} />
    </Dropdown>
  );
}
