import { camelCase, snakeCase } from '#platform/model/envelope.ts';
import type { Ledger } from '#platform/model/ledger.ts';
import { statement, type Row, type Shape } from '#platform/server/db/statement.ts';
import { askedAsOf } from '#platform/server/entity/report.ts';
import { askedOf } from '#platform/server/list/filter.ts';
import type { Call } from '#platform/server/http/route.ts';

export interface EntryPage {
  readonly list: readonly Row[];
  readonly total: number;
}

const entryRow = {
  id: 'text',
  bizDate: 'date',
  docType: 'text',
  docId: 'uuid',
  docCode: 'text',
  postType: 'text',
  isReversal: 'boolean',
  creatorName: 'text',
  createDate: 'instant',
} as const;
/** Of each figure how it changed, and what it then was. */
const figuresOf = ({ measures }: Ledger): Shape =>
  Object.fromEntries(
    Object.keys(measures).flatMap((measure) =>
      [`d_${snakeCase(measure)}`, `${snakeCase(measure)}_after`].map(
        (column) => [camelCase(column), 'decimal'] as const,
      ),
    ),
  );

/** Nobody reads further back than this on a screen; what is older is in the export. */
const mostEntries = 10_000;

/**
 * Entries of the balances that `within` names (SQL over `b`, its values $1 and on), latest first: what changed, what
 * stood there after it, and which document did it; of a figure as of a day those up to it. Whoever asks says in
 * `within` what he may see.
 */
export async function entriesOf(
  call: Call,
  ledger: Ledger,
  { within, values }: { readonly within: string; readonly values: readonly unknown[] },
): Promise<EntryPage> {
  const name = snakeCase(ledger.name);
  const measures = Object.keys(ledger.measures).map(snakeCase);
  const asked = askedOf(call);
  const number = (key: string, usual: number, most: number): number =>
    typeof asked[key] === 'string' && /^[1-9]\d{0,4}$/.test(asked[key])
      ? Math.min(Number.parseInt(asked[key], 10), most)
      : usual;
  const limit = number('limit', 20, 500);
  const asOf = askedAsOf(asked);
  const offset = Math.min((number('page', 1, mostEntries) - 1) * limit, mostEntries);
  const {
    rows: {
      list,
      counted: [counted],
    },
  } = await call.read({
    list: statement(
      { ...entryRow, ...figuresOf(ledger) },
      `
        select e.id::text as id, e.biz_date, e.doc_type, e.doc_id, e.doc_code, e.post_type,
          e.reversal_of is not null as is_reversal,
          ${measures.flatMap((measure) => [`e.d_${measure}`, `e.${measure}_after`]).join(', ')}, e.creator_name,
          e.create_date
        from app.${name}_balance b
        join app.${name}_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
        where ${within} and e.biz_date <= coalesce($${values.length + 1}::date, 'infinity')
        order by e.id desc
        limit $${values.length + 2} offset $${values.length + 3}`,
      [...values, asOf, limit, offset],
    ),
    // Entries of a balance are counted by its version.
    counted:
      asOf === null
        ? statement(
            { total: 'integer' },
            `select coalesce(sum(b.version), 0)::integer as total from app.${name}_balance b where ${within}`,
            values,
          )
        : statement(
            { total: 'integer' },
            `
              select count(*)::integer as total
              from app.${name}_balance b
              join app.${name}_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
              where ${within} and e.biz_date <= $${values.length + 1}::date`,
            [...values, asOf],
          ),
  });
  return { list, total: counted?.total ?? 0 };
}
