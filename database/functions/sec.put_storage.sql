-- `p_secrets` are those that were given anew; the others stay as they are.
create or replace function sec.put_storage(p_settings jsonb, p_secrets jsonb) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.check_storage_keeper();
  insert into sec.storage as s (settings, secrets)
  values (p_settings, p_secrets)
  on conflict (is_only) do update set settings = excluded.settings, secrets = s.secrets || excluded.secrets;
  perform pg_notify('qudao', 'storage');
end
$$;
