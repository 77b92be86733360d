-- The last day of rebate that is given on a day: FD004 months later (12; 0 is never), by organisation, tenant,
-- installation.
create or replace function app.rebate_expiry(p_organize text, p_day date) returns date
language plpgsql stable security invoker set search_path = app, pg_catalog
as $$
declare
  months integer;
begin
  select coalesce((
    select t.value
    from tenant_params t
    where t.code = 'FD004' and t.status = '1' and t.organize_code is not distinct from p_organize
  ), (
    select t.value
    from tenant_params t
    where t.code = 'FD004' and t.status = '1' and t.organize_code is null
  ),
    (select s.param_value from sys_params s where s.param_code = 'FD004' and s.status = '1'), '12')::integer
  into months;
  return case when months = 0 then null else (p_day + make_interval(months => months))::date end;
end
$$;
