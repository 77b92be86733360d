-- Asked before anybody is logged in: the secret of who has a second factor on.
create or replace function sec.totp_of(p_user uuid) returns table (secret text)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select x.secret from sec.totp x where x.user_id = p_user and x.confirmed_at is not null;
end
$$;
