import type { ReactNode } from 'react';
import { compare, over, round, times } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import type { OwnAsideProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { rebate } from '#sales/model/rebate/rebate.ts';
import { moneyText } from '#sales/web/promotion/promotion-told.ts';
import './rebate.css';

const texts = {
  title: ['{customer}：{basis} 的来源', '{customer}：{basis} 的來源', '{customer}: what makes {basis}'],
  basis: ['依据 {basis}', '依據 {basis}', 'Basis {basis}'],
  carried: ['（含上期结转 {carried}）', '（含上期結轉 {carried}）', ' ({carried} carried in)'],
  reached: ['达成 {achieved}%', '達成 {achieved}%', '{achieved}% reached'],
  rebate: ['返利 {amount}（{rate}%）', '返利 {amount}（{rate}%）', 'Rebate {amount} ({rate}%)'],
  progressive: [
    '返利 {amount}（分段累进，最高 {rate}%）',
    '返利 {amount}（分段累進，最高 {rate}%）',
    'Rebate {amount} (tier by tier, up to {rate}%)',
  ],
  carry: ['结转下期 {carry}', '結轉下期 {carry}', '{carry} carried on'],
  none: ['没有返利', '沒有返利', 'No rebate'],
  entries: ['明细', '明細', 'Entries'],
} as const satisfies Readonly<Record<string, Label>>;

const load = chunk(
  () => import('#platform/web/ledger/entries-dialog.tsx'),
  ({ openEntries }) => openEntries,
);
const isSome = (figure: string): boolean => figure !== '' && Number.parseFloat(figure) !== 0; // not money

/** Of the whole basis; else each tier gave its own share, and the last rate alone does not make the amount. */
const isOfWhole = (line: Row): boolean =>
  compare(
    round(times(textAt(line, 'basisAmount') || '0', over(textAt(line, 'rate') || '0', '100')), 2),
    textAt(line, 'amount'),
  ) === 0;

/** Beside a settlement: how each customer's rebate comes about, and the entries that make its basis. */
export function RebateAside({ record }: OwnAsideProps): ReactNode {
  const id = textAt(record, 'id');
  const { lines = [] } = record as { readonly lines?: readonly Row[] };
  return (
    <ul className="rebate-lines" data-testid="rebate-lines">
      {lines.map((line) => (
        <li key={textAt(line, 'customerCode')}>
          <Told line={line} settlementId={id} />
        </li>
      ))}
    </ul>
  );
}

function Told({ line, settlementId }: { readonly line: Row; readonly settlementId: string }): ReactNode {
  const customer = textAt(line, 'customerName') || textAt(line, 'customerCode');
  const basis = moneyText(textAt(line, 'basisAmount') || '0');
  const [amount, carried, carry, achieved] = ['amount', 'carriedAmount', 'carryAmount', 'achieved'].map((key) =>
    textAt(line, key),
  ) as [string, string, string, string];
  const open = (): void => {
    void load().then((openEntries) =>
      openEntries({
        ledger: 'receivable',
        path: `${rebate.path}/entries`,
        params: { id: settlementId, customerCode: textAt(line, 'customerCode') },
        title: say(texts.title, { customer, basis }),
        measure: 'amount',
      }),
    );
  };
  return (
    <>
      <strong>{customer}</strong>
      <span>
        {say(texts.basis, { basis })}
        {isSome(carried) && say(texts.carried, { carried: moneyText(carried) })}{' '}
        <a role="button" tabIndex={0} data-verb="entries" onClick={open}>
          {say(texts.entries)}
        </a>
      </span>
      {isSome(achieved) && <span>{say(texts.reached, { achieved })}</span>}
      <span data-testid="rebate-told">
        {isSome(amount)
          ? say(isOfWhole(line) ? texts.rebate : texts.progressive, {
              amount: moneyText(amount),
              rate: textAt(line, 'rate'),
            })
          : isSome(carry)
            ? say(texts.carry, { carry: moneyText(carry) })
            : say(texts.none)}
      </span>
    </>
  );
}
