import type pg from 'pg';
import type { Ledger } from '#platform/model/ledger.ts';
import { ledgerSql, ledgerTables } from './ledger-ddl.ts';
import { addColumn, addForeignKey, createIndex, createTable, keepVersions } from './ddl.ts';
import type { Table } from './shape.ts';

/**
 * Where definitions and database differ. `sql` is what the definitions have and the database lacks; a person reviews it
 * into a migration.
 */
export interface Drift {
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
}

/** Tables that no definition gives; each is written by hand in a migration. */
export const handTables = [
  'idempotency',
  'sys_logseal',
  'sys_logseal_row',
  'record_version',
  'job_inbox',
  'flow_number',
  'doc_link',
  'receivable_statement',
  'price_stamp',
  'promotion_version',
  'order_history',
  'order_peer',
  'order_peer_line',
  'order_peer_piece',
  'claim_invoice',
  'invoice_request',
  'rebate_batch',
  'rebate_move',
  'stock_count_book',
  'period_balance',
  'list_version',
  'heartbeat',
  'sys_draft',
  'sys_setting',
  'sys_print',
  'sys_file',
  'sys_file_link',
  'message_comment',
  'message_mail_unwanted',
  'sys_notice_receipt',
  'sys_origin',
  'sys_distribution',
  'exchange_bill',
  'sys_import',
  'sys_import_row',
  'wf_source',
  'wf_instance',
  'wf_task',
  'wf_candidate',
  'wf_history',
  'wf_timer',
  'wf_reader',
  'approve_inbox',
  'sys_cutover',
  'report_mailing',
  'report_pending',
  'report_sales_day',
  'report_sales_month',
] as const;

/**
 * Columns of a noun's table that no definition gives: what orders, finds and seals the operation log, a secret that is
 * answered to nobody, and a bill as another system sent it.
 */
const handColumns: readonly string[] = [
  'sys_operationlog.seq',
  'sys_operationlog.xact',
  'sys_operationlog.record_id',
  'message_sms.sealed_secret',
  'approve_system.sealed_secret',
  'approve_task.digest',
  'approve_task.record',
];

interface Found {
  columns: Map<string, { type: string; notNull: boolean; default: string | null }>;
  indexes: Map<string, string>;
  foreignKeys: Set<string>;
  /** How many of its triggers keep what rows were. */
  versionTriggers: number;
}

export async function driftOf(client: pg.Client, tables: readonly Table[], ledgers: readonly Ledger[]): Promise<Drift> {
  const found = await readCatalogue(client);
  const missing: string[] = [];
  const foreignKeys: string[] = [];
  const surplus: string[] = [];
  for (const table of tables) {
    const real = found.get(table.name);
    if (real === undefined) {
      missing.push(createTable(table));
      foreignKeys.push(...table.foreignKeys.map((key) => addForeignKey(table, key)));
      continue;
    }
    for (const column of table.columns) {
      const actual = real.columns.get(column.name);
      if (actual === undefined) missing.push(addColumn(table, column));
      else if (actual.type !== column.type)
        missing.push(
          `alter table app.${table.name} alter column ${column.name} type ${column.type};  -- is ${actual.type}`,
        );
      else if (actual.notNull !== column.notNull)
        missing.push(
          `alter table app.${table.name} alter column ${column.name} ${column.notNull ? 'set' : 'drop'} not null;`,
        );
    }
    for (const index of table.indexes) {
      const definition = real.indexes.get(index.name);
      if (definition === undefined) missing.push(createIndex(table, index));
      else if (!definition.includes(`(${index.columns})`))
        missing.push(`-- index ${index.name} is ${definition}\n${createIndex(table, index)}`);
    }
    for (const key of table.foreignKeys)
      if (!real.foreignKeys.has(key.name)) foreignKeys.push(addForeignKey(table, key));
    const triggers = table.versions === undefined ? 0 : table.versions.parent === undefined ? 2 : 3;
    if (real.versionTriggers < triggers) missing.push(keepVersions(table.name, table.versions ?? {}));
    if (real.versionTriggers > triggers) surplus.push(`versions of app.${table.name}`);
    const known = new Set(table.columns.map((column) => column.name));
    for (const column of real.columns.keys())
      if (!known.has(column) && !handColumns.includes(`${table.name}.${column}`))
        surplus.push(`column app.${table.name}.${column}`);
  }
  for (const ledger of ledgers) if (!found.has(ledgerTables(ledger)[0] ?? '')) missing.push(ledgerSql(ledger));
  const expected = new Set<string>([
    ...tables.map((table) => table.name),
    ...ledgers.flatMap(ledgerTables),
    ...handTables,
  ]);
  for (const name of found.keys()) if (!expected.has(name)) surplus.push(`table app.${name}`);
  return { missing: [...missing, ...foreignKeys], surplus };
}

async function readCatalogue(client: pg.Client): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const of = (table: string): Found => {
    let entry = found.get(table);
    if (entry === undefined)
      found.set(
        table,
        (entry = { columns: new Map(), indexes: new Map(), foreignKeys: new Set(), versionTriggers: 0 }),
      );
    return entry;
  };
  const columns = await client.query<{
    table: string;
    name: string;
    type: string;
    not_null: boolean;
    default: string | null;
  }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as not_null, pg_get_expr(d.adbin, d.adrelid) as default
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname, a.attnum`);
  for (const row of columns.rows)
    of(row.table).columns.set(row.name, { type: row.type, notNull: row.not_null, default: row.default });
  const indexes = await client.query<{ table: string; name: string; definition: string }>(`
    select tablename as table, indexname as name, indexdef as definition
    from pg_indexes
    where schemaname = 'app'`);
  for (const row of indexes.rows) of(row.table).indexes.set(row.name, row.definition);
  const keys = await client.query<{ table: string; name: string }>(`
    select conrelid::regclass::text as table, conname as name
    from pg_constraint
    where contype = 'f' and connamespace = 'app'::regnamespace`);
  for (const row of keys.rows) of(row.table.replace(/^app\./, '')).foreignKeys.add(row.name);
  const triggers = await client.query<{ table: string; count: string }>(`
    select c.relname as table, count(*) as count
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'app'::regnamespace
      and c.relname <> 'sys_operationlog'
      and t.tgname in ('version_changed', 'version_came', 'version_gone')
      and t.tgenabled = 'O'
    group by c.relname`);
  for (const row of triggers.rows) of(row.table).versionTriggers = Number(row.count); // not money
  return found;
}
