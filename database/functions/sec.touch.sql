-- Keeps an active session from idling out; called at most once a minute per session.
create or replace function sec.touch() returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.session
  set seen_at = now()
  where user_id = sec.user_id() and tenant_code = sec.tenant() and ended_at is null;
end
$$;
