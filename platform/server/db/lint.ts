import type pg from 'pg';
import type { Module } from '#platform/model/module.ts';
import { ledgerFunctions } from './ledger-ddl.ts';
import { cellRules } from './lint-cells.ts';
import { shapesOf } from './shape.ts';

/** A hole in the tenant wall, or a way around it, that the catalogue shows. */
export interface Finding {
  readonly rule: Rule;
  readonly object: string;
}

/** Tables that belong to nobody and hold nothing of anybody. */
const sharedTables = ['heartbeat'] as const;

/** Policies beside the wall: which, on which table, and exactly what they let through. */
const furtherPolicies = [`list_version.global_versions: (is_global AND (tenant_code = '1'::text))`] as const;

/** Rows of one person: the wall lets a colleague through, the restrictive policy beside it does not. */
const personalTables = ['sys_draft', 'sys_setting'] as const;
const ownRows = '(user_id = ( SELECT sec.user_id() AS user_id))';

/** Text columns whose names sound like figures: a tax payer's number, a drawing's number. */
const textNumbers = [
  'data_customer.tax_number',
  'data_customerinvoice.tax_number',
  'data_supplier.tax_number',
  'invoice_apply.tax_number',
  'invoice_maintain.tax_number',
  'invoice_maintain.invoice_number',
  'invoice_maintain.original_invoice_number',
  'data_material.figure_number',
  'data_car.plate_number',
  'order_delivery.tracking_number',
  'order_purchaseinvoice.invoice_number',
  'reimbursement_payment_line.invoice_number',
  'claim_invoice.number',
  'claimed_entry.invoice_number',
  'reimbursement_citytransport_line.invoice_number',
  'reimbursement_expense_line.invoice_number',
  'reimbursement_specialexpense_line.invoice_number',
  'reimbursement_travel_line.invoice_number',
  'approve_bill.flow_number',
  'data_driver.license_number',
] as const;

const wall = '(tenant_code = ( SELECT sec.tenant() AS tenant))';
const platformOnly = '( SELECT sec.is_platform() AS is_platform)';

/** Every role a connection of the application can have. */
const roles = `unnest('{qudao_app,qudao_report,qudao_gate,qudao_query}'::text[])`;

/**
 * What statements of people's own may call beside what every PostgreSQL has: the names that the wall and the report
 * views ask for.
 */
const queryFunctions = `'{sec.part(integer),sec.tenant(),sec.organizations(),sec.own(integer)}'::text[]`;

/**
 * Each rule names its failure; its query answers the objects that break it. `tables` are all tables of schema app,
 * `walled` those that hold rows of tenants, `rules` the policies on them.
 */
