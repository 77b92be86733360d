-- When a job is due next is computed by the caller. Of several that saw the same due time one plans it.
create or replace function sec.plan_job(
  p_schedule uuid, p_seen timestamptz, p_next timestamptz, p_each_tenant boolean
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update app.job_schedule s
  set next_time = p_next
  where s.id = p_schedule and s.status = '1' and s.next_time is not distinct from p_seen;
  if not found then return false; end if;
  if p_seen is not null then perform sec.add_runs(p_schedule, p_seen, null, p_each_tenant); end if;
  return true;
end
$$;
