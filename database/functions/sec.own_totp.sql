-- The second factor of the session's own user.
create or replace function sec.own_totp() returns table (
  is_on boolean, recovery_left integer, confirmed_at timestamptz, pending text
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select x.confirmed_at is not null, cardinality(x.recovery), x.confirmed_at, x.pending
    from sec.totp x
    where x.user_id = sec.user_id();
end
$$;
