import { createHash } from 'node:crypto';
import { decimalPattern } from '#platform/model/decimal.ts';
import { fill, textOf, type Label } from '#platform/model/label.ts';
import { isDay } from '#platform/model/time/day.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Row, type RowOf } from '#platform/server/db/statement.ts';
import { mostBills } from '#platform/server/exchange/port.ts';
import { newId } from '#platform/server/db/id.ts';
import { sendMessage } from '#system/server/message/message.ts';
import { approveTask } from '#workflow/model/hub-work.ts';
import { logRows, messageRows, type LogRow } from './hub-log.ts';
import { showBill, type Word } from './hub-show.ts';

/** A type of bills of one system; `keyField` is the column that a bill is known by. */
export interface BillType {
  readonly code: string;
  readonly name: string;
  readonly keyField: string | null;
}
export interface Failure {
  readonly billCode: string;
  readonly reason: string;
}
export interface Taken {
  readonly made: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly recalled: number;
  readonly failed: readonly Failure[];
}
/**
 * What the published statement answered, and the numbers of bills that made no sense: these are still pending over
 * there.
 */
export interface Pending {
  readonly rows: readonly Row[];
  readonly unread: readonly string[];
}

const why = {
  unread: ['单据内容无法识别', '單據內容無法識別', 'the document is not understood'],
  noCode: [
    '结果行没有单据号（列{column}）',
    '結果列沒有單據號（欄{column}）',
    'a row has no document number (column {column})',
  ],
  twice: ['单据号重复', '單據號重複', 'the number stands twice in the answer'],
  approver: [
    '审批人【{code}】没有对应的审批用户',
    '審批人【{code}】沒有對應的審批使用者',
    'approver {code} is mapped to no user',
  ],
  organization: [
    '组织【{code}】没有对应的审批组织',
    '組織【{code}】沒有對應的審批組織',
    'organisation {code} is mapped to none of ours',
  ],
  amount: ['金额【{value}】格式错误', '金額【{value}】格式錯誤', 'amount {value} is no figure'],
  date: ['日期【{value}】格式错误', '日期【{value}】格式錯誤', 'date {value} is no day'],
} as const satisfies Readonly<Record<string, Label>>;
const toDo: Label = [
  '{type}：{count}张单据待审批（{codes}）',
  '{type}：{count}張單據待審批（{codes}）',
  '{type}: {count} {count:document waits|documents wait} for you ({codes})',
];
const waits: Label = ['{type} {code} 待审批', '{type} {code} 待審批', '{type} {code} waits for approval'];
const come: Label = ['来自{system}', '來自{system}', 'from {system}'];
const gone: Label = ['{system}已收回', '{system}已收回', 'taken back by {system}'];

const knownTask = {
  billCode: 'text',
  isChecked: 'text?',
  executeStatus: 'text?',
  digest: 'text?',
  enableFlag: 'text?',
} as const;
const person = { erpUserCode: 'text', userId: 'uuid', realName: 'text' } as const;
interface Bill {
  readonly code: string;
  readonly date: string | null;
  readonly summary: string | null;
  readonly amount: string | null;
  readonly submitterName: string | null;
  readonly orgCode: string | null;
  readonly approverId: string | null;
  readonly submitUserId: string | null;
  readonly content: string;
  readonly digest: string;
  readonly record: Row;
}

/** How a label reads in the language of whoever takes the bills. */
type Say = (label: Label, params?: Readonly<Record<string, string | number>>) => string;

/** What this house knows of a system's bills, people and organisations. */
interface Basis {
  readonly before: ReadonlyMap<string, RowOf<typeof knownTask>>;
  readonly userOf: ReadonlyMap<string, RowOf<typeof person>>;
  readonly orgOf: ReadonlyMap<string, string>;
  readonly words: readonly Word[];
  readonly template: string | null;
  /** Nothing of the answer is kept from whoever asked. */
  readonly isWhole: boolean;
}

/**
 * One task for each pending bill, known by system, type and number. An open one follows its bill; a decided one comes
 * back only after its decision was accepted over there and the bill says something else since (when it was submitted is
 * part of that): an answer that was on its way while somebody decided reopens nothing. What is not pending any more was
 * taken back. All of it or nothing.
 */
