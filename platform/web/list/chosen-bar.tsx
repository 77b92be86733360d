import { Button } from 'antd';
import { memo, type ReactNode } from 'react';
import type { Selection } from '#platform/web/grid/selection.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { RowAction } from '#platform/web/action/actions.tsx';
import { listTexts } from './list-texts.ts';
import { mainFirst, MoreVerbs } from './more-verbs.tsx';

interface ChosenBarProps {
  readonly actions: readonly RowAction[];
  readonly selection: Selection;
}

/** How many rows are chosen and what can be done to all of them. */
export function ChosenBar({ actions, selection }: ChosenBarProps): ReactNode {
  const rows = useWatch(selection, (chosen) => chosen);
  // A text, so that the buttons are drawn only when others are offered.
  const offered = actions
    .filter(({ isOffered }) => isOffered(rows))
    .map(({ verb }) => verb)
    .join(' ');
  return (
    <>
      <strong>{say(texts.selected, { count: rows.length })}</strong>
      {offered === '' && <span className="quiet">{say(gridTexts.noCommonVerb)}</span>}
      <Verbs actions={actions} offered={offered} selection={selection} />
      <Button
        size="small"
        type="link"
        data-verb="clearSelection"
        onClick={() => {
          selection.replace([]);
        }}
      >
        {say(texts.clearSelection)}
      </Button>
    </>
  );
}

/** As many as stand in a row beside the count; the menu has the others. */
const seen = 6;

const Verbs = memo(
  function Verbs({ actions, offered, selection }: ChosenBarProps & { readonly offered: string }): ReactNode {
    const isOffered = ({ verb }: RowAction): boolean => offered.split(' ').includes(verb);
    const ordered = actions.filter(isOffered);
    const shown = ordered.length <= seen ? ordered : mainFirst(ordered).slice(0, seen);
    const perform = (action: RowAction): void =>
      void action.perform(selection.get()).then((isDone) => {
        if (isDone) selection.replace([]);
      });
    return (
      <>
        {shown.map((action, at) => (
          <Button
            key={action.verb}
            size="small"
            danger={action.isDanger === true}
            type={at === 0 && action.isDanger !== true && action.isAside !== true ? 'primary' : 'default'}
            data-verb={action.verb}
            onClick={() => {
              perform(action);
            }}
          >
            {say(action.label)}
          </Button>
        ))}
        <MoreVerbs
          actions={mainFirst(actions).filter((action) => !shown.includes(action))}
          isOffered={isOffered}
          reason={listTexts.notInState}
          onPerform={perform}
        />
      </>
    );
  },
  (before, after) =>
    before.offered === after.offered &&
    before.selection === after.selection &&
    before.actions.length === after.actions.length,
);
