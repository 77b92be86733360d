import { dayAfter, streamOf } from './stream.ts';
import type { Customer } from './partners.ts';
import type { Staff } from './people.ts';
import type { Session } from './product.ts';
import type { TenantPlan } from './tenants.ts';

interface Desk {
  readonly staff: Staff;
  readonly plan: TenantPlan;
  readonly customers: readonly Customer[];
  readonly anchor: string;
}
interface Saved {
  readonly id: string;
}
interface Page<Row> {
  readonly list: readonly Row[];
}

/**
 * What lies on the desk of those who write: money at the bank and whose it is, and what is ordered every week the same.
 */
export async function keepDesk(desk: Desk): Promise<void> {
  await claimBankLines(desk);
  await keepTemplates(desk);
}

/** The bank's lines of the last weeks: most are claimed, the newest wait, and some say a name that nobody knows. */
async function claimBankLines(desk: Desk): Promise<void> {
  const {
    staff: { manager, auditor },
    plan,
    customers,
    anchor,
  } = desk;
  const chance = streamOf(`bank lines ${plan.code}`);
  const { list: accounts } = await manager.get<Page<{ code: string; organizeCode: string }>>(
    '/data/bd/finance/bankaccount/page?page=1&limit=20',
  );
  const payers = customers.filter(({ isOpen }) => isOpen).slice(0, 24);
  const lines = await Promise.all(
    payers.flatMap((payer, i) => {
      const account = accounts.find(({ organizeCode }) => organizeCode === payer.organizeCode) ?? accounts[0];
      if (account === undefined) return [];
      const isKnown = i % 6 !== 5;
      return [
        manager
          .post('/channelsale/bankstatement', {
            bankAccountCode: account.code,
            tradeDate: dayAfter(anchor, -chance.between(1, 25)),
            serialNo: `${anchor.slice(0, 4)}${chance.digits(14)}`,
            payerAccount: `62${chance.digits(17)}`,
            payerName: isKnown ? payer.name : chance.pick(['代付公司', '个人转账', '第三方支付清算']),
            amount: `${chance.between(5, 400)}00`,
            remark: chance.pick(['货款', '往来款', '']),
          })
          .then((id) => ({ id, payer, isClaimed: isKnown && i % 3 !== 0 })),
      ];
    }),
  );
  const claimed = lines
    .filter(({ isClaimed }) => isClaimed)
    .map(({ id, payer }) => ({ id, customerCode: payer.code, organizeCode: payer.organizeCode }));
  if (claimed.length === 0) return;
  const { bills } = await manager.put<{ bills: readonly Saved[] }>('/channelsale/bankstatement/claim', {
    lines: claimed,
  });
  // The last ones wait for the cashier.
  if (bills.length > 2)
    await auditor.put(
      '/channelsale/bill/audit',
      bills.slice(0, -2).map(({ id }) => id),
    );
}

const kept = [
  ['每周补货', '周一上午下单'],
  ['门店首批铺货', '新店开业用'],
  ['工程标准配套', '按 100 平方米'],
] as const;

async function keepTemplates({ staff: { manager } }: Desk): Promise<void> {
  const { list } = await manager.get<Page<Saved>>('/channelsale/order/page?page=1&limit=3&billStatus=1');
  for (const [i, [name, remark]] of kept.entries()) {
    const source = list[i];
    if (source === undefined) return;
    const { lines } = await manager.get<{ lines: readonly { productCode: string; number: string }[] }>(
      `/channelsale/order/${source.id}`,
    );
    await saveTemplate(manager, { name, remark }, lines);
  }
}

const saveTemplate = (
  who: Session,
  named: { readonly name: string; readonly remark: string },
  lines: readonly { readonly productCode: string; readonly number: string }[],
): Promise<string> =>
  who.post('/channelsale/ordertemplate', {
    ...named,
    content: { head: {}, lines: lines.map(({ productCode, number }) => ({ text: productCode, changes: { number } })) },
  });