const rules = {
  'table without tenant_code': `
    select name
    from tables
    where not has_tenant and not name = any($1) and not name = any($2)`,
  'tenant_code may be null': `select name from walled where not tenant_not_null`,
  'row security is off': `select name from tables where not is_secured and not name = any($2)`,
  'row security is not forced': `select name from tables where is_secured and not is_forced and not name = any($2)`,
  'no policy': `
    select name
    from tables
    where is_secured and not exists (select from policies p where p.oid = tables.oid)`,
  // A restrictive policy only takes away.
  'policy is not the tenant wall': `
    select p.name || '.' || p.policy
    from policies p
    join walled using (oid)
    where p.is_permissive
      and (p.using_text <> $3 or coalesce(p.check_text, p.using_text) <> $3)
      and not (p.command = 'r' and p.name || '.' || p.policy || ': ' || p.using_text = any($4))`,
  'rows of a person are open to colleagues': `
    select t.name
    from tables t
    where t.name = any($8)
      and not exists (
        select from policies p
        where p.oid = t.oid
          and not p.is_permissive
          and p.command = '*'
          and p.role_names = '{public}'
          and p.using_text = $9
          and coalesce(p.check_text, p.using_text) = $9
      )`,
  'global table is open to writes of tenants': `
    select p.name || '.' || p.policy
    from policies p
    join tables t using (oid)
    where t.name = any($1)
      and p.command <> 'r'
      and p.role_names <> '{qudao_owner}'
      and (p.using_text <> $5 or coalesce(p.check_text, p.using_text) <> $5)`,
  // Its error would tell a tenant that another one has the code.
  'unique index is not led by tenant_code': `
    select i.indexrelid::regclass::text
    from walled w
    join pg_index i on i.indrelid = w.oid
    where i.indisunique and i.indkey[0] <> w.tenant_number`,
  // The check of a foreign key sees every tenant's rows.
  'foreign key does not carry tenant_code': `
    select k.conname::text
    from walled w
    join pg_constraint k on k.conrelid = w.oid and k.contype = 'f'
    join walled target on target.oid = k.confrelid
    where coalesce(k.confkey[array_position(k.conkey, w.tenant_number)] <> target.tenant_number, true)`,
  'view runs with the rights of its owner': `
    select c.relname::text
    from pg_class c
    where c.relkind = 'v'
      and c.relnamespace in ('app'::regnamespace, 'report'::regnamespace)
      and not coalesce('security_invoker=true' = any(c.reloptions), false)`,
  'materialised view is readable': `
    select distinct c.relname::text
    from pg_class c, ${roles} role
    where c.relkind = 'm' and c.relnamespace = 'app'::regnamespace and has_table_privilege(role, c.oid, 'SELECT')`,
  'definer function is not on the list': `
    select p.oid::regprocedure::text
    from pg_proc p
    where p.prosecdef
      and p.pronamespace not in ('pg_catalog'::regnamespace, 'sec'::regnamespace)
      and not (p.pronamespace = 'app'::regnamespace and p.proname = any($6))
      and not (
        p.oid::regprocedure::text = 'report.run_query(text,jsonb,integer)'
        and p.proowner = 'qudao_query'::regrole
      )`,
  'definer function without a fixed search_path': `
    select p.oid::regprocedure::text
    from pg_proc p
    where p.prosecdef
      and p.pronamespace <> 'pg_catalog'::regnamespace
      and not exists (select from unnest(coalesce(p.proconfig, '{}')) x where x like 'search_path=%')`,
  // Row security does not hold for TRUNCATE, and a trigger or a reference is code of one's own on another's table.
  'role may truncate, refer to or put triggers on a table': `
    select distinct t.name
    from tables t, ${roles} role
    where has_table_privilege(role, t.oid, 'TRUNCATE, REFERENCES, TRIGGER')`,
  'role steps over the wall': `
    select r.rolname::text
    from pg_roles r
    join ${roles} role on role = r.rolname
    where r.rolsuper or r.rolbypassrls or exists (select from pg_class c where c.relowner = r.oid)`,
  'role may call set_config': `
    select role
    from ${roles} role
    where has_function_privilege(role, 'pg_catalog.set_config(text,text,boolean)', 'EXECUTE')`,
  // Under row-level security such an operator then uses no index: searching reads the tenant whole.
  'LIKE or @> is not leakproof': `
    select p.proname::text
    from pg_proc p
    where p.proname in ('textlike', 'texticlike', 'arraycontains')
      and p.pronamespace = 'pg_catalog'::regnamespace
      and p.pronargs = 2
      and not p.proleakproof`,
  'figure is not numeric': `
    select t.name || '.' || a.attname
    from tables t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where a.attname ~ '(^|_)(amount|price|balance|quantity|number|cost)$'
      and a.atttypid <> 'numeric'::regtype
      and not t.name || '.' || a.attname = any($7)`,
  'tenant_code can be updated': `
    select distinct w.name
    from walled w, ${roles} role
    where has_column_privilege(role, w.oid, w.tenant_number, 'UPDATE')`,
  // Inheriting, an ordinary connection would hold the rights of the gate without asking for them.
  'application role inherits': `select rolname::text from pg_roles where rolname = 'qudao_app' and rolinherit`,
  'application role may open sessions': `
    select p.oid::regprocedure::text
    from pg_proc p
    where p.pronamespace = 'sec'::regnamespace
      and p.prosecdef
      and has_function_privilege('qudao_app', p.oid, 'EXECUTE')
      and (
        has_function_privilege('qudao_gate', p.oid, 'EXECUTE')
        or p.proname in ('bind', 'holds', 'write_login_log')
      )`,
  'sessions are readable': `
    select distinct c.relname::text
    from pg_class c, ${roles} role
    where c.relnamespace = 'sec'::regnamespace
      and c.relkind in ('r', 'p', 'v', 'm')
      and has_any_column_privilege(role, c.oid, 'SELECT, INSERT, UPDATE')`,
  'anybody may call the function': `
    select p.oid::regprocedure::text
    from pg_proc p
    where p.pronamespace in ('app'::regnamespace, 'sec'::regnamespace)
      and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0)`,
  // Whatever such a statement says, it can only do what its role can.
  'free SQL reaches beyond the report schema': `
    select x.name
    from (
      select n.nspname::text as name
      from pg_namespace n
      where n.nspname in ('app', 'public') and has_schema_privilege('qudao_query', n.oid, 'USAGE')
      union all
      select c.oid::regclass::text
      from pg_class c
      where c.relnamespace in ('app'::regnamespace, 'sec'::regnamespace, 'report'::regnamespace)
        and c.relkind in ('r', 'p', 'v', 'm')
        and has_any_column_privilege('qudao_query', c.oid, 'INSERT, UPDATE')
      union all
      select p.oid::regprocedure::text
      from pg_proc p
      where p.pronamespace in ('app'::regnamespace, 'sec'::regnamespace)
        and p.oid::regprocedure::text <> all(${queryFunctions})
        and exists (select from aclexplode(p.proacl) where grantee = 'qudao_query'::regrole)
      union all
      select p.oid::regprocedure::text
      from pg_proc p
      where p.pronamespace = 'pg_catalog'::regnamespace
        and p.proname ~
          '^(pg_(try_)?advisory_|lo_|pg_notify$|pg_read_|pg_ls_|pg_stat_file$|pg_logical_|pg_cancel_|pg_terminate_)'
        and has_function_privilege('qudao_query', p.oid, 'EXECUTE')
        and p.proname <> 'pg_read_file_old'
      union all
      select c.oid::regclass::text
      from pg_class c
      where c.relnamespace in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        and c.relkind in ('r', 'v')
        and has_any_column_privilege('qudao_query', c.oid, 'SELECT')
      union all
      select r.rolname::text
      from pg_roles r
      where r.rolname <> 'qudao_query'
        and (
          pg_has_role('qudao_query', r.oid, 'MEMBER')
          or (pg_has_role(r.oid, 'qudao_query', 'MEMBER') and not r.rolsuper)
        )
      union all
      select rolname::text
      from pg_roles
      where rolname = 'qudao_query' and (rolcanlogin or rolreplication or rolcreatedb or rolcreaterole)
    ) x`,
  'role may create in a schema': `
    select n.nspname::text
    from pg_namespace n, ${roles} role
    where n.nspname in ('app', 'sec', 'report', 'public') and has_schema_privilege(role, n.oid, 'CREATE')`,
  ...cellRules,
} as const satisfies Readonly<Record<string, string>>;

