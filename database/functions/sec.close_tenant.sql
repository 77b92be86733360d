-- Nobody logs in to a tenant that is gone; the names are free again, its code is not.
create or replace function sec.close_tenant(p_tenant text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'tenant:tenant:delete')
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  update sec.session x
  set ended_at = now(), end_reason = 'tenant'
  where x.tenant_code = p_tenant and x.ended_at is null;
  delete from sec.account a where a.home_tenant = p_tenant;
  delete from sec.resting r where r.tenant_code = p_tenant;
end
$$;
