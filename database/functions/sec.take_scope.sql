-- The lists on this user's row were set by whoever calls: from now on they reach no further than the caller does.
create or replace function sec.take_scope(p_user uuid) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.principal p
  set granted_by = sec.user_id()
  where p.tenant_code = sec.tenant() and p.user_id = p_user and p.user_id <> sec.user_id();
end
$$;
