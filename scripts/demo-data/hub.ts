import type { Statement } from '#platform/server/db/statement.ts';
import type { Door } from '#platform/server/db/door.ts';
import { demoPending } from './hub-bills.ts';
import type { Load, Staff } from './people.ts';
import type { Session } from './product.ts';

const billTypes = [
  ['PAY', '付款申请单', 'ap_paybill'],
  ['EXP', '费用报销单', 'er_busibill'],
  ['PUR', '采购订单', 'po_order'],
] as const;
const heads = [
  ['billCode', '单据号', 'input'],
  ['billDate', '单据日期', 'date'],
  ['payee', '往来单位', 'input'],
  ['amount', '金额', 'number'],
  ['reason', '事由', 'textarea'],
] as const;
const lines = [
  ['item', '项目', 'input'],
  ['number', '数量', 'number'],
  ['money', '金额', 'number'],
] as const;
const system = 'SANDBOX';

const sqlText = `
  select b.bill_code, b.bill_date, b.summary, b.amount, b.organize_code, b.submitter_code, b.submitter_name,
    b.approver_code, b.lines, b.record
  from external_bill b
  where b.system_code = :systemCode and b.bill_type_code = :billTypeCode
  order by b.bill_code`;

/**
 * The hub as a brand owner has it that approves payments and purchases of its ERP here: what it knows of the ERP, bills
 * that wait, and a few that were decided.
 */
export async function createHub({ product, plan, admin, password, anchor }: Load, staff: Staff): Promise<void> {
  if (plan.parent !== null) return;
  const { list: users } = await admin.get<{ list: readonly { id: string; username: string; realName: string }[] }>(
    '/sys/user/page?limit=100',
  );
  const main = users.find(({ username }) => username === plan.username);
  const others = users.filter(({ username }) => username !== plan.username).slice(0, 4);
  if (main === undefined) throw new Error(`${plan.code} has no main account`);
  const approvers = [main, ...others];
  await createOrganisations(admin, plan.name, approvers);
  const drafts: string[] = [];
  for (const [i, type] of billTypes.entries()) drafts.push(await createBillType(admin, type, i + 1));
  for (const template of templates) await admin.post('/approve/template', template);
  // The first two statements have a second person behind them, the third waits for one.
  const second = staff.accounts.find(({ roleCode }) => roleCode === 'TENANT_ADMIN');
  if (second !== undefined) {
    const helper = await product.logIn(second.username, password);
    for (const id of drafts.slice(0, 2)) await helper.put('/approve/sql', { id, enableFlag: '1', rowVersion: 1 });
  }
  for (const each of interfaces) await admin.post('/exchange/interface', each);
  await receive(product.door, admin, demoPending(anchor, approvers.length));
  await admin.ask('/exchange/interface/execute', { codes: ['HUB-READ'] });
  await decideSome(admin, main.id);
}

interface Approver {
  readonly id: string;
  readonly realName: string;
}

/** The organisation of the ERP, and who of us is who in it. */
async function createOrganisations(admin: Session, name: string, approvers: readonly Approver[]): Promise<void> {
  const head = await admin.post('/approve/organization', {
    code: 'AO01',
    name: `${name}总部`,
    erpCode: '1001',
    systemCode: system,
  });
  for (const [code, branch, erpCode] of [
    ['AO02', '华东公司', '1002'],
    ['AO03', '华南公司', '1003'],
  ] as const)
    await admin.post('/approve/organization', { pid: head, code, name: branch, erpCode, systemCode: system });
  for (const [i, user] of approvers.entries())
    await admin.post('/approve/user', {
      userId: user.id,
      systemCode: system,
      erpUserCode: `E${String(i + 1).padStart(3, '0')}`,
      erpUserName: user.realName,
      orgCode: i === 0 ? 'AO01' : i % 2 === 0 ? 'AO02' : 'AO03',
    });
}

/** A kind of bill with its fields; answers the statement that reads it, which is a draft. */
async function createBillType(
  admin: Session,
  [code, name, mainTable]: (typeof billTypes)[number],
  sort: number,
): Promise<string> {
  await admin.post('/approve/modules/erp/bill/type', {
    code,
    name,
    systemCode: system,
    erpProduct: 'U8',
    mainTable,
    keyField: 'bill_code',
    flowNumber: `FLOW-${code}`,
    uiType: 'table',
    sort,
  });
  for (const [recordType, fields] of [
    ['0', heads],
    ['1', lines],
  ] as const) {
    for (const [at, [fieldCode, fieldName, uiType]] of fields.entries())
      await admin.post('/approve/modules/erp/bill/dict', {
        billTypeCode: code,
        recordType,
        fieldCode,
        fieldName,
        uiType,
        sort: at + 1,
      });
  }
  return admin.post('/approve/sql', {
    code: `SQL-${code}`,
    name: `待审${name}`,
    systemCode: system,
    databaseType: 'postgresql',
    billTypeCode: code,
    sqlText,
    remark: '编写人保存后为草稿，由另一人启用',
  });
}

const templates = [
  {
    code: 'TPL-PAY',
    name: '付款申请单',
    templateType: '4',
    billTypeCode: 'PAY',
    version: 'standard',
    content: '<h3>{{payee}} {{amount}}</h3><p>{{reason}}</p>{{lines}}<p>单据号 {{billCode}}，日期 {{billDate}}</p>',
  },
  {
    code: 'TPL-PUR',
    name: '采购订单',
    templateType: '4',
    billTypeCode: 'PUR',
    version: 'standard',
    content: '<h3>采购 {{payee}}</h3>{{lines}}<p>合计 {{amount}}</p>',
  },
] as const;

const interfaces = [
  {
    code: 'HUB-READ',
    name: '读取收件箱中的待审单据',
    systemCode: system,
    interfaceType: '2',
    actionType: 'submit',
    remark: '不访问外部系统，按审批SQL读取已收到的单据',
  },
  {
    code: 'HUB-PULL',
    name: '拉取待审单据',
    systemCode: system,
    interfaceType: '1',
    actionType: 'submit',
    enableFlag: '0',
    remark: '启动 scripts/sandbox-erp.ts 后启用',
  },
  {
    code: 'HUB-AGAIN',
    name: '重发未送达的审批结果',
    systemCode: system,
    interfaceType: '1',
    actionType: 'audit',
    url: '/api/approval/result',
    billTypeCode: 'PAY',
  },
] as const;

/** What the ERP sent last, as a pull would have left it. */
async function receive(door: Door, admin: Session, bills: ReturnType<typeof demoPending>): Promise<void> {
  await door.read(
    admin.caller,
    bills.map(({ type, ...record }): Statement => ({
      text: `
        insert into app.approve_inbox (system_code, bill_type_code, bill_code, record)
        values ($1, $2, $3, $4)`,
      values: [system, type, record.billCode, JSON.stringify(record)],
    })),
  );
}

async function decideSome(admin: Session, approver: string): Promise<void> {
  const { list: tasks } = await admin.get<{
    list: readonly { id: string; billCode: string; approverId: string | null }[];
  }>('/approve/task/page?limit=100&fields=all');
  const mine = tasks
    .filter(({ approverId }) => approverId === approver)
    .toSorted((a, b) => (a.billCode < b.billCode ? -1 : 1))
    .map(({ id }) => id);
  await admin.put('/approve/task/approve', { ids: mine.slice(0, 6), operateMsg: '同意' });
  await admin.put('/approve/task/reject', { ids: mine.slice(6, 8), operateMsg: '请补充合同附件' });
}
