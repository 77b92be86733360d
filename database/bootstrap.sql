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
  -- Deploys: may become the owner, is not a superuser.
  if not exists (select from pg_roles where rolname = 'qudao_migrator') then create role qudao_migrator login noinherit; end if;
end $$;

alter role qudao_app nosuperuser nocreatedb nocreaterole nobypassrls noinherit;
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

-- The context of a transaction is a setting; only the definer functions of schema sec may write settings.
revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
grant execute on function pg_catalog.set_config(text, text, boolean) to qudao_owner;

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
