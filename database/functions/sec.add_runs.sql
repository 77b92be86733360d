-- One run for the installation, or one for every open tenant.
create or replace function sec.add_runs(
  p_schedule uuid, p_due timestamptz, p_asked_by text, p_each_tenant boolean
) returns void
language sql security definer set search_path = pg_catalog
as $$
  insert into sec.job_run (id, schedule_id, tenant_code, due, asked_by)
  select sec.new_id(), p_schedule, t.tenant_code, p_due, p_asked_by
  from app.tenant_tenant t
  where t.status = '1' and (t.sys_tenant = '1') <> p_each_tenant
  on conflict do nothing;
  select pg_notify('qudao_job', '');
$$;
