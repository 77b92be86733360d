-- After that many days a file is let go of, and the sweep of files takes its bytes.
create or replace function sec.forget_exports(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  e record;
  gone integer := 0;
begin
  for e in
    select w.id, w.tenant_code
    from sec.export_run w
    where w.create_date < now() - make_interval(days => greatest(1, p_days)) and w.state in ('done', 'failed')
  loop
    perform sec.bind(e.tenant_code, null, '');
    delete from app.sys_file_link l where l.noun = 'sys:export' and l.record_id = e.id;
    delete from sec.export_run w where w.id = e.id;
    gone := gone + 1;
  end loop;
  return gone;
end
$$;
