import { snakeCase } from '#platform/model/envelope.ts';
import type { Label } from '#platform/model/label.ts';
import type { Ledger } from '#platform/model/ledger.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { statement, type TypedStatement } from '#platform/server/db/statement.ts';

/**
 * Something that must hold in the books of a tenant: the statement answers the places where it does not, and what is
 * there.
 */
export interface BookCheck {
  readonly rule: string;
  /** The rule in the words of whoever closes the books. */
  readonly label: Label;
  readonly statement: TypedStatement<{ place: string; detail: string }>;
}

export const bookCheck = (label: Label, text: string): BookCheck => ({
  rule: label[2],
  label,
  statement: statement(
    { place: 'text', detail: 'text' },
    `select place, detail from (${text}) found(place, detail) order by place limit 5`,
  ),
});

/** What a balance `b` is called: by the names of what it is kept for, and by the code of what has none. */
export function balanceName({ key, refs = {} }: Ledger): string {
  const parts = key.map((each) => {
    const column = `b.${snakeCase(each)}`;
    const target = refs[each]?.();
    return target === undefined
      ? `nullif(${column}, '')`
      : `
        coalesce((
          select x.${snakeCase(target.nameField)}
          from app.${tableOf(target)} x
          where x.tenant_code = b.tenant_code and x.${snakeCase(target.codeField)} = ${column}
          limit 1
        ), nullif(${column}, ''))`;
  });
  return `concat_ws(' · ', ${parts.join(', ')})`;
}

/**
 * What must hold in every ledger, asked of one tenant's rows: each statement answers the places where it does not
 * (domain §4, J09).
 */
export function ledgerChecks(ledger: Ledger): readonly BookCheck[] {
  const name = snakeCase(ledger.name);
  const held = ledger.held === undefined ? null : snakeCase(ledger.held);
  const ask = ([zhCN, zhTW, en]: Label, text: string): BookCheck =>
    bookCheck(
      [`${ledger.label[0]}：${zhCN}`, `${ledger.label[1]}：${zhTW}`, `${name}: ${en}`],
      `
        select ${balanceName(ledger)}, f.detail
        from (${text}) f(id, detail)
        join app.${name}_balance b on b.id = f.id`,
    );
  return [
    ...Object.entries<Label>(ledger.measures)
      .map(([key, label]) => [snakeCase(key), label] as const)
      .map(([measure, [zhCN, zhTW]]) =>
        ask(
          [`${zhCN}等于流水合计`, `${zhTW}等於流水合計`, `${measure} is the sum of its entries`],
          `
            select b.id, b.${measure} || ' ≠ ' || coalesce(sum(e.d_${measure}), 0)
            from app.${name}_balance b
            left join app.${name}_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
            group by b.tenant_code, b.id, b.${measure}
            having b.${measure} <> coalesce(sum(e.d_${measure}), 0)`,
        ),
      ),
    ask(
      ['流水连续无缺号', '流水連續無缺號', 'entries are counted without a gap'],
      `
        select b.id, b.version || ' ≠ ' || count(e.id)
        from app.${name}_balance b
        left join app.${name}_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
        group by b.tenant_code, b.id, b.version
        having b.version <> count(e.id) or b.version <> coalesce(max(e.version), 0)`,
    ),
    ...(held === null
      ? []
      : [
          ask(
            ['占用等于单据占用合计', '佔用等於單據佔用合計', 'what is occupied is the sum of its holds'],
            `
              select b.id, b.${held} || ' ≠ ' || coalesce(sum(h.${held}), 0)
              from app.${name}_balance b
              left join app.${name}_hold h on h.tenant_code = b.tenant_code and h.balance_id = b.id
              group by b.tenant_code, b.id, b.${held}
              having b.${held} <> coalesce(sum(h.${held}), 0)`,
          ),
        ]),
  ];
}
