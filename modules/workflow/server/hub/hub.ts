import { z } from 'zod';
import { fill, textOf, type Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, refusal, Refusal, tooMany } from '#platform/model/refusal.ts';
import { commandOn, unattended, type Command, type Origin } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Caller, Door } from '#platform/server/db/door.ts';
import { containing } from '#platform/server/list/filter.ts';
import type { PageAnswer } from '#platform/server/list/list.ts';
import {
  ExchangeFault,
  mostBills,
  type Exchange,
  type ExchangeAdapter,
  type ExchangeSystem,
} from '#platform/server/exchange/port.ts';
import { systemSecretIn } from '#system/server/operation/system-secret.ts';
import { readingOf, type Call, type Route } from '#platform/server/http/route.ts';
import { serveJob, type JobHandler } from '#platform/server/job/handler.ts';
import { logInterface } from '#platform/server/log/interface-log.ts';
import { serveLog } from '#platform/server/log/remove-log.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { pullApprovals } from '#workflow/model/hub-job.ts';
import { approveUser } from '#workflow/model/hub.ts';
import { approveLog, exchangeInterface } from '#workflow/model/hub-work.ts';
import { approveSqlService, runQuery, sqlRoutes } from './approve-sql.ts';
import { approveMessageService, approveTaskService, sendAnswer } from './hub-decide.ts';
import { logRows } from './hub-log.ts';
import { pendingForm } from './pending-bill.ts';
import { takeBills, type BillType, type Failure } from './hub-take.ts';

/** One exchange that was executed. */
export interface Executed {
  readonly code: string;
  readonly name: string;
  readonly msg: string;
  readonly isDone: boolean;
  readonly made: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly recalled: number;
  readonly sent: number;
  readonly failed: readonly Failure[];
}

/** Whoever executes: a person with his call, or the run of a job. */
interface Actor {
  readonly door: Door;
  readonly caller: Caller;
  readonly origin: Origin;
}

const exchangeOff = refusal('E-HUB-OFF', 20144, [
  '数据交换【{code}】或其外部系统已停用',
  '資料交換【{code}】或其外部系統已停用',
  'The exchange {code} or its system is disabled',
]);
const noTypes = refusal('E-HUB-TYPES', 20145, [
  '外部系统【{system}】没有启用的审批单据',
  '外部系統【{system}】沒有啟用的審批單據',
  'The system {system} has no enabled document type',
]);
const noAction = refusal('E-HUB-ACTION', 20146, [
  '动作类型只能执行“提交”（拉取待审单据）或“审核”（重发审批结果）',
  '動作類型只能執行「提交」（拉取待審單據）或「審核」（重發審批結果）',
  'Only the actions Submit (pull pending documents) and Approve (send decisions again) can be executed',
]);
const underWay = refusal('E-HUB-BUSY', 20147, [
  '正在执行，请稍后再试',
  '正在執行，請稍後再試',
  'It is being executed; try again shortly',
]);
const pulled: Label = [
  '新增{made}，更新{changed}，收回{recalled}，未变{unchanged}，失败{failed}',
  '新增{made}，更新{changed}，收回{recalled}，未變{unchanged}，失敗{failed}',
  '{made} new, {changed} changed, {recalled} taken back, {unchanged} unchanged, {failed} failed',
];
const sentAgain: Label = [
  '重发{sent}条审批结果',
  '重發{sent}筆審批結果',
  '{sent} {sent:decision|decisions} sent again',
];

/** A mapping is found by what its user logs in as. */
const usernames: PageAnswer = ({ username }) => ({
  instead: ['username'],
  where: (values) =>
    typeof username === 'string' && username.trim() !== ''
      ? [
          `
            exists (
              select from app.sys_user u
              where u.id = t.user_id
                and u.username like ${values.next(containing(username.trim().slice(0, 200).replaceAll('\u0000', '')))}
            )`,
        ]
      : [],
  columns: () => ['(select u.username from app.sys_user u where u.id = t.user_id) as username'],
});

export const hubServices: readonly EntityService[] = [
  approveSqlService,
  approveTaskService,
  approveMessageService,
  serveEntity(approveUser, { answers: [usernames] }),
  serveLog(approveLog),
];

