create or replace function sec.log_run(r sec.job_run, p_ms integer, p_error text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.bind(r.tenant_code, null, '');
  insert into app.job_schedulelog (id, job_id, bean_name, params, times, status, error, creator_name)
  select sec.new_id(), s.job_id, s.bean_name, s.params, p_ms, case when p_error is null then '1' else '0' end, p_error,
    coalesce(r.asked_by, '')
  from app.job_schedule s
  where s.id = r.schedule_id;
  -- What fails in a tenant the platform is told of, and not more than where.
  if p_error is not null and r.tenant_code <> '1' then
    perform sec.bind('1', null, '');
    insert into app.job_schedulelog (id, job_id, bean_name, params, times, status, error)
    select sec.new_id(), s.job_id, s.bean_name, s.params, p_ms, '0',
      'tenant ' || r.tenant_code || ': failed, see its own log'
    from app.job_schedule s
    where s.id = r.schedule_id;
  end if;
  update app.job_schedule s set times = p_ms, last_time = r.started_at where s.id = r.schedule_id;
end
$$;
