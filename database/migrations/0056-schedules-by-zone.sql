-- Schedules follow the clocks of each tenant: beside the next time in the platform's zone, which the schedule itself holds, there is
-- one for every other zone that a tenant is in. The release before goes on with sec.due_jobs and sec.plan_job.

-- Nothing here is readable by the application.
create table sec.job_time (
  schedule_id uuid not null references app.job_schedule on delete cascade,
  zone text not null,
  next_time timestamptz,
  primary key (schedule_id, zone)
);

-- The zone of the tenant that runs the installation.
create or replace function sec.platform_zone() returns text
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return coalesce((select t.zone from app.tenant_tenant t where t.sys_tenant = '1' limit 1), 'Asia/Shanghai');
end
$$;

-- Schedules whose time has come, and those that have none yet, by zone: an hour of the night comes to every tenant when
-- it comes to its zone. What concerns the installation alone follows the platform's.
create or replace function sec.due_schedules() returns table (
  id uuid, bean_name text, cron_expression text, zone text, next_time timestamptz
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
declare
  own text := sec.platform_zone();
begin
  return query
    select s.id, s.bean_name, s.cron_expression, z.zone, n.next_time
    from app.job_schedule s
    cross join (select own as zone union select t.zone from app.tenant_tenant t where t.status = '1') z
    left join sec.job_time x on x.schedule_id = s.id and x.zone = z.zone
    cross join lateral (select case when z.zone = own then s.next_time else x.next_time end as next_time) n
    where s.status = '1' and (n.next_time is null or n.next_time <= now());
end
$$;

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

-- A schedule that is written anew or rests is due in every zone when somebody computes it again: what it missed is not
-- made up for.
create or replace function sec.forget_job_times() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  delete from sec.job_time x where x.schedule_id = new.id;
  return null;
end
$$;

create trigger times_forgotten after update on app.job_schedule for each row
  when (old.cron_expression is distinct from new.cron_expression or old.status is distinct from new.status)
  execute function sec.forget_job_times();

revoke all on function sec.platform_zone(), sec.due_schedules(), sec.plan_schedule(uuid, text, timestamptz, timestamptz, boolean), sec.forget_job_times() from public;
grant execute on function sec.due_schedules(), sec.plan_schedule(uuid, text, timestamptz, timestamptz, boolean) to qudao_gate;
