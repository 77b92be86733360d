-- When a schedule is due next in a zone is computed by the caller. Of several that saw the same due time one plans it,
-- for the tenants of that zone.
create or replace function sec.plan_schedule(
  p_schedule uuid, p_zone text, p_seen timestamptz, p_next timestamptz, p_each_tenant boolean
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if p_zone = sec.platform_zone() then
    update app.job_schedule s
    set next_time = p_next
    where s.id = p_schedule and s.status = '1' and s.next_time is not distinct from p_seen;
  elsif p_seen is null then
    insert into sec.job_time as x (schedule_id, zone, next_time)
    select s.id, p_zone, p_next
    from app.job_schedule s
    where s.id = p_schedule and s.status = '1'
    on conflict (schedule_id, zone) do update set next_time = excluded.next_time
    where x.next_time is null;
  else
    update sec.job_time x
    set next_time = p_next
    from app.job_schedule s
    where x.schedule_id = p_schedule
      and x.zone = p_zone
      and x.next_time = p_seen
      and s.id = p_schedule
      and s.status = '1';
  end if;
  if not found then return false; end if;
  if p_seen is null then return true; end if;
  insert into sec.job_run (id, schedule_id, tenant_code, due)
  select sec.new_id(), p_schedule, t.tenant_code, p_seen
  from app.tenant_tenant t
  where t.status = '1' and (t.sys_tenant = '1') <> p_each_tenant and t.zone = p_zone
  on conflict do nothing;
  perform pg_notify('qudao_job', '');
  return true;
end
$$;
