import { grouped } from '#platform/model/decimal.ts';
import { fill, textOf, type Label, type Language } from '#platform/model/label.ts';
import { escapeHtml } from '#platform/server/text/html.ts';
import type { Cell, Pivot } from '#report/model/answer.ts';
import { dimensionOf } from '#report/model/dimension.ts';
import { measureOf, scaleOf, type Measure } from '#report/model/measure.ts';

const texts = {
  subject: ['【报表】{name}（{from} 至 {to}）', '【報表】{name}（{from} 至 {to}）', '[Report] {name} ({from} to {to})'],
  subjectNow: ['【报表】{name}（{to}）', '【報表】{name}（{to}）', '[Report] {name} ({to})'],
  hello: ['{who}，您好：', '{who}，您好：', 'Dear {who},'],
  told: [
    '以下是您订阅的「{name}」，只含您有权查看的数据。',
    '以下是您訂閱的「{name}」，只含您有權檢視的資料。',
    'This is {name} as you subscribed to it: what you yourself may see of it.',
  ],
  span: ['{from} 至 {to}', '{from} 至 {to}', '{from} to {to}'],
  compared: ['{now}，上期 {before}', '{now}，上期 {before}', '{now}, compared with {before}'],
  and: ['、', '、', ', '],
  sum: ['合计', '合計', 'Total'],
  before: ['上期', '上期', 'Before'],
  none: ['（空）', '（空）', '(none)'],
  nothing: ['这段时间没有数据。', '這段時間沒有資料。', 'Nothing in this period.'],
  more: [
    '仅列前 {shown} 行，共 {total} 行；合计含全部。',
    '僅列前 {shown} 列，共 {total} 列；合計含全部。',
    'The first {shown} of {total} rows; the total is of all.',
  ],
  hidden: [
    '另有「{names}」需要成本权限，未列出。',
    '另有「{names}」需要成本權限，未列出。',
    'Left out, for it needs the right to see costs: {names}.',
  ],
} as const satisfies Readonly<Record<string, Label>>;

const written = (value: string | null | undefined, measure: Measure): string =>
  value == null ? '—' : `${grouped(value, scaleOf(measure, value))}${measure.kind === 'rate' ? '%' : ''}`;

interface Told {
  readonly name: string;
  readonly who: string;
  readonly language: Language;
  readonly time: 'span' | 'day' | 'now';
}

/** A report as a mail: words and one table, for a mail has neither our colours nor our charts. */
export function mailText(pivot: Pivot, { name, who, language, time }: Told): { subject: string; content: string } {
  const say = (label: Label, words: Readonly<Record<string, string | number>> = {}): string =>
    fill(textOf(label, language), words);
  // Whatever people wrote into names is text, and no place of a template.
  const plain = (text: string): string => escapeHtml(text).replaceAll('{', '&#123;');
  const shown = pivot.measures.map((key) => measureOf(key));
  const isCompared = pivot.before !== null;
  const row = (tag: 'td' | 'th', head: string, { now, before }: Cell): string => {
    const cells = shown.map((measure, at) => {
      const was = isCompared ? `<br /><em>${plain(`${say(texts.before)} ${written(before?.[at], measure)}`)}</em>` : '';
      return `<${tag} style="text-align:right">${plain(written(now[at], measure))}${was}</${tag}>`;
    });
    return `<tr><${tag} style="text-align:left">${plain(head)}</${tag}>${cells.join('')}</tr>`;
  };
  const heads = [dimensionOf(pivot.rows).label, ...shown.map(({ label }) => label)];
  const nameOf = (key: string | null, called: string | null): string => {
    const choice = dimensionOf(pivot.rows).choices?.[key ?? ''];
    return choice === undefined
      ? called || key || say(texts.none)
      : textOf([choice[0], choice[1], choice[2]], language);
  };
  const table = [
    '<table><thead><tr>',
    ...heads.map((label, at) => `<th style="text-align:${at === 0 ? 'left' : 'right'}">${plain(say(label))}</th>`),
    '</tr></thead><tbody>',
    ...pivot.list.map(({ key, name: called, ...cell }) => row('td', nameOf(key, called), cell)),
    row('th', say(texts.sum), pivot.sum),
    '</tbody></table>',
  ].join('');
  const { from, to } = pivot.span;
  const daysOf = (span: Pivot['span']): string => (span.from === span.to ? span.to : say(texts.span, { ...span }));
  const days =
    pivot.before === null
      ? daysOf(pivot.span)
      : say(texts.compared, { now: daysOf(pivot.span), before: daysOf(pivot.before) });
  const names = pivot.hidden.map((key) => say(measureOf(key).label)).join(say(texts.and));
  const parts = [
    `<p>${plain(say(texts.hello, { who }))}</p>`,
    `<p>${plain(say(texts.told, { name }))}</p>`,
    ...(time === 'now' ? [] : [`<p>${plain(days)}</p>`]),
    pivot.list.length === 0 ? `<p>${say(texts.nothing)}</p>` : table,
    ...(pivot.total > pivot.list.length
      ? [`<p>${say(texts.more, { shown: pivot.list.length, total: pivot.total })}</p>`]
      : []),
    ...(pivot.hidden.length > 0 ? [`<p>${plain(say(texts.hidden, { names }))}</p>`] : []),
  ];
  const subject = say(time === 'span' && from !== to ? texts.subject : texts.subjectNow, { name, from, to });
  return { subject: subject.replaceAll('{{', '{ {'), content: parts.join('') };
}
