/**
 * What keeps a tenant movable to another database: every table says whose its rows are, keys of tenants begin with the
 * tenant, and no row has a number that another database has given away, too.
 */

/** Tables of the whole installation beside those of global nouns: the same in every database. */
const globalTables = ['sec.distributable', 'sec.furniture', 'sec.furniture_role', 'sec.permission'];

/** Tables that stay behind when a tenant moves: of the machine, or good for minutes. */
const cellTables = [
  'app.heartbeat',
  'sec.captcha',
  'sec.guess',
  'sec.installation',
  'sec.job_time',
  'sec.migration',
  'sec.reset_code',
  'sec.storage',
  'sec.ticket',
];

/** Tables without a tenant whose rows go where their user goes. To be given the tenant with the directory of users. */
const tablesOfUsers = ['sec.account', 'sec.totp'];

/** Tenant tables whose key does not begin with the tenant, each with its plan. */
const otherKeys: Readonly<Record<string, string>> = {
  'sec.session': 'found by its token before anybody knows the tenant; the front door will say it',
  'sec.grant_switch': 'asked for by its user; gets the tenant in front with the directory of users',
  'sec.job_run': 'taken by whoever is free, across tenants; gets the tenant when jobs are taken per tenant',
  'sec.outbox': 'sent across tenants; gets the tenant with the jobs',
  'sec.peer_message': 'applied across tenants; gets the tenant with the jobs',
  'sec.export_run': 'taken across tenants; gets the tenant with the jobs',
  'sec.simulation_run': 'taken across tenants; gets the tenant with the jobs',
};

/**
 * Numbers of schema app that a database gave: two databases give the same ones. They are kept by sequences that a move
 * sets on.
 */
const identities = [
  'capital_entry.id',
  'cost_entry.id',
  'doc_link.id',
  'budget_entry.id',
  'claimed_entry.id',
  'loan_entry.id',
  'payable_entry.id',
  'points_entry.id',
  'promotion_budget_entry.id',
  'promotion_rest_entry.id',
  'promotion_usage_entry.id',
  'receivable_entry.id',
  'stock_entry.id',
  'sys_operationlog.seq',
  'record_version.seq',
  'wf_history.seq',
];

const listed = (names: readonly string[]): string => `array[${names.map((name) => `'${name}'`).join(', ')}]::text[]`;

/** Tables of both schemas, once each. $1 are the tables of global nouns. */
const everyTable = `
  select c.oid, n.nspname || '.' || c.relname as name, a.attnum as tenant_number,
    (n.nspname = 'app' and c.relname::text = any($1))
      or n.nspname || '.' || c.relname = any(${listed(globalTables)}) as is_global
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('app', 'sec')
  left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_code' and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition`;

export const cellRules = {
  'table is not exactly one of tenant, global and of the cell': `
    select t.name
    from (${everyTable}) t
    where (t.tenant_number is not null and not t.is_global)::integer + t.is_global::integer +
      (t.name = any(${listed(cellTables)}))::integer + (t.name = any(${listed(tablesOfUsers)}))::integer <> 1`,
  'key of a tenant table is not led by tenant_code': `
    select t.name
    from (${everyTable}) t
    join pg_constraint k on k.conrelid = t.oid and k.contype = 'p'
    where t.tenant_number is not null
      and not t.is_global
      and k.conkey[1] <> t.tenant_number
      and t.name <> all(${listed(Object.keys(otherKeys))})`,
  'number is given by the database': `
    select t.name || '.' || a.attname
    from (${everyTable}) t
    join pg_attribute a on a.attrelid = t.oid and a.attidentity <> ''
    where t.name || '.' || a.attname <> all(${listed(identities.map((name) => `app.${name}`))})`,
  // Each call plans it anew; in plpgsql the plan is kept.
  'definer function that requests call is in SQL': `
    select p.oid::regprocedure::text
    from pg_proc p
    join pg_language l on l.oid = p.prolang and l.lanname = 'sql'
    where p.prosecdef
      and p.pronamespace in ('app'::regnamespace, 'sec'::regnamespace)
      and exists (
        select from unnest('{qudao_app,qudao_report,qudao_gate,qudao_query}'::text[]) role
        where has_function_privilege(role, p.oid, 'EXECUTE')
      )`,
} as const satisfies Readonly<Record<string, string>>;
