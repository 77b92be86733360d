import { drawProcess } from '#workflow/model/engine/drawing.ts';
import { withPlaces } from '#workflow/model/engine/layout.ts';
import { furnish } from '#tests/furniture.ts';
import { hireStaff } from '#tests/staff.ts';
import type { Session, World } from '#tests/world.ts';

/** Documents of reimbursement by their prefix: where they are called and kept, and whether money leaves by them. */
export const papers = {
  EX: { path: '/reimbursement/expense', table: 'reimbursement_expense', group: 'claim' },
  SE: { path: '/reimbursement/special', table: 'reimbursement_specialexpense', group: 'claim' },
  TR: { path: '/reimbursement/travel', table: 'reimbursement_travel', group: 'claim' },
  CT: { path: '/reimbursement/citytransport', table: 'reimbursement_citytransport', group: 'claim' },
  AP: { path: '/reimbursement/application', table: 'reimbursement_application', group: 'application' },
  LN: { path: '/reimbursement/loan', table: 'reimbursement_loan', group: 'loan' },
  RP: { path: '/reimbursement/repayment', table: 'reimbursement_repayment', group: 'repayment' },
  BA: { path: '/reimbursement/budgetadjust', table: 'reimbursement_budgetadjust', group: 'adjustment' },
  BG: { path: '/reimbursement/budget', table: 'reimbursement_budget', group: 'budget' },
} as const;
export type Kind = keyof typeof papers;
export const kindList = Object.keys(papers) as readonly Kind[];
export const processOf = (kind: Kind): string => `HISTORY_${kind}`;
/** What is more than this is decided by a head of department and then by an accountant, the rest by who audits it. */
const decidedAbove = 150;

export interface ClaimOffice {
  readonly clerk: Session;
  readonly manager: Session;
  readonly accountant: Session;
  readonly cashier: Session;
}

/**
 * A tenant whose people claim: three budget accounts that forbid, warn and leave it to the head of the budget, items,
 * policies that cut, and a process of two steps for every kind of document.
 */
export async function openClaimOffice(world: World): Promise<ClaimOffice> {
  const clerk = world.first;
  await furnish(clerk);
  for (const [code, control] of [
    ['B1', '2'],
    ['B2', '1'],
    ['B3', null],
  ] as const)
    await clerk.must('POST', '/data/console/budgetAccount', { code, name: `预算${code}`, control });
  for (const n of [1, 2, 3])
    await clerk.must('POST', '/data/bd/finnance/costsubj', {
      code: `C${n}`,
      name: `科目${n}`,
      budgetAccountCode: `B${n}`,
    });
  for (const [code, costSubjectCode, more] of [
    ['TRAFFIC', 'C1', {}],
    ['HOTEL', 'C1', {}],
    ['MEAL', 'C1', {}],
    ['OTHER', 'C1', {}],
    ['PAPER', 'C2', {}],
    ['BOOK', 'C2', { needInvoice: '1' }],
    ['EVENT', 'C3', { needApplication: '1' }],
    ['TAXI', 'C3', { docType: 'cityTransport' }],
  ] as const)
    await clerk.must('POST', '/reimbursement/item/setting', {
      code,
      name: `项目${code}`,
      costSubjectCode,
      needInvoice: '0',
      ...more,
    });
  for (const [code, itemCode, unit, more] of [
    ['Z1', 'HOTEL', 'night', { dailyAmount: '200', control: '3' }],
    ['Z2', 'MEAL', 'day', { dailyAmount: '40', control: '3' }],
    ['Z3', 'PAPER', 'month', { maxAmount: '600', control: '2' }],
  ] as const)
    await clerk.must('POST', '/reimbursement/rule/policy', { code, name: code, itemCode, unit, ...more });
  await clerk.must('POST', '/data/bd/finance/bankaccount', {
    code: 'BA1',
    name: '基本户',
    bankType: 'icbc',
    bankAccount: '6222',
    openingBank: '一支行',
  });
  const staff = await hireStaff(world, {
    manager: { role: 'DEPT_MANAGER' },
    accountant: { role: 'EXPENSE_ACCOUNTANT' },
    cashier: { role: 'CASHIER' },
  });
  for (const kind of kindList) await sendThroughOffice(clerk, kind);
  return { clerk, ...staff };
}

async function sendThroughOffice(clerk: Session, docType: Kind): Promise<void> {
  const key = processOf(docType);
  const step = (id: string, role: string) =>
    ({ kind: 'userTask', id, name: id, approvers: `role:${role}`, fallbackRole: 'TENANT_ADMIN' }) as const;
  const nodes = [
    { kind: 'startEvent', id: 'start', name: 'start' },
    step('manager', 'DEPT_MANAGER'),
    step('accountant', 'EXPENSE_ACCOUNTANT'),
    { kind: 'endEvent', id: 'end', name: 'end' },
  ];
  const flows = [
    ['start', 'manager'],
    ['manager', 'accountant'],
    ['accountant', 'end'],
  ] as const;
  const { id } = await clerk.must<{ id: string }>('POST', '/activiti/model', {
    name: key,
    key,
    category: '费用',
    modelXml: withPlaces(drawProcess({ key, name: key, docType, nodes, flows })),
  });
  await clerk.must('POST', `/activiti/model/deploy/${id}`, {});
  await clerk.must('POST', '/activiti/bizroute', {
    name: key,
    processDefinitionKey: key,
    docType,
    priority: 100,
    status: '1',
    routeName: 'reimbursement-expense',
    saveUrl: papers[docType].path,
    formName: 'expense',
    condition: `amount > ${decidedAbove}`,
  });
}

/** A parameter of the tenant, in force at once. */
export async function setParam(world: World, code: string, value: string): Promise<void> {
  await world.sql(`delete from app.tenant_params where tenant_code = '1000' and code = $1`, [code]);
  await world.sql(
    `
      insert into app.tenant_params (tenant_code, id, code, name, value, type_code)
      values ('1000', gen_random_uuid(), $1, $1, $2, 'RB')`,
    [code, value],
  );
}
