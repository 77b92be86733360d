-- An account for whoever tries to log in from this network. An unknown name answers no row; the caller spends the same
-- time on it. Failures are counted by network, so that a stranger can shut out his own network and nobody else's; the
-- count ends with the lock. Many networks at once (15 failures in 15 minutes) make everybody show that he is a person.
-- What an ERP did not answer counts here as well, though it locks nobody.
create or replace function sec.login_lookup(
  p_username text, p_network text default ''
) returns table (
  user_id uuid, password_hash text, home_tenant text, is_locked boolean, failed_count integer, is_active boolean
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select a.user_id, a.password_hash, a.home_tenant, coalesce(g.locked_until > now(), false),
      case when x.failures >= 15 then x.failures else coalesce(g.failures + g.unanswered, 0) end,
      exists (
        select from sec.principal p
        join app.tenant_tenant t using (tenant_code)
        where p.user_id = a.user_id and p.is_active and t.status = '1'
      )
    from sec.account a
    left join sec.guess g on g.user_id = a.user_id
      and g.network = p_network
      and g.seen_at > now() - interval '15 minutes'
      and coalesce(g.locked_until > now(), true)
    cross join lateral (
      select coalesce(sum(o.failures + o.unanswered), 0)::integer as failures
      from sec.guess o
      where o.user_id = a.user_id and o.seen_at > now() - interval '15 minutes'
    ) x
    where lower(a.username) = lower(p_username);
end
$$;
