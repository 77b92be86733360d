-- Who is logged in to the session's tenant. The id is no key: nobody can act as a session by knowing it.
create or replace function sec.open_sessions(
  p_users uuid[]
) returns table (
  id text, user_id uuid, username text, real_name text, ip text, user_agent text, created_at timestamptz,
  seen_at timestamptz, is_own boolean
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  perform sec.refuse_explaining();
  return query
    select encode(sha256(x.sid_hash), 'hex'), x.user_id, p.username, p.real_name, x.ip, x.user_agent, x.created_at,
      x.seen_at, x.user_id = sec.user_id()
    from sec.session x
    join sec.principal p on p.tenant_code = x.tenant_code and p.user_id = x.user_id
    where x.tenant_code = sec.tenant()
      and x.ended_at is null
      and x.expires_at > now()
      and x.seen_at > now() - interval '30 minutes'
      and (p_users is null or x.user_id = any(p_users));
end
$$;
