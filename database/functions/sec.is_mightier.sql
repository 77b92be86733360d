-- Whether one of these users holds or sees something that the session's user does not. What counts is what they reach
-- in the end: a list that says nothing opens everything. Somebody who is nobody of this tenant counts as mightier.
create or replace function sec.is_mightier(p_users uuid[]) returns boolean
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  if sec.is_super() then return false; end if;
  return exists (
    select from unnest(p_users) x(user_id)
    left join sec.principal p on p.tenant_code = sec.tenant() and p.user_id = x.user_id
    where x.user_id is distinct from sec.user_id()
      and (
        p.user_id is null
        or p.super_admin
        or sec.exceeds(p.organizations, sec.organizations())
        or sec.exceeds(p.storages, sec.storages())
        or sec.exceeds(p.departments, sec.departments())
        or sec.exceeds(p.brands, sec.brands())
        or sec.exceeds(p.channels, sec.channels())
        or exists (
          select h.permission
          from sec.rights_of(array[x.user_id]) h
          except
          select h.permission
          from sec.rights_of(array[sec.user_id()]) h
        )
      )
  );
end
$$;
