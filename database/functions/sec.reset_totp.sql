-- For somebody who lost his telephone and the codes.
create or replace function sec.reset_totp(p_users uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.require_confirmed(sec.user_id());
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:update') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  delete from sec.totp x where x.home_tenant = sec.tenant() and x.user_id = any(p_users);
end
$$;
