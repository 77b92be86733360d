-- For the processes themselves, which hold the key.
create or replace function sec.read_storage() returns table (settings jsonb, secrets jsonb)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query select s.settings, s.secrets from sec.storage s;
end
$$;
