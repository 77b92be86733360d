import { z } from 'zod';
import { fill, type Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { busy, invalidAt, reasons, refusal, type Place, type Refusal } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import type { Caller, Door } from '#platform/server/db/door.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { approveSql } from '#workflow/model/hub-work.ts';

/** Named parameters; what is not given is null. */
export interface Query {
  readonly text: string;
  readonly params: Readonly<Record<string, string | null>>;
  readonly most: number;
}

export const needsSecond = refusal('E-SQL-SECOND', 20141, [
  '编写人不能发布自己的SQL，请由另一位有权限的用户启用',
  '編寫人不能發布自己的SQL，請由另一位有權限的使用者啟用',
  'Whoever wrote a statement cannot publish it; another person with the permission must enable it',
]);
const onlyHere = refusal('E-SQL-DIALECT', 20142, [
  '只能发布数据库类型为PostgreSQL的SQL',
  '只能發布資料庫類型為PostgreSQL的SQL',
  'Only statements of database type PostgreSQL can be published',
]);
export const sqlFailed = refusal('E-SQL', 20143, [
  'SQL无法执行：{why}',
  'SQL無法執行：{why}',
  'The statement cannot be run: {why}',
]);

const { fields } = approveSql;
const content = ['sqlText', 'systemCode', 'databaseType', 'billTypeCode'] as const;
const sayVersion: Label = [
  '发布时必须给出所看到的版本',
  '發布時必須給出所看到的版本',
  'the version that was looked at must be named to publish it',
];

/**
 * Saved it is a draft, whatever the form said; changed it is one again. It is enabled by somebody who did not write it
 * and who names the version that he read.
 */
export const approveSqlService: EntityService = serveEntity(approveSql, {
  beforeSave(ctx, next, previous, given) {
    const me = ctx.identity.userId;
    if (previous === null || content.some((key) => next[key] !== previous[key]))
      return { ...next, enableFlag: '0', editorId: me, publisherId: null };
    if (next.enableFlag !== '1') return { ...next, publisherId: null };
    if (previous.enableFlag === '1') return next;
    if (previous.editorId === null || previous.editorId === me) throw needsSecond();
    if (typeof given['rowVersion'] !== 'number')
      throw invalidAt([{ path: 'enableFlag', field: fields.enableFlag.label, reason: sayVersion }]);
    if (next.databaseType !== 'postgresql') throw onlyHere();
    return { ...next, publisherId: me };
  },
});

/** Rows that a test shows; a run for bills takes as many as an exchange may bring. */
const mostTested = 20;
const mostParams = 20;
const body = z.object({
  systemCode: z.string().max(100),
  sqlText: z.string().max(fields.sqlText.max),
  params: z.record(z.string().max(50), z.union([z.string().max(1000), z.number(), z.boolean(), z.null()])).optional(),
});

/** One at a time for a tenant: the connections of reports are few, and a statement may keep one for five seconds. */
export function sqlRoutes(): readonly Route[] {
  const underWay = new Set<string>();
  return [
    {
      method: 'POST',
      path: `${approveSql.path}/test`,
      permission: [permissionOf(approveSql, 'test')],
      effect: 'command',
      body,
      summary: 'Approval SQL: its first 20 rows ({ systemCode, sqlText, params })',
      handle: (call) => testQuery(underWay, call),
    },
  ];
}

async function testQuery(underWay: Set<string>, call: Call): Promise<readonly Row[]> {
  const given = (typeof call.body === 'object' && call.body !== null ? call.body : {}) as Readonly<
    Record<string, unknown>
  >;
  const systemCode = typeof given['systemCode'] === 'string' ? given['systemCode'].replaceAll('\u0000', '') : '';
  const text = typeof given['sqlText'] === 'string' ? given['sqlText'] : '';
  const params = body.shape.params.safeParse(given['params'] ?? {});
  const {
    identity,
    rows: { systems },
  } = await call.read({
    systems: statement({ id: 'uuid' }, 'select id from app.approve_system where code = $1', [systemCode]),
  });
  const places: Place[] = [
    ...(systems.length === 0
      ? [
          {
            path: 'systemCode',
            field: fields.systemCode.label,
            reason: systemCode === '' ? reasons.required : reasons.unknown,
          },
        ]
      : []),
    ...(text.trim() === ''
      ? [{ path: 'sqlText', field: fields.sqlText.label, reason: reasons.required }]
      : text.length > fields.sqlText.max || text.includes('\u0000')
        ? [{ path: 'sqlText', field: fields.sqlText.label, reason: reasons.format }]
        : []),
    ...(!params.success || Object.keys(params.data ?? {}).length > mostParams
      ? [{ path: 'params', field: ['参数', '參數', 'Parameters'] as const, reason: reasons.format }]
      : []),
  ];
  if (places.length > 0 || !params.success) throw invalidAt(places);
  if (underWay.has(identity.tenantCode)) throw busy();
  underWay.add(identity.tenantCode);
  try {
    // Who ran what is kept, also of a statement that fails.
    await command({ ...call, idempotencyKey: null }, async (ctx) => {
      ctx.log({
        noun: approveSql.name,
        recordId: systems[0]?.id ?? '',
        recordCode: systemCode,
        operation: 'test',
        message: text.slice(0, 500),
      });
    });
    const said = Object.fromEntries(
      Object.entries(params.data ?? {}).map(([key, value]) => [key, value === null ? null : String(value)]),
    );
    return await runQuery(call.door, call.caller, { text, params: said, most: mostTested });
  } finally {
    underWay.delete(identity.tenantCode);
  }
}

/** Seconds for one statement. */
const patience = 5;

/**
 * One statement of somebody's own, as the role that may read the report schema and nothing else (report.run_query). The
 * transaction is made read only before it and is never committed: whatever the statement set or held is gone with it.
 */
export async function runQuery(door: Door, caller: Caller, { text, params, most }: Query): Promise<readonly Row[]> {
  const tx = door.transaction(caller, 'report');
  try {
    await tx.run([
      { text: 'set local transaction_read_only = on', values: [] },
      { text: `set local statement_timeout = '${patience}s'`, values: [] },
    ]);
    const [rows] = await tx.run([
      statement({ answered: 'json' }, 'select r as answered from report.run_query($1, $2, $3) r', [
        placed(text),
        JSON.stringify(params),
        most,
      ]),
    ]);
    return rows.map(({ answered }) => answered as Row);
  } catch (error) {
    throw explained(error as DatabaseError & { internalPosition?: string }, placed(text)) ?? error;
  } finally {
    await tx.rollback();
  }
}

/**
 * Strings, quoted names, comments and casts stay what they are; `:name` outside of them is a parameter. Nothing hangs
 * on this but that the author finds his parameters.
 */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|::|:([a-zA-Z_]\w*)/g;
export const placed = (text: string): string =>
  text
    .trim()
    .replace(/;$/, '')
    .replace(token, (found: string, _tag: string | undefined, name: string | undefined) =>
      name === undefined ? found : `($1::jsonb->>'${name}')`,
    );

const why = {
  syntax: [
    '第{line}行第{column}列附近语法不正确',
    '第{line}行第{column}列附近語法不正確',
    'wrong near line {line}, column {column}',
  ],
  unknown: [
    '【{name}】不存在，可查询的是report模式中的视图',
    '【{name}】不存在，可查詢的是report模式中的檢視',
    'there is no {name}; what can be asked are the views of schema report',
  ],
  right: ['没有读取【{name}】的权限', '沒有讀取【{name}】的權限', 'there is no right to read {name}'],
  slow: [
    '超过{seconds}秒，已停止',
    '超過{seconds}秒，已停止',
    'it took longer than {seconds} {seconds:second|seconds} and was stopped',
  ],
  single: ['只能是一条SELECT语句', '只能是一條SELECT語句', 'it must be a single SELECT'],
  value: ['某个值无法计算或转换', '某個值無法計算或轉換', 'a value cannot be computed or converted'],
  large: ['结果过大', '結果過大', 'the answer is too large'],
  other: ['代码{code}', '代碼{code}', 'code {code}'],
} as const satisfies Readonly<Record<string, Label>>;

/**
 * In our words: what the server says of itself is for its log. A fault that has nothing to do with the statement stays
 * one.
 */
function explained(error: DatabaseError & { readonly internalPosition?: string }, text: string): Refusal | null {
  const { code = '' } = error;
  const name = (
    /"([^"]{1,100})"/.exec(error.message)?.[1] ??
    /function ([\w.]{1,60})/.exec(error.message)?.[1] ??
    '?'
  ).replace(/[^\w.\u4e00-\u9fff]/g, ' ');
  const before = text.slice(0, Math.max(0, Number.parseInt(error.internalPosition ?? '1', 10) - 1)).split('\n');
  const said = (label: Label, params: Readonly<Record<string, string | number>> = {}): Refusal =>
    sqlFailed({ why: [fill(label[0], params), fill(label[1], params), fill(label[2], params)] });
  if (code === '57014') return said(why.slow, { seconds: patience });
  if (code === '42501') return said(why.right, { name });
  if (['42P01', '42703', '42883', '3F000', '42704', '42P02'].includes(code)) return said(why.unknown, { name });
  if (code === '42601' && error.internalPosition !== undefined)
    return said(why.syntax, { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 });
  if (['42601', '42P11', '0A000', '25006', '2F003', '42P10', '22004'].includes(code)) return said(why.single);
  if (code === '54000' || code === '53200') return said(why.large);
  if (code.startsWith('22') || code.startsWith('42')) return said(why.value);
  return /^(0A|21|24|2F|34|38|39|54|P0|XX)/.test(code) ? said(why.other, { code }) : null;
}
