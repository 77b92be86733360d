import { Button, Calendar, DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { today } from '#platform/web/cell/cell.tsx';
import { boundsOf, isPeriod, periods, type Period } from './period.ts';

// Everything that needs the calendar of antd, a fifth of what a list downloads: see late-dates.tsx.

export interface DateInputProps {
  readonly id?: string;
  readonly disabled?: boolean;
  readonly value: string;
  readonly hasTime?: boolean;
  /** No day before it can be chosen. */
  readonly earliest?: string;
  readonly onChange: (value: string | null) => void;
}
export interface RangeInputProps {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** With the period when it was chosen by name; the days then move with the calendar. */
  readonly onChange: (from: string, to: string, period?: Period) => void;
  /** Somebody pressed what stood in its place. */
  readonly startsOpen?: boolean;
}
export interface DayCalendarProps {
  readonly value: string;
  readonly onChoose: (day: string) => void;
}

const dayOf = (text: string): Dayjs | null => (text === '' ? null : dayjs(text));

export function DateInput({ value, hasTime = false, earliest, onChange, ...common }: DateInputProps): ReactNode {
  const write = (next: Dayjs | null): void => {
    onChange(next === null ? null : hasTime ? next.toISOString() : next.format('YYYY-MM-DD'));
  };
  return (
    <DatePicker
      {...common}
      {...(earliest === undefined ? {} : { minDate: dayjs(earliest) })}
      className="full"
      showTime={hasTime}
      value={dayOf(value)}
      onChange={(next) => {
        write(Array.isArray(next) ? null : next);
      }}
    />
  );
}

export function RangeInput({ id, from, to, onChange, startsOpen = false }: RangeInputProps): ReactNode {
  const [isOpen, setOpen] = useState(startsOpen);
  const text = (day: Dayjs | null | undefined): string => day?.format('YYYY-MM-DD') ?? '';
  const shortcuts = (
    <div className="periods">
      {Object.keys(periods)
        .filter(isPeriod)
        .map((period) => (
          <Button
            key={period}
            type="link"
            size="small"
            data-period={period}
            onClick={() => {
              const [first, last] = boundsOf(period, today());
              onChange(first, last, period);
              setOpen(false);
            }}
          >
            {say(periods[period])}
          </Button>
        ))}
    </div>
  );
  return (
    <DatePicker.RangePicker
      autoFocus={startsOpen}
      open={isOpen}
      onOpenChange={setOpen}
      renderExtraFooter={() => shortcuts}
      id={{ start: id }}
      className="full"
      allowEmpty={[true, true]}
      value={[dayOf(from), dayOf(to)]}
      placeholder={[say(texts.from), say(texts.to)]}
      onChange={(dates) => {
        onChange(text(dates?.[0]), text(dates?.[1]));
      }}
    />
  );
}

export function DayCalendar({ value, onChoose }: DayCalendarProps): ReactNode {
  const day = dayjs(value);
  return (
    <Calendar
      fullscreen={false}
      value={value !== '' && day.isValid() ? day : dayjs()}
      onSelect={(next, { source }) => {
        if (source === 'date') onChoose(next.format('YYYY-MM-DD'));
      }}
    />
  );
}
