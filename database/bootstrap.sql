-- Run once per database by a superuser (npm run setup, npm run demo). Repeatable.
-- What pg_dump does not keep (leakproof flags, role settings) is here, so run it again after a restore.

do $$
begin
  -- Owns every object. Nobody logs in as it; migrations take it with SET ROLE.
  if not exists (select from pg_roles where rolname = 'qudao_owner') then create role qudao_owner nologin; end if;
  -- The application. NOINHERIT: it is a member of report and gate, but has their rights only on connections that asked for them.
  if not exists (select from pg_roles where rolname = 'qudao_app') then create role qudao_app login noinherit; end if;
  -- Reads for reports, exports and free filters: custom plans, longer time-outs, no write anywhere.
  if not exists (select from pg_roles where rolname = 'qudao_report') then create role qudao_report nologin; end if;
  -- Log-in and log-out. An injected expression on an ordinary connection cannot open a session.
  if not exists (select from pg_roles where rolname = 'qudao_gate') then create role qudao_gate nologin; end if;
  -- Statements that people of a tenant write themselves (0033). Nobody logs in as it and nobody is a member of it: it owns report.run_query and nothing else.
  if not exists (select from pg_roles where rolname = 'qudao_query') then create role qudao_query nologin; end if;
  -- Deploys: may become the owner, is not a superuser.
  if not exists (select from pg_roles where rolname = 'qudao_migrator') then create role qudao_migrator login noinherit; end if;
end $$;

alter role qudao_app nosuperuser nocreatedb nocreaterole nobypassrls noinherit;
alter role qudao_query nosuperuser nocreatedb nocreaterole nobypassrls nologin noreplication;
grant qudao_report, qudao_gate to qudao_app;
grant qudao_owner to qudao_migrator;

alter role qudao_app set search_path = app;
alter role qudao_app set timezone = 'UTC';
-- auto mode re-plans under row-level security on every call: 722 → 468 us of CPU for the order list.
alter role qudao_app set plan_cache_mode = force_generic_plan;
-- A generic plan of a small tenant otherwise turns parallel when one tenant is huge: 45 ms instead of 0.5 ms.
alter role qudao_app set max_parallel_workers_per_gather = 0;
alter role qudao_app set jit = off;
-- Disks without heads and a warm cache: at the default of 4 small tables are read whole instead of by index (context 106 instead of 70 us).
alter role qudao_app set random_page_cost = 1.1;
alter role qudao_app set statement_timeout = '15s';
alter role qudao_app set lock_timeout = '3s';
alter role qudao_app set idle_in_transaction_session_timeout = '10s';
alter role qudao_migrator set lock_timeout = '2s';
-- Figures of the whole server (standbys, connections, old transactions) for sec.vital_signs; no rows and no statements
-- of tenants leave it.
grant pg_read_all_stats to qudao_owner;

-- The context of a transaction is a setting; only the definer functions of schema sec may write settings.
revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
grant execute on function pg_catalog.set_config(text, text, boolean) to qudao_owner;

-- What a statement of somebody's own must not do, although it only reads: hold locks that the product waits for, tell other processes, write large objects
-- or the log, stop its neighbours. PostgreSQL gives these to everybody; here they belong to the product's own roles.
do $$
declare f regprocedure;
begin
  for f in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0)
     and (p.proname ~ '^(pg_(try_)?advisory_|lo_|pg_logical_|pg_replication_|pg_create_.*_slot|pg_copy_.*_slot|pg_drop_replication_slot)' or p.proname in ('loread', 'lowrite', 'pg_notify', 'pg_export_snapshot', 'pg_cancel_backend', 'pg_terminate_backend')) loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to qudao_owner, qudao_app, qudao_report, qudao_gate, qudao_migrator', f);
  end loop;
end $$;

-- Nor read: the catalogues tell whose the server is, who works on it and how the product is built (decision 75). Whoever
-- looks after the server keeps them by pg_monitor, the product's own roles by name; of what everybody may read only in
-- part nothing is given back.
do $$
declare
  t record;
  f regprocedure;
  keepers constant text := 'qudao_owner, qudao_app, qudao_report, qudao_gate, qudao_migrator, pg_monitor';
begin
  for t in
    select c.oid::regclass as name, has_table_privilege('qudao_query', c.oid, 'SELECT') as is_whole
    from pg_class c
    where c.relnamespace in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and c.relkind in ('r', 'v')
      and has_any_column_privilege('qudao_query', c.oid, 'SELECT')
  loop
    execute format('revoke all on %s from public', t.name);
    if t.is_whole then execute format('grant select on %s to %s', t.name, keepers); end if;
  end loop;
  for f in
    select p.oid::regprocedure
    from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and has_function_privilege('qudao_query', p.oid, 'EXECUTE')
      and (
        p.proname ~ '^(pg_stat_get_|pg_show_|pg_prepared_)'
        or p.proname ~ '^pg_get_(functiondef|viewdef|ruledef|triggerdef|indexdef|constraintdef|userbyid)'
        or p.proname in ('pg_lock_status', 'pg_cursor')
      )
  loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to %s', f, keepers);
  end loop;
end $$;

-- Under row-level security a LIKE that is not leakproof uses no index (27 ms instead of 0.2 ms at 10^6 rows).
-- Accepted knowingly: its errors quote the pattern, never row data.
alter function pg_catalog.textlike(text, text) leakproof;
alter function pg_catalog.texticlike(text, text) leakproof;
-- The same for @> of arrays, which finds records by what is typed (search_grams). Its errors name types, never elements.
alter function pg_catalog.arraycontains(anyarray, anyarray) leakproof;

create schema if not exists app authorization qudao_owner;
create schema if not exists sec authorization qudao_owner;
revoke all on schema public from public;
revoke all on schema sec from public;
grant usage on schema app to qudao_app, qudao_report, qudao_gate;
grant usage on schema sec to qudao_app, qudao_report, qudao_gate;

-- What may be asked with SQL: views of the report schema, row by row behind the tenant wall, and the names that the wall itself asks for.
create schema if not exists report authorization qudao_owner;
revoke all on schema report from public;
grant usage on schema report, sec to qudao_query;

-- Runs one statement of a tenant's own as qudao_query. Its walls are not in the text of the statement: inside a definer function nobody can become another
-- role, a stable function runs nothing that is no SELECT, a loop over a query takes one statement and not two, and the role can read the report schema and
-- write nowhere. The caller has made the transaction read only and set its time. Figures leave as text, so that none loses digits on the way.
create or replace function report.run_query(p_text text, p_params jsonb, p_rows integer) returns setof json
language plpgsql stable security definer set search_path = report, pg_catalog, pg_temp
as $$
declare
  r record;
  answered json;
  rows integer := 0;
  size bigint := 0;
begin
  if current_setting('transaction_read_only') <> 'on' then raise exception 'not read only' using errcode = '25006'; end if;
  for r in execute p_text using p_params loop
    exit when rows >= p_rows;
    answered := (select json_object_agg(e.key, e.value) from json_each_text(row_to_json(r)) e);
    rows := rows + 1;
    size := size + octet_length(answered::text);
    if size > 2000000 then raise exception 'too large' using errcode = '54000'; end if;
    return next answered;
  end loop;
end $$;
alter function report.run_query(text, jsonb, integer) owner to qudao_query;
revoke all on function report.run_query(text, jsonb, integer) from public;
grant usage on schema report to qudao_report;
grant execute on function report.run_query(text, jsonb, integer) to qudao_report;