const body = z.object({ codes: z.array(z.string().max(50)).max(50) });

export const hubRoutes = (adapter: ExchangeAdapter): readonly Route[] => [
  ...sqlRoutes(),
  {
    method: 'POST',
    path: `${exchangeInterface.path}/execute`,
    permission: [permissionOf(exchangeInterface, 'execute')],
    effect: 'command',
    body,
    summary: 'Data exchange: execute now ({ codes })',
    handle: (call) => executeAsked(adapter, call),
  },
];

/**
 * One after the other: the bills of one system do not wait for each other's connections, and what failed says so beside
 * the rest.
 */
async function executeAsked(adapter: ExchangeAdapter, call: Call): Promise<readonly Executed[]> {
  const asked =
    (typeof call.body === 'object' && call.body !== null ? (call.body as { codes?: unknown }).codes : undefined) ?? [];
  const codes = [
    ...new Set(
      (Array.isArray(asked) ? asked : []).filter(
        (code): code is string => typeof code === 'string' && !code.includes('\u0000'),
      ),
    ),
  ];
  const {
    rows: { rows },
  } = await call.read({ rows: exchangesBy('x.code = any($1::text[])', [codes]) });
  if (codes.length === 0)
    throw invalidAt([{ path: 'codes', field: exchangeInterface.fields.code.label, reason: reasons.required }]);
  if (codes.length > 50) throw tooMany({ max: 50 });
  if (rows.length !== codes.length) throw notFound();
  const done: Executed[] = [];
  for (const row of rows)
    done.push(await execute(adapter, { door: call.door, caller: call.caller, origin: call }, row));
  return done;
}

/**
 * Every few minutes, for every tenant: what is enabled and pulls. A system that is down says so on its exchange and in
 * the logs; the run goes on with the others.
 */
export const hubJob = (adapter: ExchangeAdapter): JobHandler =>
  serveJob(pullApprovals, z.strictObject({}), {
    repeat: async ({ door }, _params, caller) => {
      const origin = unattended(`job:${pullApprovals.name}`, 'run' in caller ? caller.run : '');
      const {
        rows: { exchanges },
      } = await readingOf(door, caller).read({
        exchanges: exchangesBy(`x.action_type = 'submit' and x.enable_flag = '1' and s.enable_flag = '1'`, []),
      });
      for (const row of exchanges) await execute(adapter, { door, caller, origin }, row);
    },
  });

const exchangeRow = {
  id: 'uuid',
  code: 'text',
  name: 'text',
  actionType: 'text?',
  billTypeCode: 'text?',
  interfaceType: 'text',
  place: 'text?',
  isOn: 'boolean?',
  systemCode: 'text',
  systemName: 'text',
  url: 'text?',
  account: 'text?',
  sealedSecret: 'text?',
} as const;
type ExchangeRow = RowOf<typeof exchangeRow>;
const exchangesBy = (where: string, values: readonly unknown[]) =>
  statement(
    exchangeRow,
    `
      select x.id, x.code, x.name, x.action_type, x.bill_type_code, x.interface_type, x.url as place,
        x.enable_flag = '1' and s.enable_flag = '1' as is_on, s.code as system_code, s.name as system_name, s.url,
        s.account, s.sealed_secret
      from app.approve_exchange x
      join app.approve_system s on s.code = x.system_code
      where ${where}
      order by x.code`,
    values,
  );

