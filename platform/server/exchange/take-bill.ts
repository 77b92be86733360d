import { createHash } from 'node:crypto';
import { fill, textOf, type Label, type Language } from '#platform/model/label.ts';
import { belongsTo } from '#platform/model/preset.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { Refusal, refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { createBill, updateBill } from '#platform/server/document/save.ts';
import type { Call } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/db/id.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';
import type { BillKind, ForeignBill } from './port.ts';

/** What became of one bill. `code` is the number of our document, `reasons` say line by line why there is none. */
export interface Taken {
  readonly billNo: string;
  readonly result: 'done' | 'updated' | 'unchanged' | 'failed';
  readonly code?: string;
  readonly reasons?: readonly string[];
}

/** What a bill became the last time. */
export interface Known {
  readonly externalCode: string;
  readonly recordId: string;
  readonly digest: string;
  readonly rowVersion: number;
  readonly isThere: boolean;
}

export interface Source {
  readonly systemCode: string;
  readonly systemName: string;
  readonly organization: string;
}

const takenMeanwhile = refusal('E-EXCHANGE-TAKEN', 20134, [
  '单据已由他人下载',
  '單據已由他人下載',
  'Somebody else downloaded the document',
]);
const changedHere = refusal('E-EXCHANGE-CHANGED', 20135, [
  '下载后的单据已在本系统被修改，不再覆盖',
  '下載後的單據已在本系統被修改，不再覆蓋',
  'The document was changed here after it was downloaded and is not written over',
]);
const otherOrganisation = refusal('E-EXCHANGE-ORG', 20136, [
  '单据属于其他组织【{code}】',
  '單據屬於其他組織【{code}】',
  'The document belongs to another organisation ({code})',
]);
const atLine: Label = [
  '第{no}行 {field}【{value}】{reason}',
  '第{no}行 {field}【{value}】{reason}',
  'line {no}, {field} {value}: {reason}',
];
const atHead: Label = ['{field}【{value}】{reason}', '{field}【{value}】{reason}', '{field} {value}: {reason}'];

export const knownBills = (
  { type, document }: Pick<BillKind<never>, 'type' | 'document'>,
  systemCode: string,
  billNos: readonly string[],
) =>
  statement(
    { externalCode: 'text', recordId: 'uuid', digest: 'text', rowVersion: 'integer', isThere: 'boolean' },
    `
      select b.external_code, b.record_id, b.digest, b.row_version, t.id is not null as is_there
      from app.exchange_bill b
      left join app.${tableOf(document)} t
        on t.tenant_code = b.tenant_code
        and t.id = b.record_id
        and t.deleted_flag = '0'
      where b.system_code = $1 and b.type = $2 and b.external_code = any($3::text[])`,
    [systemCode, type, billNos],
  );

/**
 * Saves a bill the way a person would have saved it, in a transaction of its own: whole or not at all. The first time
 * it becomes a draft; later the draft follows the bill for as long as nobody has worked on it. One that was deleted
 * here comes back when it is asked for again.
 */
export async function takeBill<Bill extends ForeignBill>(
  kind: BillKind<Bill>,
  source: Source,
  bill: Bill,
  known: Known | undefined,
  call: Call,
): Promise<Taken> {
  const { billNo } = bill;
  const body = kind.bodyOf(bill, source.organization);
  const digest = createHash('sha256').update(JSON.stringify(bill)).digest('base64url');
  if (known?.isThere === true && known.digest === digest) return { billNo, result: 'unchanged' };
  const origin = { message: `${source.systemName} ${billNo}` };
  try {
    const owner = bill[belongsTo.organization];
    if (typeof owner === 'string' && owner !== source.organization) throw otherOrganisation({ code: owner });
    if (known?.isThere === true) {
      const follow = statement(
        { externalCode: 'text' },
        `
          update app.exchange_bill
          set digest = $4, row_version = row_version + 1, update_date = now()
          where system_code = $1 and type = $2 and external_code = $3 and row_version = $5
          returning external_code`,
        [source.systemCode, kind.type, billNo, digest, known.rowVersion],
      );
      const saved = await updateBill(
        kind.document,
        claiming(kind, follow),
        asCall(call, kind, { ...body, id: known.recordId, rowVersion: known.rowVersion }),
        origin,
      );
      return { billNo, result: 'updated', code: String(saved.data['code']) };
    }
    const id = newId();
    const claim = statement(
      { externalCode: 'text' },
      `
        insert into app.exchange_bill as b (system_code, type, external_code, record_id, digest, row_version)
        values ($1, $2, $3, $4, $5, 1)
        on conflict (tenant_code, system_code, type, external_code) do update
          set record_id = excluded.record_id, digest = excluded.digest, row_version = 1, update_date = now()
        where b.record_id = $6
        returning external_code`,
      [source.systemCode, kind.type, billNo, id, digest, known?.recordId ?? null],
    );
    const saved = await createBill(kind.document, claiming(kind, claim), asCall(call, kind, body), { id, ...origin });
    return { billNo, result: 'done', code: String(saved.data['code']) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.key === 'E-EXCHANGE-TAKEN') return { billNo, result: 'unchanged' };
    return {
      billNo,
      result: 'failed',
      reasons: reasonsIn(error.key === 'E-VERSION' ? changedHere() : error, body, call.language),
    };
  }
}

/**
 * The document's own rules, after the bill was claimed in the same transaction: of two who download it at once the
 * second waits here and finds it taken.
 */
function claiming({ hooks, kept }: Pick<BillKind<never>, 'hooks' | 'kept'>, claim: Statement): DocumentHooks {
  return {
    ...hooks,
    async beforeSave(ctx: Command, draft, facts, previous) {
      const claimed = await ctx.rows(claim);
      if (claimed.length === 0) throw takenMeanwhile();
      return (await hooks.beforeSave?.(ctx, Object.assign(draft, kept ?? {}), facts, previous)) ?? draft;
    },
  };
}

/** As if the person had sent it: with his permission to save such a document, and half written where it may be. */
const asCall = (call: Call, { document }: Pick<BillKind<never>, 'document'>, body: unknown): Call => ({
  ...call,
  body,
  query: document.stashed === undefined ? {} : { stash: '1' },
  params: {},
  idempotencyKey: null,
  caller: { ...call.caller, permissions: [permissionOf(document, 'save')] },
});

const mostReasons = 20;

/** Every complaint with its line, its field and what stood there. */
export function reasonsIn(
  error: Refusal,
  body: Readonly<Record<string, unknown>>,
  language: Language,
): readonly string[] {
  if (error.places.length === 0) return [error.textIn(language)];
  return error.places.slice(0, mostReasons).map(({ path, field, reason }) => {
    const [, no, key = path] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const row =
      no === undefined
        ? body
        : (((body['lines'] ?? []) as Readonly<Record<string, unknown>>[])[Number.parseInt(no, 10)] ?? {});
    const value = row[key];
    const said = {
      no: no === undefined ? '' : String(Number.parseInt(no, 10) + 1),
      field: textOf(field, language),
      value: typeof value === 'string' ? value.slice(0, 50) : '',
      reason: textOf(reason, language),
    };
    return fill(textOf(no === undefined ? atHead : atLine, language), said);
  });
}
