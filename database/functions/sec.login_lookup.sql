-- An unknown name answers a row of nulls, so that the caller spends the same time on it.
create or replace function sec.login_lookup(
  p_username text
) returns table (
  user_id uuid, password_hash text, home_tenant text, is_locked boolean, failed_count integer, is_active boolean
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select a.user_id, a.password_hash, a.home_tenant, coalesce(a.locked_until > now(), false), a.failed_count,
      exists (
        select from sec.principal p
        join app.tenant_tenant t using (tenant_code)
        where p.user_id = a.user_id and p.is_active and t.status = '1'
      )
    from sec.account a
    where lower(a.username) = lower(p_username);
end
$$;
