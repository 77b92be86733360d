import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { inOrder, isShown, orderAfterMove, type Column, type ColumnState } from './column.ts';
import { columnTexts } from './texts.ts';

export interface ColumnOrderProps {
  readonly columns: readonly Column[];
  readonly state: ColumnState;
  readonly onChange: (next: ColumnState) => void;
}

/** Which columns are shown and in what order, without dragging. */
export function ColumnOrder({ columns, state: kept, onChange: keep }: ColumnOrderProps): ReactNode {
  // What is kept comes back a moment later; the ticks answer at once.
  const [state, setState] = useState(kept);
  const onChange = (next: ColumnState): void => {
    setState(next);
    keep(next);
  };
  const ordered = inOrder(columns, state).filter(({ isChrome = false }) => !isChrome);
  const free = ordered.filter(({ fixed }) => fixed === undefined);
  const shift = (key: string, step: 1 | -1): void => {
    const at = free.findIndex((column) => column.key === key);
    const before = free[step < 0 ? at - 1 : at + 2]?.key ?? null;
    onChange({ ...state, order: orderAfterMove(ordered, key, before) });
  };
  const shownCount = ordered.filter((column) => isShown(column, state)).length;
  return (
    <div className="column-settings">
      <div className="column-settings-list">
        {ordered.map((column) => {
          const isOn = isShown(column, state);
          const at = free.indexOf(column);
          return (
            <SettingsRow
              key={column.key}
              column={column}
              isOn={isOn}
              isOnlyOne={isOn && shownCount === 1}
              isFirst={at === 0}
              isLast={at === free.length - 1}
              onToggle={() => {
                onChange({ ...state, shown: { ...state.shown, [column.key]: !isOn } });
              }}
              onShift={(step) => {
                shift(column.key, step);
              }}
            />
          );
        })}
      </div>
      <Button
        type="link"
        size="small"
        data-verb="defaultColumns"
        onClick={() => {
          onChange({});
        }}
      >
        {say(columnTexts.defaultColumns)}
      </Button>
    </div>
  );
}

interface SettingsRowProps {
  readonly column: Column;
  readonly isOn: boolean;
  readonly isOnlyOne: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onToggle: () => void;
  readonly onShift: (step: 1 | -1) => void;
}
function SettingsRow({ column, isOn, isOnlyOne, isFirst, isLast, onToggle, onShift }: SettingsRowProps): ReactNode {
  const { title, fixed } = column;
  return (
    <div className="column-settings-row">
      <label>
        <input type="checkbox" checked={isOn} disabled={isOnlyOne} onChange={onToggle} />
        {title}
      </label>
      {fixed === undefined && (
        <>
          <button
            type="button"
            disabled={isFirst}
            aria-label={`${say(columnTexts.moveLeft)} ${title}`}
            onClick={() => {
              onShift(-1);
            }}
          >
            <ArrowUpOutlined />
          </button>
          <button
            type="button"
            disabled={isLast}
            aria-label={`${say(columnTexts.moveRight)} ${title}`}
            onClick={() => {
              onShift(1);
            }}
          >
            <ArrowDownOutlined />
          </button>
        </>
      )}
    </div>
  );
}
