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
