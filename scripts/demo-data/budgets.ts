import type { Load, Staff } from './people.ts';
import { dayAfter, streamOf } from './stream.ts';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Coded {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}
interface Line {
  readonly budgetAccountCode: string;
  readonly month: number;
  readonly amount: string;
}

/** What people claim; the subject is found by a word of its name, and any where there is none. */
const items = [
  ['TRAFFIC', '城际交通费', '差旅', null, '0'],
  ['HOTEL', '住宿费', '差旅', null, '0'],
  ['MEAL', '餐费补助', '差旅', null, '0'],
  ['OTHER', '其他差旅费用', '差旅', null, '0'],
  ['TAXI', '市内交通费', '交通', 'cityTransport', '0'],
  ['GUEST', '业务招待费', '招待', 'expense', '0'],
  ['OFFICE', '办公用品', '办公', 'expense', '0'],
  ['EVENT', '市场活动费', '广告', 'specialExpense', '1'],
] as const;

/** Nights by rank and city, meals a day, taxis a month: the managers (PT01) before everybody else. */
const policies = [
  ['ZC01', '管理人员一线城市住宿', 'HOTEL', 'PT01', '1', 'night', '600', null, '3'],
  ['ZC02', '管理人员省会城市住宿', 'HOTEL', 'PT01', '2', 'night', '500', null, '3'],
  ['ZC03', '一线城市住宿', 'HOTEL', null, '1', 'night', '450', null, '3'],
  ['ZC04', '省会城市住宿', 'HOTEL', null, '2', 'night', '380', null, '3'],
  ['ZC05', '其他城市住宿', 'HOTEL', null, null, 'night', '300', null, '3'],
  ['ZC06', '出差餐补', 'MEAL', null, null, 'day', '100', null, '3'],
  ['ZC07', '市内交通', 'TAXI', null, null, 'month', null, '800', '1'],
  ['ZC08', '业务招待', 'GUEST', null, null, 'time', null, '2000', '4'],
  ['ZC09', '办公用品', 'OFFICE', null, null, 'month', null, '1000', '2'],
] as const;

/**
 * Items, policies, and the budgets of the departments for the year of the anchor: approved, one changed, some asked of.
 */
export async function createBudgets(load: Load, staff: Staff): Promise<void> {
  const { admin, plan, share, anchor } = load;
  const chance = streamOf(`budgets ${plan.code}`);
  const [accounts, subjects, depts] = await Promise.all([
    flat(admin.get<readonly Node[]>('/data/console/budgetAccount/list?status=1')),
    flat(admin.get<readonly Node[]>('/data/bd/finnance/costsubj/list?status=1')),
    flat(admin.get<readonly Node[]>('/data/bd/dept/list?status=1')),
  ]);
  const leaves = accounts.filter(({ code }) => /^YS\d{3}$/.test(code));
  const subjectOf = (word: string): string =>
    (subjects.find(({ name, code }) => name.includes(word) && /^66\d{3}$/.test(code)) ?? subjects.at(-1))?.code ?? '';
  for (const [code, name, word, docType, needApplication] of items)
    await admin.post('/reimbursement/item/setting', {
      code,
      name,
      docType,
      costSubjectCode: subjectOf(word),
      needApplication,
      needInvoice: code === 'MEAL' ? '0' : '1',
    });
  for (const [code, name, itemCode, personnelTypeCode, cityLevel, unit, dailyAmount, maxAmount, control] of policies)
    await admin.post('/reimbursement/rule/policy', {
      code,
      name,
      itemCode,
      personnelTypeCode,
      cityLevel,
      unit,
      dailyAmount,
      maxAmount,
      control,
    });
  const year = Number.parseInt(anchor.slice(0, 4), 10);
  const chosen = depts.slice(0, Math.max(3, Math.round(depts.length * share)));
  for (const [at, dept] of chosen.entries()) {
    const lines = leaves.flatMap(({ code }): Line[] => {
      const monthly = chance.between(2, 20) * 500;
      return Array.from({ length: 12 }, (_month, i) => ({
        budgetAccountCode: code,
        month: i + 1,
        amount: `${monthly}`,
      }));
    });
    const id = await staff.deputy.post('/reimbursement/budget', {
      organizeCode: dept.organizeCode,
      year,
      deptCode: dept.code,
      control: at % 3 === 0 ? '2' : '1',
      billDate: anchor,
      lines,
    });
    // The last is still being discussed.
    if (at < chosen.length - 1 || at === 0) await staff.auditor.put('/reimbursement/budget/audit', [id]);
  }
  await changeAndAsk(load, staff, { depts: chosen, account: leaves[0]?.code ?? '', year });
}

async function changeAndAsk(
  { admin, anchor }: Load,
  { deputy, auditor }: Staff,
  {
    depts: [first, second],
    account,
    year,
  }: { readonly depts: readonly Node[]; readonly account: string; readonly year: number },
): Promise<void> {
  if (first === undefined || second === undefined) return;
  const month = Number.parseInt(anchor.slice(5, 7), 10);
  const adjusted = await deputy.post('/reimbursement/budgetadjust', {
    organizeCode: first.organizeCode,
    year,
    adjustType: '1',
    reason: '项目由两个部门共同承担',
    billDate: anchor,
    lines: [{ deptCode: first.code, budgetAccountCode: account, month, amount: '300', toDeptCode: second.code }],
  });
  await auditor.put('/reimbursement/budgetadjust/audit', [adjusted]);
  await deputy.post('/reimbursement/budgetadjust', {
    organizeCode: second.organizeCode,
    year,
    adjustType: '0',
    reason: '新增区域，追加差旅预算',
    billDate: anchor,
    lines: [{ deptCode: second.code, budgetAccountCode: account, month, amount: '2000' }],
  });
  const { list } = await admin.get<Page<{ readonly code: string; readonly organizeCode: string }>>(
    `/data/bd/personnel/page?limit=3&deptCode=${first.code}&status=1`,
  );
  for (const [i, { code, organizeCode }] of list.entries()) {
    const id = await deputy.post('/reimbursement/application', {
      organizeCode,
      applicantCode: code,
      deptCode: first.code,
      reason: ['华东客户回访', '新品推介会', '区域培训'][i] ?? '客户拜访',
      billDate: anchor,
      dueDate: dayAfter(anchor, 60),
      lines: [
        { itemCode: 'TRAFFIC', occurDate: anchor, amount: '260' },
        { itemCode: 'HOTEL', occurDate: anchor, amount: '380' },
      ],
    });
    if (i === 0) await auditor.put('/reimbursement/application/audit', [id]);
  }
}

interface Node extends Coded {
  readonly organizeCode?: string;
  readonly children?: readonly Node[];
}
/** A list with its branches laid out, those above first. */
async function flat(asked: Promise<readonly Node[]>): Promise<readonly Node[]> {
  const open = (nodes: readonly Node[]): readonly Node[] =>
    nodes.flatMap((node) => [node, ...open(node.children ?? [])]);
  return open(await asked);
}
