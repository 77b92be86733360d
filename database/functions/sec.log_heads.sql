-- The last seal of every tenant's operation log, to be published where the database cannot be written from.
create or replace function sec.log_heads() returns table (tenant_code text, no bigint, hash text)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  t text;
begin
  for t in select x.tenant_code from app.tenant_tenant x order by 1 loop
    perform sec.bind(t, null, '');
    return query
      select t, s.no::bigint, encode(s.hash, 'hex') from app.sys_logseal s order by s.no desc limit 1;
  end loop;
end
$$;
