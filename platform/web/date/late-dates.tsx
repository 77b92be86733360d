import { Input } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { DateInputProps, DayCalendarProps, RangeInputProps } from './dates.tsx';

export const LateDateInput = late<DateInputProps>(
  'date',
  chunk(
    () => import('./dates.tsx'),
    ({ DateInput }) => DateInput,
  ),
  ({ value }) => <Waiting>{value}</Waiting>,
);
export const LateRangeInput = late<RangeInputProps>(
  'range',
  chunk(
    () => import('./dates.tsx'),
    ({ RangeInput }) => RangeInput,
  ),
  ({ from, to }) => <Waiting>{[from, to].filter((text) => text !== '').join(' – ')}</Waiting>,
);
/** Longer than a list needs to be there: the calendar is fetched after it, or as soon as somebody presses it. */
const patience = 3000;

/** A filter by days stands above every list of documents, and few touch it: its calendar does not delay the list. */
export function RangeWhenNeeded(props: RangeInputProps): ReactNode {
  const [need, setNeed] = useState<'none' | 'soon' | 'now'>('none');
  const open = (): void => {
    setNeed('now');
  };
  useEffect(() => {
    const timer = setTimeout(() => {
      setNeed((now) => (now === 'none' ? 'soon' : now));
    }, patience);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  if (need !== 'none') return <LateRangeInput {...props} startsOpen={need === 'now'} />;
  const { id, from, to } = props;
  return (
    <Input
      id={id}
      className="full"
      readOnly
      placeholder={`${say(texts.from)} → ${say(texts.to)}`}
      value={[from, to].filter((text) => text !== '').join(' → ')}
      onFocus={open}
      onClick={open}
    />
  );
}

export const LateDayCalendar = late<DayCalendarProps>(
  'calendar',
  chunk(
    () => import('./dates.tsx'),
    ({ DayCalendar }) => DayCalendar,
  ),
  () => null,
);

function Waiting({ children }: { readonly children: string }): ReactNode {
  return <Input className="full" disabled aria-hidden value={children} />;
}
