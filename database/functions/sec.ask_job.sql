-- A run of a job for this tenant as soon as somebody can take it: what was just asked for need not wait for the minute.
-- One that waits already is enough; a schedule that was paused stays so.
create or replace function sec.ask_job(p_bean text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if sec.tenant() is null then raise exception 'no tenant' using errcode = 'QD401'; end if;
  insert into sec.job_run (id, schedule_id, tenant_code, due)
  select sec.new_id(), s.id, sec.tenant(), clock_timestamp()
  from app.job_schedule s
  where s.bean_name = p_bean
    and s.status = '1'
    and not exists (
      select from sec.job_run r
      where r.schedule_id = s.id and r.tenant_code = sec.tenant() and r.lease_until is null
    )
  order by s.id
  limit 1
  on conflict do nothing;
  perform pg_notify('qudao_job', '');
end
$$;
