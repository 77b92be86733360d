create or replace function sec.password_of(p_sid text) returns table (user_id uuid, password_hash text)
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.open(p_sid, null, '{}', null);
  return query select a.user_id, a.password_hash from sec.account a where a.user_id = sec.user_id();
end
$$;
