-- The own password. Every other session of the user ends, and this one is as wide as the user's rights again.
create or replace function sec.change_password(p_sid text, p_hash text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.open(p_sid, null, '{}', null);
  update sec.account a
  set password_hash = p_hash, password_changed_at = now(), must_change = false
  where a.user_id = sec.user_id();
  update sec.session x
  set ended_at = now(), end_reason = 'password'
  where x.user_id = sec.user_id() and x.ended_at is null and x.sid_hash <> decode(p_sid, 'hex');
  update sec.session x set is_narrow = false where x.sid_hash = decode(p_sid, 'hex');
end
$$;
