-- The worker sweeps tenant by tenant, each behind its own wall; also those that are gone.
create or replace function sec.mark_files(p_provider text) returns table (id uuid, storage_key text)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  t text;
begin
  for t in select distinct p.tenant_code from sec.principal p loop
    perform sec.bind(t, null, '');
    return query
      update app.sys_file f
      set state = 'gone'
      where f.provider = p_provider and f.link_count = 0 and f.free_since < now() - interval '1 day'
      returning f.id, f.storage_key;
  end loop;
end
$$;
