import { compare } from '#platform/model/decimal.ts';
import { pieces } from './pieces.ts';
import { isControlled, pay, type Purse, type Purses } from './purse.ts';
import type { Staff } from './people.ts';
import type { Session } from './product.ts';
import { dayAfter, endOfMonth, streamOf } from './stream.ts';

interface Counted {
  readonly anchor: string;
  readonly count: number;
}

/** Banks lend to customers what they owe us; one application in each state, as far as there are so many. */
export async function applyForLoans(
  { deputy, auditor }: Staff,
  purses: Purses,
  { anchor, count }: Counted,
): Promise<void> {
  const verbs = ['companyAudit', 'submitBank', 'bankAudit', 'release'] as const;
  const borrowers = [...purses.values()]
    .filter(({ customer, owed }) => isControlled(customer) && compare(owed, '12000') > 0)
    .slice(0, count);
  for (const [at, purse] of borrowers.entries()) {
    const {
      customer: { code: customerCode, organizeCode },
    } = purse;
    const chance = streamOf(`loan ${customerCode}`);
    const amount = '10000';
    const id = await deputy.post('/channelsale/financing', {
      organizeCode,
      customerCode,
      bankType: chance.pick(['ICBC', 'CCB', 'CMB', 'ABC']),
      amount,
      paymentTerm: chance.pick(['3', '6', '12']),
      loanRate: chance.pick(['3.65', '4.1', '4.35']),
      billDate: dayAfter(anchor, -chance.between(3, 20)),
      remark: '经销商订货贷',
    });
    const steps = verbs.slice(0, 4 - (at % 5));
    for (const verb of steps) await auditor.put(`/channelsale/financing/${verb}`, [id]);
    if (steps.includes('release')) pay(purse, amount);
  }
}

/**
 * Statements of the months that are over, for those who order most: the old ones are agreed on, of the last one some
 * wait, some were sent back.
 */
export async function stateAccounts(
  admin: Session,
  purses: Purses,
  months: readonly string[],
  { anchor, count }: Counted,
): Promise<number> {
  const ended = months
    .map((month) => ({ startDate: `${month}-01`, endDate: endOfMonth(month) }))
    .filter(({ endDate }) => endDate < anchor);
  const fates: Record<'agreed' | 'sent' | 'sentBack' | 'written', string[]> = {
    agreed: [],
    sent: [],
    sentBack: [],
    written: [],
  };
  for (const [at, { customer }] of [...purses.values()]
    .filter((purse: Purse) => isControlled(purse.customer))
    .slice(0, count)
    .entries()) {
    for (const period of ended) {
      const id = await admin.post('/channelsale/accountcheck', {
        organizeCode: customer.organizeCode,
        customerCode: customer.code,
        ...period,
        billDate: dayAfter(period.endDate, 1),
      });
      fates[
        period === ended.at(-1) ? ((['sent', 'sentBack', 'agreed', 'written'] as const)[at % 4] ?? 'sent') : 'agreed'
      ].push(id);
    }
  }
  const perform = async (verb: string, ids: readonly string[], operateMsg: string): Promise<void> => {
    for (const part of pieces(ids)) await admin.put(`/channelsale/accountcheck/${verb}`, { ids: part, operateMsg });
  };
  await perform('submit', [...fates.agreed, ...fates.sent, ...fates.sentBack], '请核对');
  await perform('confirm', fates.agreed, '核对无误');
  await perform('reject', fates.sentBack, '上月退货未扣减，请核对');
  return Object.values(fates).flat().length;
}
