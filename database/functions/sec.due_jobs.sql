create or replace function sec.due_jobs( ) returns table (
  id uuid, bean_name text, cron_expression text, next_time timestamptz
)
language sql stable security definer set search_path = pg_catalog
as $$
  select s.id, s.bean_name, s.cron_expression, s.next_time
  from app.job_schedule s
  where s.status = '1' and (s.next_time is null or s.next_time <= now())
$$;
