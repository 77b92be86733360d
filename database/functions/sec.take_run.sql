-- The next run that waits, or whose runner died; of one job and tenant only one is under way. Takers wait for each
-- other a moment.
create or replace function sec.take_run(
  p_key text, p_lease_ms integer
) returns table (
  id uuid, schedule_id uuid, tenant_code text, due timestamptz, attempts integer, bean_name text, params text
)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  r sec.job_run;
begin
  perform pg_advisory_xact_lock(7004);
  select w.*
  into r
  from sec.job_run w
  where w.not_before <= clock_timestamp()
    and (w.lease_until is null or w.lease_until < clock_timestamp())
    and not exists (
      select from sec.job_run o
      where o.schedule_id = w.schedule_id
        and o.tenant_code = w.tenant_code
        and o.id <> w.id
        and o.lease_until >= clock_timestamp()
    )
  order by w.not_before, w.id
  limit 1
  for update skip locked;
  if not found then return; end if;
  if r.lease_until is not null then
    perform sec.log_run(
      r, (extract(epoch from r.lease_until - r.started_at) * 1000)::integer, 'the process that ran it was lost'
    );
  end if;
  update sec.job_run w
  set attempts = w.attempts + 1, key_hash = sha256(convert_to(p_key, 'UTF8')), started_at = clock_timestamp(),
    lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  where w.id = r.id
  returning w.* into r;
  return query
    select r.id, r.schedule_id, r.tenant_code, r.due, r.attempts, s.bean_name, s.params
    from app.job_schedule s
    where s.id = r.schedule_id;
end
$$;
