import { compare, grouped, isZero, minus, over, plus } from '#platform/model/decimal.ts';
import { sentence, type ApprovalFacts, type Glance } from '#platform/model/approval/facts.ts';
import { fill, textOf, type Label, type Language } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { glancesOf, type LockedBill } from '#platform/server/document/serve.ts';
import { accountKinds } from '#funds/model/capital.ts';
import { capitalAccount } from '#funds/model/capital-account.ts';
import { creditChange } from '#funds/model/credit-change.ts';
import { accountFor, accountsIn, type AccountRow } from './capital.ts';
import { meansIn, standingOf, type standingRow } from './standing.ts';

const texts = {
  change: ['{old} → {next}', '{old} → {next}', '{old} → {next}'],
  raise: ['额度调整 {change}', '額度調整 {change}', 'Limit by {change}'],
  raiseUntil: ['额度调整 {change}，至 {date}', '額度調整 {change}，至 {date}', 'Limit by {change}, until {date}'],
  until: ['{old} → {next}，至 {date}', '{old} → {next}，至 {date}', '{old} → {next}, until {date}'],
  limit: ['调整后额度', '調整後額度', 'Limit after'],
  was: ['原 {old}', '原 {old}', 'was {old}'],
  free: ['现在可用信用', '現在可用信用', 'Credit free now'],
  after: ['调整后 {next}', '調整後 {next}', '{next} after'],
  overdue: [
    '逾期应收 {amount}，最长 {days} 天',
    '逾期應收 {amount}，最長 {days} 天',
    '{amount} overdue, up to {days} days',
  ],
} as const satisfies Readonly<Record<string, Label>>;
const money = (value: string | null): string => grouped(value ?? '0', 2);

/** What a limit is before and after is written when the change is posted; until then both are nothing. */
interface Change {
  readonly changeType: string;
  readonly changeAmount: string;
  readonly oldAmount: string | null;
  readonly newAmount: string | null;
}
const isPosted = ({ oldAmount, newAmount }: Pick<Change, 'oldAmount' | 'newAmount'>): boolean =>
  !isZero(oldAmount ?? '0') || !isZero(newAmount ?? '0');

/** The limit as it was posted, or as it would be; what is lent for a time stands beside the limit that holds. */
export function limitsOf(change: Change, held: string): { readonly old: string; readonly next: string } {
  if (isPosted(change)) return { old: change.oldAmount ?? '0', next: change.newAmount ?? '0' };
  const old = change.changeType === '0' ? held : '0';
  return { old, next: plus(old, change.changeAmount) };
}

const glanceRow = {
  billId: 'uuid',
  oldAmount: 'decimal?',
  newAmount: 'decimal?',
  changeAmount: 'decimal',
  endDate: 'date?',
} as const;
const glanceRead = (ids: readonly string[]) =>
  statement(
    glanceRow,
    `
      select h.id as bill_id, h.old_amount, h.new_amount, coalesce(h.change_amount, 0) as change_amount, h.end_date
      from app.sale_creditchange h
      where h.id = any($1::uuid[])`,
    [ids],
  );
export function told(change: RowOf<typeof glanceRow>, language: Language): Glance {
  const { oldAmount, newAmount, changeAmount, endDate } = change;
  const [open, until] = isPosted(change) ? [texts.change, texts.until] : [texts.raise, texts.raiseUntil];
  return {
    tone: 'plain',
    text: fill(textOf(endDate === null ? open : until, language), {
      old: money(oldAmount),
      next: money(newAmount),
      change: `${compare(changeAmount, '0') > 0 ? '+' : ''}${money(changeAmount)}`,
      date: endDate ?? '',
    }),
  };
}
export const creditChangeGlances = glancesOf(glanceRead, told);

const rights = statement(
  { seesCredit: 'boolean' },
  `select sec.may('${permissionOf(capitalAccount, 'view')}') as sees_credit`,
);

/** The limit that holds now, of the account that the change is about. */
function heldIn([row]: readonly RowOf<typeof standingRow>[], bill: LockedBill<typeof creditChange>): string {
  const accounts = accountsIn((row?.accounts ?? []) as readonly AccountRow[]);
  const account =
    bill.accountCode === null
      ? accountFor(accounts, accountKinds.credit, bill)
      : accounts.find(({ code }) => code === bill.accountCode);
  return account?.creditLimit ?? '0';
}

/** The limit before and after, what of it is free, and whether he pays late. */
export async function creditChangeFacts(ctx: Command, bill: LockedBill<typeof creditChange>): Promise<ApprovalFacts> {
  const { may, standing } = await ctx.all({ may: rights, standing: standingOf(bill.organizeCode, bill.customerCode) });
  const { language } = ctx;
  const means = may[0]?.seesCredit === true ? meansIn(standing, { ...bill, brandCode: null, channelCode: null }) : null;
  const { old, next } = limitsOf(bill, heldIn(standing, bill));
  // Whoever may not see credit is told what is asked for, and not what there is.
  const mayCompare = means !== null || isPosted(bill);
  return {
    facts: [
      mayCompare
        ? {
            key: 'limit',
            label: textOf(texts.limit, language),
            value: next,
            measure: 'amount',
            tone: 'plain',
            note: fill(textOf(texts.was, language), { old: money(old) }),
            gauge: { share: compare(next, old) <= 0 ? 1 : Number.parseFloat(over(old, next)) }, // not money
          }
        : {
            key: 'change',
            label: textOf(creditChange.head.changeAmount.label, language),
            value: bill.changeAmount,
            measure: 'amount',
            tone: 'plain',
            note: '',
          },
      ...(means === null
        ? []
        : [
            {
              key: 'free',
              label: textOf(texts.free, language),
              value: means.credit,
              measure: 'amount' as const,
              tone: compare(means.credit, '0') < 0 ? ('blocked' as const) : ('plain' as const),
              note: fill(textOf(texts.after, language), { next: money(plus(means.credit, minus(next, old))) }),
            },
          ]),
    ],
    unusual:
      means?.overdue == null
        ? []
        : [
            sentence(language, 'unusual', texts.overdue, {
              amount: money(means.overdue.amount),
              days: String(means.overdue.days),
            }),
          ],
  };
}
