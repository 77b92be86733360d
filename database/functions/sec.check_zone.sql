-- A tenant keeps its books in a zone that has a name; of an abbreviation nobody knows when its summer begins.
create or replace function sec.check_zone() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not exists (select from pg_timezone_names z where z.name = new.zone) then
    raise exception 'no such zone' using errcode = '23514', constraint = 'tenant_tenant_zone', detail = new.zone;
  end if;
  return new;
end
$$;
