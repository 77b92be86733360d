import type { Label } from '#platform/model/label.ts';
import { amount, quantity, rate, text } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';
import { measures, type Measure } from './measure.ts';

/** The row of any report: what it is counted by, and its figures; those that a report does not have stay empty. */
const fields = {
  dimension: text(['维度', '維度', 'Dimension']),
  dimensionName: text(['维度名称', '維度名稱', 'Dimension name']),
  second: text(['第二维度', '第二維度', 'Second dimension']),
  secondName: text(['第二维度名称', '第二維度名稱', 'Second dimension name']),
  ratio: rate(['占比', '佔比', 'Share']),
  ...(Object.fromEntries(
    Object.entries<Measure>(measures).map(([key, { label, kind }]) => [
      key,
      kind === 'amount' ? amount(label) : kind === 'rate' ? rate(label) : quantity(label),
    ]),
  ) as Readonly<Record<keyof typeof measures, ReturnType<typeof amount>>>),
} as const;

interface ReportScreen<Name extends string> {
  readonly name: Name;
  readonly area: 'report' | 'statistics';
  readonly code: string;
  readonly sort: number;
  readonly title: Label;
  readonly grants?: Readonly<Record<string, Label>>;
}

/** A screen of reports: its page and its file. What it shows stands in `shown-figures.ts`. */
export const reportScreen = <const Name extends string>({
  name,
  area,
  code,
  sort,
  title,
  grants,
}: ReportScreen<Name>) =>
  defineReport({
    name,
    label: title,
    path: `/${area}/data`,
    fields,
    list: {
      columns: ['dimension', 'dimensionName', 'orderCount', 'number', 'amount', 'ratio'],
      filters: [],
    },
    screen: { area, url: `${area}/view?code=${code}`, sort, title },
    ...(grants === undefined ? {} : { grants }),
  });