async function execute(adapter: ExchangeAdapter, actor: Actor, row: ExchangeRow): Promise<Executed> {
  const { language } = actor.origin;
  const counts = { made: 0, changed: 0, unchanged: 0, recalled: 0, sent: 0, failed: [] as readonly Failure[] };
  const base = { code: row.code, name: row.name };
  try {
    if (row.isOn !== true) throw exchangeOff({ code: base.code });
    if (row.actionType !== 'submit' && row.actionType !== 'audit') throw noAction();
    const [claimed] = await inCommand(actor, (ctx) => ctx.rows(claim(row)));
    if (claimed === undefined) return { ...base, ...counts, msg: underWay().textIn(language), isDone: false };
    const found = row.actionType === 'submit' ? await pull(adapter, actor, row) : await sendAgain(actor, row);
    const done = { ...counts, ...found };
    // Bills that could not be taken stand in the log; the exchange has failed when nothing came of it.
    await inCommand(actor, async (ctx) => {
      mark(ctx, row, done.failed.length > 0 && done.made + done.changed + done.unchanged === 0 ? '3' : '2');
    });
    const msg =
      row.actionType === 'submit'
        ? fill(textOf(pulled, language), { ...done, failed: done.failed.length })
        : fill(textOf(sentAgain, language), done);
    return { ...base, ...done, msg, isDone: true };
  } catch (error) {
    const cause = error instanceof ExchangeFault ? error.refusal : error;
    if (!(cause instanceof Refusal)) throw cause;
    await inCommand(actor, async (ctx) => {
      mark(ctx, row, '3');
      logRows(
        ctx,
        [
          {
            billTypeCode: row.billTypeCode,
            billCode: base.code,
            actionType: row.actionType ?? 'submit',
            returnStatus: '0',
            logType: '3',
            operatorName: ctx.identity.realName,
            message: cause.textIn(language),
          },
        ],
        { isOnceADay: true },
      );
    });
    return { ...base, ...counts, msg: cause.textIn(language), isDone: false };
  }
}

/**
 * One at a time: the older of two answers would take back what the newer brought. One whose process died is free again
 * after five minutes.
 */
const claim = (row: ExchangeRow) =>
  statement(
    { id: 'uuid' },
    `
      update app.approve_exchange
      set execute_status = '1', last_execute_time = now()
      where id = $1 and (execute_status is distinct from '1' or last_execute_time < now() - interval '5 minutes')
      returning id`,
    [row.id],
  );

function mark(ctx: Command, row: ExchangeRow, status: '2' | '3'): void {
  ctx.later({
    text: `update app.approve_exchange set execute_status = $2, last_execute_time = now() where id = $1`,
    values: [row.id, status],
  });
}

/**
 * Pending bills of every enabled type: into the inbox, through the published statement, into tasks. Each type is taken
 * whole or not at all.
 */
async function pull(
  adapter: ExchangeAdapter,
  actor: Actor,
  row: ExchangeRow,
): Promise<Omit<Executed, 'code' | 'name' | 'msg' | 'isDone' | 'sent'>> {
  const system = { code: row.systemCode, name: row.systemName };
  const {
    rows: { types, definitions },
  } = await readingOf(actor.door, actor.caller).read({
    types: statement(
      { code: 'text', name: 'text', keyField: 'text?' },
      `
        select code, name, key_field
        from app.approve_bill
        where system_code = $1 and enable_flag = '1' and ($2::text is null or code = $2)
        order by code`,
      [system.code, row.billTypeCode],
    ),
    definitions: statement(
      { billTypeCode: 'text?', sqlText: 'text' },
      `
        select distinct on (bill_type_code) bill_type_code, sql_text
        from app.approve_sql
        where system_code = $1 and enable_flag = '1' and publisher_id is not null
        order by bill_type_code, code`,
      [system.code],
    ),
  });
  if (types.length === 0) throw noTypes({ system: system.name });
  const total = { made: 0, changed: 0, unchanged: 0, recalled: 0, failed: [] as Failure[] };
  for (const type of types) {
    // A system that is a database of its own sends nothing: its bills are what the statement finds.
    const unread = row.interfaceType === '1' ? await receive(adapter, actor, systemOf(row), type) : [];
    const definition = definitions.find(({ billTypeCode }) => billTypeCode === type.code);
    const rows = await runQuery(actor.door, actor.caller, {
      text: definition?.sqlText ?? usual,
      params: { systemCode: system.code, billTypeCode: type.code },
      most: mostBills,
    });
    const taken = await inCommand(actor, (ctx) => takeBills(ctx, system, type, { rows, unread }));
    for (const key of ['made', 'changed', 'unchanged', 'recalled'] as const) total[key] += taken[key];
    total.failed.push(...taken.failed);
  }
  return total;
}

