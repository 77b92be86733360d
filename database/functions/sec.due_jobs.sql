-- Jobs whose time has come, and those that have none yet.
create or replace function sec.due_jobs() returns table (
  id uuid, bean_name text, cron_expression text, next_time timestamptz
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select s.id, s.bean_name, s.cron_expression, s.next_time
    from app.job_schedule s
    where s.status = '1' and (s.next_time is null or s.next_time <= now());
end
$$;
