-- What of those sources passes every cap, as far as sec.reach has come. Of * passes what the caps have; a cap that is
-- nobody any more passes nothing.
create or replace function sec.scope_rows(
  p_tenant text, p_users uuid[], p_supers uuid[]
) returns table (user_id uuid, dimension text, code text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
    select distinct s.user_id, s.dimension, c.code
    from sec.scope_sources(p_tenant, p_users, p_supers) s
    cross join lateral (
      select s.code
      union all
      select r.code
      from sec.reach r
      where s.code = '*' and r.tenant_code = p_tenant and r.user_id = any(s.caps) and r.dimension = s.dimension
    ) c(code)
    where not exists (
      select from unnest(s.caps) k
      where not exists (
        select from sec.reach r
        where r.tenant_code = p_tenant and r.user_id = k and r.dimension = s.dimension and r.code in ('*', c.code)
      )
    );
end
$$;
