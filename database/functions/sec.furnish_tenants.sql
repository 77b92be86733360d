-- Tenants that do not have what is declared, some at a time: each lock is held for as long as a few of them take.
create or replace function sec.furnish_tenants(p_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  each text;
  done integer := 0;
begin
  for each in
    select t.tenant_code
    from app.tenant_tenant t
    join sec.furniture w on true
    left join sec.furnished f on f.tenant_code = t.tenant_code
    where f.hash is distinct from w.hash
    order by t.tenant_code
    limit p_most
  loop
    perform sec.furnish_tenant(each, '{}');
    done := done + 1;
  end loop;
  return done;
end
$$;
