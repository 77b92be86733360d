-- The pending secret is confirmed by its first code and takes the place of the one before. What was confirmed without
-- it, in whichever session, is confirmed no more.
create or replace function sec.settle_totp(p_step bigint, p_recovery text[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.require_confirmed(sec.user_id());
  update sec.totp
  set secret = pending, pending = null, confirmed_at = now(), last_step = p_step, recovery = p_recovery
  where user_id = sec.user_id() and pending is not null;
  update sec.session x set confirmed_until = null where x.user_id = sec.user_id();
end
$$;
