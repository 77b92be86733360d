import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Document, States } from '#platform/model/document.ts';
import { today } from '#platform/web/cell/cell.tsx';
import { periodOf, periods } from '#platform/web/date/period.ts';
import type { List } from '#platform/web/record/use-list.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { listTexts } from './list-texts.ts';

interface StatusTabsProps {
  readonly document: Document;
  /** Empty for all of them. */
  readonly state: string;
  readonly list: List;
  readonly filters: Row;
  readonly onChoose: (code: string) => void;
  readonly onDays: ((isRecent: boolean) => void) | undefined;
}

/** The states of a document as tabs above its list; each is a value of the filter by state. */
export function StatusTabs({ document, state, list, filters, onChoose, onDays }: StatusTabsProps): ReactNode {
  const { counts, areCountsCapped = false } = list;
  const all = counts === undefined ? undefined : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    { code: '', label: say(texts.everything), count: all },
    ...statesInOrder(document).map(({ code, label }) => ({
      code,
      label: say(label),
      count: counts === undefined ? undefined : (counts[code] ?? 0),
    })),
  ];
  return (
    <div className="status-tabs">
      <div className="status-tab-row" role="group" aria-label={say(listTexts.states)}>
        {tabs.map(({ code, label, count }) => (
          <button
            key={code}
            type="button"
            className="status-tab"
            data-state={code === '' ? 'all' : code}
            data-zero={count === 0 ? '' : undefined}
            aria-pressed={code === state}
            onClick={() => {
              onChoose(code);
            }}
          >
            {label}
            <span className="status-count">{countText(count, areCountsCapped)}</span>
          </button>
        ))}
      </div>
      <Range from={textAt(filters, 'billDateStart')} to={textAt(filters, 'billDateEnd')} onDays={onDays} />
    </div>
  );
}

const most = 999;
function countText(count: number | undefined, isCapped: boolean): string {
  if (count === undefined) return '–';
  return count > most ? `${most}+` : `${count}${isCapped ? '+' : ''}`;
}

/** As a document passes through them: begun, with others, decided; what is half written stands last. */
export function statesInOrder({ states, initial, stashed, verbs }: Document): readonly States[string][] {
  const engine = new Set(Object.values(verbs).flatMap(({ engineFrom = [] }) => engineFrom));
  const place = (name: string): number => (name === initial ? 0 : name === stashed ? 3 : engine.has(name) ? 1 : 2);
  return Object.entries(states)
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([, state]) => state);
}

interface RangeProps extends Pick<StatusTabsProps, 'onDays'> {
  readonly from: string;
  readonly to: string;
}
/** The days that rows and counts are of, and one press to narrow them or to see all. */
function Range({ from, to, onDays }: RangeProps): ReactNode {
  const isNarrowed = from !== '' || to !== '';
  return (
    <span className="status-range">
      <span data-testid="range">{rangeText(from, to)}</span>
      {onDays !== undefined && (
        <Button
          type="link"
          size="small"
          data-verb={isNarrowed ? 'allDays' : 'recentDays'}
          onClick={() => {
            onDays(!isNarrowed);
          }}
        >
          {say(isNarrowed ? listTexts.allDays : periods.last14Days)}
        </Button>
      )}
    </span>
  );
}

function rangeText(from: string, to: string): string {
  if (from === '' && to === '') return say(listTexts.allDays);
  if (to === '') return say(listTexts.since, { day: from });
  if (from === '') return say(listTexts.until, { day: to });
  const period = periodOf(from, to, today());
  return period === undefined ? `${from} – ${to}` : say(periods[period]);
}
