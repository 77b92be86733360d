import { application } from '#expense/model/application/application.ts';
import { cityTransport } from '#expense/model/claim/city-transport.ts';
import { expenseClaim } from '#expense/model/claim/expense.ts';
import { specialExpense } from '#expense/model/claim/special-expense.ts';
import { travel } from '#expense/model/claim/travel.ts';
import { loan } from '#expense/model/loan/loan.ts';
import { repayment } from '#expense/model/loan/repayment.ts';
import type { Document } from '#platform/model/document.ts';
import type { Load, Staff } from './people.ts';
import type { Body, Session } from './product.ts';
import { send } from './send.ts';
import { dayAfter } from './stream.ts';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Person {
  readonly userId: string | null;
  readonly code: string;
  readonly organizeCode: string;
  readonly deptCode: string;
}

/** Documents of reimbursement with their routes: what the general manager agrees to. */
export const claimRoutes = [
  [loan, 'LN_LOAN', '借款审批'],
  [repayment, 'RP_REPAY', '还款审批'],
  [expenseClaim, 'EX_EXPENSE', '费用报销审批'],
  [specialExpense, 'SE_SPECIAL', '专项费用审批'],
  [travel, 'TR_TRAVEL', '差旅报销审批'],
  [cityTransport, 'CT_CITY', '市内交通审批'],
] as const satisfies readonly (readonly [Document, string, string])[];
const processOf = (document: Document): string => claimRoutes.find(([each]) => each === document)?.[1] ?? 'AP_APPLY';

/**
 * What people of the house borrow, repay and claim: one document of each kind in each state that it can be in, some of
 * them paid. The employee writes, the general manager agrees, and the money leaves by somebody else.
 */
export async function showClaims({ admin, anchor }: Load, staff: Staff): Promise<void> {
  const { employee, deputy, auditor, leader } = staff;
  const me = await employee.get<{ readonly id: string }>('/sys/user/info');
  const { list: people } = await admin.get<Page<Person>>('/data/bd/personnel/page?limit=500');
  const person = people.find(({ userId }) => userId === me.id);
  const {
    list: [account],
  } = await admin.get<Page<{ readonly code: string }>>('/data/bd/finance/bankaccount/page?limit=1&status=1');
  if (person === undefined || account === undefined) return;
  const bodies = bodiesFor(person, anchor);
  const writeOf =
    ({ path }: Document, who: Session, bodyOf: (n: number) => Body) =>
    (n: number, query = ''): Promise<string> =>
      who.post(`${path}${query}`, { ...bodyOf(n), billDate: anchor });
  const agree = async (document: Document, who: Session, id: string): Promise<string> => {
    await send(who, processOf(document), id);
    await leader.put(`${document.path}/approve`, { ids: [id], operateMsg: '同意' });
    return id;
  };
  const pay = (document: Document, id: string): Promise<unknown> =>
    deputy.put(`${document.path}/pay`, { ids: [id], bankAccountCode: account.code, payDate: anchor });
  const show = async (document: Document, who: Session, bodyOf: (n: number) => Body): Promise<string> => {
    const write = writeOf(document, who, bodyOf);
    await write(0);
    await who.put(`${document.path}/cancel`, { ids: [await write(1)], operateMsg: '录入有误' });
    await write(2, '?stash=1');
    await send(who, processOf(document), await write(3));
    const over = await agree(document, who, await write(4));
    await auditor.put(`${document.path}/close`, { ids: [over], operateMsg: '业务完结' });
    return agree(document, who, await write(5));
  };
  const lent = await show(loan, employee, bodies.loan);
  await pay(loan, lent);
  const second = await agree(loan, employee, await writeOf(loan, employee, bodies.loan)(6));
  await pay(loan, second);
  const { code: loanCode } = await employee.get<{ readonly code: string }>(`${loan.path}/${second}`);
  await show(repayment, employee, (n) => bodies.repayment(n, loanCode));
  const planned = await agree(application, deputy, await writeOf(application, deputy, bodies.application)(6));
  const { code: applicationCode } = await deputy.get<{ readonly code: string }>(`${application.path}/${planned}`);
  await pay(expenseClaim, await show(expenseClaim, employee, bodies.expense)).catch(nothingToPay);
  await show(specialExpense, employee, (n) => bodies.special(n, applicationCode));
  await pay(travel, await show(travel, employee, bodies.travel)).catch(nothingToPay);
  await show(cityTransport, employee, bodies.city);
}

