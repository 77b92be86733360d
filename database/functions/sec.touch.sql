-- Keeps an active session from idling out; called at most once a minute per session. One that has idled out stays so,
-- whatever its owner does elsewhere. Without a session (a process of the release before) those of the user that are
-- awake are meant.
create or replace function sec.touch(p_sid text default null) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.session
  set seen_at = now()
  where user_id = sec.user_id()
    and tenant_code = sec.tenant()
    and (p_sid is null or sid_hash = decode(p_sid, 'hex'))
    and ended_at is null
    and expires_at > now()
    and seen_at > now() - interval '30 minutes';
end
$$;
