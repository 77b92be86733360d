import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import type { RowAction } from '#platform/web/action/actions.tsx';
import { say } from '#platform/web/text/language.ts';
import { listTexts } from './list-texts.ts';

/** What a list is for comes first: what only looks (print, copy) behind what changes something. */
export const mainFirst = (actions: readonly RowAction[]): readonly RowAction[] => [
  ...actions.filter(({ isAside = false }) => !isAside),
  ...actions.filter(({ isAside = false }) => isAside),
];

export const reasonFor = (reason: Label, { label }: RowAction): string => say(reason, { verb: say(label) });

/** Verbs of a menu; those that are not possible stay there and say why. */
export const verbItems = (
  actions: readonly RowAction[],
  isOffered: (action: RowAction) => boolean,
  reason: Label,
): NonNullable<MenuProps['items']> =>
  actions.map((action) => ({
    key: action.verb,
    danger: action.isDanger === true,
    disabled: !isOffered(action),
    title: isOffered(action) ? '' : reasonFor(reason, action),
    label: <span data-verb={action.verb}>{say(action.label)}</span>,
  }));

interface MoreVerbsProps {
  readonly actions: readonly RowAction[];
  readonly isOffered: (action: RowAction) => boolean;
  readonly reason: Label;
  readonly onPerform: (action: RowAction) => void;
}

/** The one menu of a bar, with whatever has no button in it. */
export function MoreVerbs({ actions, isOffered, reason, onPerform }: MoreVerbsProps): ReactNode {
  if (actions.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        className: 'verb-menu',
        items: verbItems(actions, isOffered, reason),
        onClick: ({ key }) => {
          const chosen = actions.find(({ verb }) => verb === key);
          if (chosen !== undefined) onPerform(chosen);
        },
      }}
    >
      <Button
        icon={<EllipsisOutlined />}
        data-verb="moreVerbs"
        aria-label={say(listTexts.moreVerbs)}
        title={say(listTexts.moreVerbs)}
      />
    </Dropdown>
  );
}

const seen = 3;
/** What can be done to rows, before one is ticked: it stands there and says that rows come first. */
export function IdleVerbs({ actions }: { readonly actions: readonly RowAction[] }): ReactNode {
  const ordered = mainFirst(actions);
  if (ordered.length === 0) return null;
  return (
    <span className="idle-verbs">
      <span className="toolbar-rule" aria-hidden />
      {ordered.slice(0, seen).map((action) => (
        <Button key={action.verb} disabled data-verb={action.verb} title={reasonFor(listTexts.tickFirst, action)}>
          {say(action.label)}
        </Button>
      ))}
      <MoreVerbs
        actions={ordered.slice(seen)}
        isOffered={nothing}
        reason={listTexts.tickFirst}
        onPerform={() => undefined}
      />
    </span>
  );
}
const nothing = (): boolean => false;
