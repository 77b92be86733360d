-- Who the session's user is among the staff, whatever kind of account he has.
create or replace function sec.personnel() returns text
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return (
    select p.personnel_code
    from sec.principal p
    where p.tenant_code = sec.tenant() and p.user_id = sec.user_id()
  );
end
$$;
