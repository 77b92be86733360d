import { InputNumber, Select, Space } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { designerTexts as texts } from './texts.ts';

const units = ['minutes', 'hours', 'days'] as const;
type Unit = (typeof units)[number];
const patterns: Readonly<Record<Unit, RegExp>> = { minutes: /^PT(\d+)M$/, hours: /^PT(\d+)H$/, days: /^P(\d+)D$/ };

/**
 * `PT8H`, `P2D`: one figure and its unit. Empty is none; what a file wrote otherwise is shown as it is, until a figure
 * is chosen.
 */
export function DurationInput({
  value,
  label,
  onChange,
}: {
  readonly value: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const unit = units.find((each) => patterns[each].test(value)) ?? 'hours';
  const figure = patterns[unit].exec(value)?.[1];
  const write = (count: string | number | null, of: Unit): void => {
    onChange(
      count === null || count === '' ? '' : of === 'days' ? `P${count}D` : `PT${count}${of === 'hours' ? 'H' : 'M'}`,
    );
  };
  return (
    <Space.Compact className="full">
      <InputNumber<string>
        aria-label={label}
        className="full"
        min="1"
        max="9999"
        precision={0}
        stringMode
        value={figure ?? null}
        placeholder={figure === undefined ? value : ''}
        onChange={(count) => {
          write(count, unit);
        }}
      />
      <Select
        aria-label={label}
        className="duration-unit"
        value={unit}
        options={units.map((each) => ({ value: each, label: say(texts[each]) }))}
        onChange={(of) => {
          write(figure ?? null, of);
        }}
      />
    </Space.Compact>
  );
}