export type Rule = keyof typeof rules;
export const lintRules = Object.keys(rules) as readonly Rule[];

/** Reads the catalogue of a migrated database. Empty, the wall stands. */
export async function lintPolicies(client: pg.Client, modules: readonly Module[]): Promise<readonly Finding[]> {
  const globals = shapesOf(modules)
    .filter((table) => table.realm === 'global')
    .map((table) => table.name);
  const found = lintRules.map((rule) => `select '${rule}' as rule, x.name as object from (${rules[rule]}) x(name)`);
  const definers = modules
    .flatMap((module) => module.ledgers ?? [])
    .flatMap(ledgerFunctions)
    .map((name) => name.replace('app.', ''));
  const { rows } = await client.query<Finding>(`${catalogue}\n${found.join('\nunion all ')}\norder by 1, 2`, [
    globals,
    sharedTables,
    wall,
    furtherPolicies,
    platformOnly,
    definers,
    textNumbers,
    personalTables,
    ownRows,
  ]);
  return rows;
}

/** tenant_tenant has a tenant_code and is global: the definitions say which tables are, not the column. */
const catalogue = `
  with tables as (
    select c.oid, c.relname::text as name, c.relrowsecurity as is_secured, c.relforcerowsecurity as is_forced,
      a.attnum as tenant_number, a.attnotnull as tenant_not_null, a.attnum is not null as has_tenant
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_code' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'app'::regnamespace
  ),
  walled as (select * from tables where has_tenant and not name = any($1)),
  policies as (
    select p.polrelid as oid, c.relname::text as name, p.polname::text as policy, p.polcmd::text as command,
      p.polpermissive as is_permissive,
      coalesce(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid), 'true') as using_text,
      pg_get_expr(p.polwithcheck, p.polrelid) as check_text,
      (
        select array_agg(coalesce(r.rolname::text, 'public'))
        from unnest(p.polroles) x(role)
        left join pg_roles r on r.oid = x.role
      ) as role_names
    from pg_policy p
    join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'app'::regnamespace
  )`;
