create or replace function sec.storage_settings() returns table (settings jsonb, secrets text[])
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  perform sec.check_storage_keeper();
  return query select s.settings, array(select jsonb_object_keys(s.secrets)) from sec.storage s;
end
$$;