export async function takeBills(
  ctx: Command,
  system: { readonly code: string; readonly name: string },
  type: BillType,
  { rows, unread }: Pending,
): Promise<Taken> {
  const say: Say = (label, params = {}) => fill(textOf(label, ctx.language), params);
  const named = rows.map((row) => ({ row, code: codeOf(row, type) }));
  const codes = [...new Set(named.flatMap(({ code }) => (code === null ? [] : [code])))];
  const basis = await basisOf(ctx, readsFor(system.code, type.code, { codes, ...peopleIn(rows) }));
  const failed: Failure[] = unread.map((billCode) => ({ billCode, reason: say(why.unread) }));
  const bills = new Map<string, Bill>();
  for (const { row, code } of named) {
    const bill = bills.has(code ?? '') ? { fault: why.twice, params: {} } : billOf(row, code, { basis, type });
    if ('fault' in bill) failed.push({ billCode: code ?? '', reason: say(bill.fault, bill.params) });
    else bills.set(bill.code, bill);
  }
  const sorted = [...bills.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const { made, changed, recalled } = await ctx.all({
    made: putTasks(
      system.code,
      type.code,
      sorted.filter((bill) => isFresh(basis, bill)),
      ctx,
    ),
    changed: putTasks(
      system.code,
      type.code,
      sorted.filter((bill) => isMended(basis, bill)),
      ctx,
    ),
    // A full answer may have been cut off, and whoever sees only some organisations may not see all of it: then nobody
    // knows what is missing.
    recalled: recall(system.code, type.code, rows.length >= mostBills || !basis.isWhole ? null : [...codes, ...unread]),
  });
  const fresh = made.flatMap(({ billCode }) => bills.get(billCode) ?? []);
  logTaking(ctx, type, { fresh, recalled, failed, say: (label) => say(label, { system: system.name }) });
  tellApprovers(ctx, type, fresh, { say });
  return {
    made: fresh.length,
    changed: changed.length,
    unchanged: bills.size - fresh.length - changed.length,
    recalled: recalled.length,
    failed,
  };
}

/** Codes of theirs that the rows name: people and organisations. */
function peopleIn(rows: readonly Row[]): {
  readonly users: readonly string[];
  readonly organizations: readonly string[];
} {
  const named = (key: string): string[] => [
    ...new Set(
      rows.flatMap((row) => {
        const text = textOr(row[key]);
        return text === null ? [] : [text];
      }),
    ),
  ];
  return { users: [...named('approver_code'), ...named('submitter_code')], organizations: named('organize_code') };
}

async function basisOf(ctx: Command, reads: ReturnType<typeof readsFor>): Promise<Basis> {
  const { known, people, organizations, words, templates, scope } = await ctx.all(reads);
  return {
    before: new Map(known.map((each) => [each.billCode, each])),
    userOf: new Map(people.map((each) => [each.erpUserCode, each])),
    orgOf: new Map(organizations.map(({ erpCode, code }) => [erpCode, code])),
    words,
    template: templates[0]?.content ?? null,
    isWhole: scope[0]?.isWhole === true,
  };
}

interface Fault {
  readonly fault: Label;
  readonly params: Readonly<Record<string, string>>;
}

/** One row of the answer as a bill of ours, or what is wrong with it: one bad row keeps no other back. */
function billOf(
  row: Row,
  code: string | null,
  { basis, type }: { readonly basis: Basis; readonly type: BillType },
): Bill | Fault {
  if (code === null) return { fault: why.noCode, params: { column: type.keyField ?? 'bill_code' } };
  const [date, amount, approver, submitter, organization] = [
    'bill_date',
    'amount',
    'approver_code',
    'submitter_code',
    'organize_code',
  ].map((key) => textOr(row[key])) as [string | null, string | null, string | null, string | null, string | null];
  const approverId = approver === null ? null : basis.userOf.get(approver)?.userId;
  const orgCode = organization === null ? null : basis.orgOf.get(organization);
  if (date !== null && !isDay(date)) return { fault: why.date, params: { value: date.slice(0, 20) } };
  if (amount !== null && !decimalPattern.test(amount))
    return { fault: why.amount, params: { value: amount.slice(0, 20) } };
  if (approverId === undefined) return { fault: why.approver, params: { code: approver ?? '' } };
  if (orgCode === undefined) return { fault: why.organization, params: { code: organization ?? '' } };
  const { record, summary, submitter_name: submitterName } = row;
  const head = { ...jsonIn<Row>(record, {}), ...row };
  const sender = submitter === null ? undefined : basis.userOf.get(submitter);
  return {
    code,
    date,
    amount,
    orgCode,
    approverId,
    submitUserId: sender?.userId ?? null,
    summary: textOr(summary)?.slice(0, approveTask.fields.summary.max) ?? null,
    submitterName: sender?.realName ?? textOr(submitterName) ?? submitter,
    content: contentOf(row, head, basis),
    digest: createHash('sha256')
      .update(JSON.stringify([row, approverId, orgCode]))
      .digest('base64url'),
    record: head,
  };
}

function contentOf({ lines: told }: Row, head: Row, { words, template }: Basis): string {
  const lines = jsonIn<readonly Row[]>(told, []);
  return showBill({ head, lines: Array.isArray(lines) ? lines : [] }, words, template).slice(
    0,
    approveTask.fields.content.max,
  );
}

function isFresh({ before }: Basis, { code, digest }: Bill): boolean {
  const was = before.get(code);
  return (
    was === undefined ||
    was.enableFlag !== '1' ||
    (was.isChecked === '1' && was.executeStatus === '2' && was.digest !== digest)
  );
}

function isMended({ before }: Basis, { code, digest }: Bill): boolean {
  const was = before.get(code);
  return was !== undefined && was.enableFlag === '1' && was.isChecked !== '1' && was.digest !== digest;
}

/** What came, what went and what was not understood; a bill that stays wrong is said once a day. */
function logTaking(
  ctx: Command,
  type: BillType,
  {
    fresh,
    recalled,
    failed,
    say,
  }: {
    readonly fresh: readonly Bill[];
    readonly recalled: readonly { readonly billCode: string }[];
    readonly failed: readonly Failure[];
    readonly say: (label: Label) => string;
  },
): void {
  const log = (billCode: string, more: Partial<LogRow>): LogRow => ({
    billTypeCode: type.code,
    billCode,
    actionType: 'submit',
    returnStatus: '1',
    logType: '2',
    operatorName: ctx.identity.realName,
    ...more,
  });
  logRows(ctx, [
    ...fresh.map(({ code }) => log(code, { message: say(come) })),
    ...recalled.map(({ billCode }) => log(billCode, { actionType: 'recall', message: say(gone) })),
  ]);
  logRows(
    ctx,
    failed.map(({ billCode, reason }) => log(billCode, { returnStatus: '0', logType: '3', message: reason })),
    { isOnceADay: true },
  );
}

function tellApprovers(ctx: Command, type: BillType, bills: readonly Bill[], { say }: { readonly say: Say }): void {
  const byApprover = Map.groupBy(
    bills.filter(({ approverId }) => approverId !== null),
    ({ approverId }) => approverId ?? '',
  );
  for (const [approverId, own] of byApprover) {
    messageRows(
      ctx,
      own.map(({ code }) => ({
        messageType: '0',
        messageTitle: 'todo',
        content: say(waits, { type: type.name, code }),
        billTypeCode: type.code,
        billCode: code,
        receiveUserId: approverId,
        receiverName: null,
      })),
    );
    sendMessage(ctx, {
      to: [approverId],
      title: 'todo',
      type: '0',
      content: say(toDo, {
        type: type.name,
        count: own.length,
        codes:
          own
            .slice(0, 3)
            .map(({ code }) => code)
            .join(', ') + (own.length > 3 ? '…' : ''),
      }),
      routeName: 'approve-task',
    });
  }
}

function readsFor(
  systemCode: string,
  typeCode: string,
  {
    codes,
    users,
    organizations,
  }: {
    readonly codes: readonly string[];
    readonly users: readonly string[];
    readonly organizations: readonly string[];
  },
) {
  return {
    known: statement(
      knownTask,
      `
        select bill_code, is_checked, execute_status, digest, enable_flag
        from app.approve_task
        where system_code = $1 and bill_type_code = $2 and bill_code = any($3::text[])
        order by id
        for update`,
      [systemCode, typeCode, codes],
    ),
    people: statement(
      person,
      `
        select a.erp_user_code, a.user_id, u.real_name
        from app.approve_user a
        join app.sys_user u on u.id = a.user_id and u.status = '1'
        where a.system_code = $1 and a.enable_flag = '1' and a.erp_user_code = any($2::text[])`,
      [systemCode, users],
    ),
    organizations: statement(
      { erpCode: 'text', code: 'text' },
      `
        select distinct on (erp_code) erp_code, code
        from app.approve_organization
        where (system_code = $1 or system_code is null) and enable_flag = '1' and erp_code = any($2::text[])
        order by erp_code, system_code nulls last, code`,
      [systemCode, organizations],
    ),
    ...formReads(typeCode),
    scope: statement({ isWhole: 'boolean' }, 'select (select sec.organizations()) is null as is_whole'),
  };
}

/** What a bill of this type looks like to an approver. */
const formReads = (typeCode: string) => ({
  words: statement(
    { recordType: 'text', fieldCode: 'text', fieldName: 'text' },
    `
      select record_type, field_code, field_name
      from app.approve_billdict
      where bill_type_code = $1 and enable_flag = '1' and show_flag = '1'
      order by record_type, sort nulls last, field_code`,
    [typeCode],
  ),
  templates: statement(
    { content: 'text' },
    `
      select content
      from app.approve_template
      where bill_type_code = $1 and enable_flag = '1'
      order by template_type = '4' desc, update_date desc nulls last, code
      limit 1`,
    [typeCode],
  ),
});

/** Of two who take the same bill for the first time the second finds it there. */
const putTasks = (systemCode: string, typeCode: string, bills: readonly Bill[], { identity }: Command) =>
  statement(
    { billCode: 'text' },
    `
      insert into app.approve_task as t (
        id, system_code, bill_type_code, bill_code, bill_date, summary, amount, submitter_name, flow_status, org_code,
        approver_id, submit_user_id, content, digest, record, creator_id, creator_name
      )
      select x.id, $1, $2, x.code, x.date, x.summary, x.amount, x."submitterName", '1', x."orgCode", x."approverId",
        x."submitUserId", x.content, x.digest, x.record, $4, $5
      from jsonb_to_recordset($3::jsonb) x(
        id uuid, code text, date date, summary text, amount numeric, "submitterName" text, "orgCode" text,
        "approverId" uuid, "submitUserId" uuid, content text, digest text, record jsonb
      )
      order by x.code
      on conflict (tenant_code, system_code, bill_type_code, bill_code) do update
        set bill_date = excluded.bill_date, summary = excluded.summary, amount = excluded.amount,
          submitter_name = excluded.submitter_name, flow_status = '1', org_code = excluded.org_code,
          approver_id = excluded.approver_id, submit_user_id = excluded.submit_user_id, content = excluded.content,
          digest = excluded.digest, record = excluded.record, is_checked = '0', approve_result = null,
          enable_flag = '1', audit_person_name = null, audit_date = null, audit_msg = null, execute_status = null,
          row_version = t.row_version + 1, update_date = now(), updater_name = $5
      where (t.digest is distinct from excluded.digest or t.enable_flag = '0')
        and (t.is_checked = '0' or t.execute_status = '2')
      returning t.bill_code`,
    [
      systemCode,
      typeCode,
      JSON.stringify(bills.map((bill) => ({ ...bill, id: newId() }))),
      identity.userId,
      identity.realName,
    ],
  );

const recall = (systemCode: string, typeCode: string, pending: readonly string[] | null) =>
  statement(
    { billCode: 'text' },
    `
      update app.approve_task
      set enable_flag = '0', flow_status = '0', row_version = row_version + 1, update_date = now()
      where system_code = $1
        and bill_type_code = $2
        and is_checked = '0'
        and enable_flag = '1'
        and $3::text[] is not null
        and bill_code <> all($3::text[])
      returning bill_code`,
    [systemCode, typeCode, pending],
  );

function codeOf(row: Row, { keyField }: BillType): string | null {
  const { bill_code: usual } = row;
  const code = textOr(row[keyField ?? 'bill_code']) ?? textOr(usual);
  return code === null || code.length > 50 ? null : code;
}

const textOr = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

function jsonIn<Value>(text: unknown, otherwise: Value): Value {
  try {
    return typeof text === 'string' ? ((JSON.parse(text) as Value | null) ?? otherwise) : otherwise;
  } catch {
    return otherwise;
  }
}