/** Where nobody has published a statement for a type: every bill that came, as it came. */
const usual = `
  select *
  from external_bill
  where system_code = :systemCode and bill_type_code = :billTypeCode
  order by bill_code`;

async function receive(
  adapter: ExchangeAdapter,
  actor: Actor,
  system: ExchangeSystem,
  type: BillType,
): Promise<readonly string[]> {
  const entry = ({ url, sent, received, costTime }: Exchange) => ({
    url,
    systemCode: system.code,
    interfaceType: '1',
    logType: '2',
    requestBody: sent,
    responseBody: received,
    costTime,
    businessCode: type.code,
  });
  try {
    const { bills, unread, ...exchange } = await adapter.pendingBills(system, { type: type.code }, pendingForm);
    await inCommand(actor, async (ctx) => {
      logInterface(ctx, { ...entry(exchange), isDone: true, isPartial: unread.length > 0 });
      ctx.later({
        text: `
          delete from app.approve_inbox
          where system_code = $1 and bill_type_code = $2 and bill_code <> all($3::text[])`,
        values: [system.code, type.code, bills.map(({ billCode }) => billCode)],
      });
      ctx.later({
        text: `
          insert into app.approve_inbox as i (system_code, bill_type_code, bill_code, record)
          select $1, $2, x.code, x.record
          from (
            select distinct on (r ->> 'billCode') r ->> 'billCode' as code, r as record
            from jsonb_array_elements($3::jsonb) r
            order by 1
          ) x
          on conflict (tenant_code, system_code, bill_type_code, bill_code) do update
            set record = excluded.record, receive_date = now()
          where i.record is distinct from excluded.record`,
        values: [system.code, type.code, JSON.stringify(bills)],
      });
    });
    return unread;
  } catch (error) {
    if (error instanceof ExchangeFault && error.refusal instanceof Refusal) {
      const { refusal: why, call } = error;
      await inCommand(actor, async (ctx) => {
        logInterface(ctx, { ...entry(call), isDone: false, errorMsg: why.textIn(actor.origin.language) });
      });
    }
    throw error;
  }
}

/** Decisions that were given up, once more. */
async function sendAgain(actor: Actor, row: ExchangeRow): Promise<{ readonly sent: number }> {
  return inCommand(actor, async (ctx) => {
    // A checked task has its result and its time, though the table lets them be null.
    const tasks = await ctx.rows(
      statement(
        {
          taskId: 'uuid',
          systemCode: 'text',
          billTypeCode: 'text',
          billCode: 'text',
          result: 'text',
          message: 'text',
          approverName: 'text',
          time: 'instant',
          approverCode: 'text',
        },
        `
          update app.approve_task t
          set execute_status = '0'
          where t.system_code = $1
            and ($2::text is null or t.bill_type_code = $2)
            and t.execute_status = '3'
            and t.is_checked = '1'
          returning t.id as task_id, t.system_code, t.bill_type_code, t.bill_code, t.approve_result as result,
            coalesce(t.audit_msg, '') as message, coalesce(t.audit_person_name, '') as approver_name,
            t.audit_date as time, '' as approver_code`,
        [row.systemCode, row.billTypeCode],
      ),
    );
    for (const task of tasks) sendAnswer(ctx, task);
    return { sent: tasks.length };
  });
}

/** An exchange may have a place of its own below the address of its system; another address would be another system. */
function systemOf(row: ExchangeRow): ExchangeSystem {
  const place = row.place?.startsWith('/') === true ? row.place : '';
  return {
    code: row.systemCode,
    name: row.systemName,
    url: `${(row.url ?? '').replace(/\/+$/, '')}${place}`,
    account: row.account ?? '',
    secret: systemSecretIn(row.sealedSecret),
  };
}

async function inCommand<Result>(
  { door, caller, origin }: Actor,
  work: (ctx: Command) => Promise<Result>,
): Promise<Result> {
  const tx = door.transaction(caller);
  try {
    await tx.run([]);
    const result = await work(commandOn(tx, origin));
    await tx.commit();
    return result;
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}