/** Offset as a whole with a loan. */
const nothingToPay = (): undefined => undefined;

/** What is written the n-th time, each for another day or amount. */
function bodiesFor(person: Person, anchor: string) {
  const { code: applicantCode, organizeCode, deptCode } = person;
  const asked = (reason: string): Body => ({
    organizeCode,
    applicantCode,
    deptCode,
    applyDate: anchor,
    reason,
    payeeBank: '中国工商银行杭州分行',
    payeeAccount: '6222021202000000000',
  });
  return {
    loan: (n: number): Body => ({
      ...asked('参加展会备用金'),
      repayDate: dayAfter(anchor, 30 + n),
      lines: [{ itemCode: 'OTHER', amount: `${300 + 10 * n}` }],
    }),
    repayment: (n: number, loanCode: string): Body => ({
      ...asked('余款退回'),
      loanCode,
      lines: [{ amount: `${10 + n}` }],
    }),
    application: (n: number): Body => ({
      organizeCode,
      applicantCode,
      deptCode,
      reason: '秋季新品推介会',
      dueDate: dayAfter(anchor, 60),
      lines: [{ itemCode: 'EVENT', occurDate: anchor, amount: `${3000 + n}` }],
    }),
    expense: (n: number): Body => ({ ...asked('客户接待与办公用品'), ...dinner(n, anchor) }),
    special: (n: number, applicationCode: string): Body => ({
      ...asked('推介会场地'),
      projectName: '秋季新品推介会',
      applicationCode,
      lines: [{ itemCode: 'EVENT', occurDate: anchor, amount: `${200 + n}` }],
      invoices: [invoice(n, 3, `${200 + n}`, anchor)],
    }),
    travel: (n: number): Body => ({ ...asked('华东客户回访'), ...trip(n, anchor) }),
    city: (n: number): Body => ({ ...asked('市内拜访客户'), ...ride(n, anchor) }),
  } as const;
}

const invoice = (n: number, kind: number, total: string, date: string, type = 'eOrdinary'): Body => ({
  lineNo: 1,
  type,
  number: `2633200000${kind}${String(n).padStart(9, '0')}`,
  date,
  total,
  tax: null,
});

const dinner = (n: number, anchor: string): Body => ({
  lines: [
    { itemCode: 'GUEST', occurDate: dayAfter(anchor, -n), amount: `${480 + n}` },
    { itemCode: 'OFFICE', occurDate: dayAfter(anchor, -n), amount: '60' },
  ],
  invoices: [
    invoice(n, 1, `${480 + n}`, anchor),
    { ...invoice(n, 2, '60', anchor, 'eSpecial'), lineNo: 2, net: '53.1', tax: '6.9' },
  ],
});

function trip(n: number, anchor: string): Body {
  const [startDate, endDate] = [dayAfter(anchor, -4 * n - 6), dayAfter(anchor, -4 * n - 4)];
  const leg = { startDate, endDate, fromCity: '杭州', toCity: '上海', areaCode: '310100', vehicle: '高铁' };
  return {
    tripStartDate: startDate,
    tripEndDate: endDate,
    lines: [{ ...leg, trafficAmount: '146', hotelAmount: `${960 + n}` }],
    invoices: [invoice(n, 4, '146', anchor, 'rail'), invoice(n, 5, `${960 + n}`, anchor)],
  };
}

const ride = (n: number, anchor: string): Body => ({
  lines: [
    {
      occurDate: dayAfter(anchor, -n),
      fromPlace: '公司',
      toPlace: '城西门店',
      vehicle: '出租车',
      purpose: '门店巡查',
      amount: `${35 + n}`,
    },
  ],
  invoices: [invoice(n, 6, `${35 + n}`, anchor, 'taxi')],
});
