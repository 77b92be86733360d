create or replace function sec.drop_account(p_users uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:delete') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  delete from sec.account a where a.user_id = any(p_users) and a.home_tenant = sec.tenant();
  update sec.session x
  set ended_at = now(), end_reason = 'deleted'
  where x.user_id = any(p_users) and x.tenant_code = sec.tenant() and x.ended_at is null;
  -- What they granted lives on, capped by whoever removed them.
  update sec.assignment a
  set grantor_id = sec.user_id()
  where a.tenant_code = sec.tenant() and a.grantor_id = any(p_users);
  update sec.principal p
  set granted_by = sec.user_id()
  where p.tenant_code = sec.tenant() and p.granted_by = any(p_users);
end
$$;
