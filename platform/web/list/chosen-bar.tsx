import { Button } from 'antd';
import { memo, type ReactNode } from 'react';
import type { Selection } from '#platform/web/grid/selection.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { RowAction } from '#platform/web/action/actions.tsx';

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
      {offered === '' ? (
        <span className="quiet">{say(gridTexts.noCommonVerb)}</span>
      ) : (
        <Verbs actions={actions} offered={offered} selection={selection} />
      )}
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

const Verbs = memo(
  function Verbs({ actions, offered, selection }: ChosenBarProps & { readonly offered: string }): ReactNode {
    const shown = actions.filter(({ verb }) => offered.split(' ').includes(verb));
    return shown.map(({ verb, label, isDanger = false, isAside = false, perform }, at) => (
      <Button
        key={verb}
        size="small"
        danger={isDanger}
        type={at === 0 && !isDanger && !isAside ? 'primary' : 'default'}
        data-verb={verb}
        onClick={() =>
          void perform(selection.get()).then((isDone) => {
            if (isDone) selection.replace([]);
          })
        }
      >
        {say(label)}
      </Button>
    ));
  },
  (before, after) =>
    before.offered === after.offered &&
    before.selection === after.selection &&
    before.actions.length === after.actions.length,
);
