-- A code is good for one log-in: its step, or an earlier one, is not taken again.
create or replace function sec.totp_take(p_user uuid, p_step bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.totp set last_step = p_step where user_id = p_user and last_step < p_step;
  return found;
end
$$;
