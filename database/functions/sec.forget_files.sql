create or replace function sec.forget_files(p_ids uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  t text;
begin
  for t in select distinct p.tenant_code from sec.principal p loop
    perform sec.bind(t, null, '');
    delete from app.sys_file f where f.id = any(p_ids) and f.state = 'gone' and f.link_count = 0;
  end loop;
end
$$;
