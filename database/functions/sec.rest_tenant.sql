-- After a tenant's own status was changed: what is below follows, and nobody of them is left inside. Old sessions do
-- not come back with it.
create or replace function sec.rest_tenant(p_tenant text, p_is_active boolean) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  top app.tenant_tenant;
  changed integer;
begin
  if not sec.is_platform()
    or not sec.holds(
      sec.tenant(), sec.user_id(), sec.is_super(), true,
      case when p_is_active then 'tenant:tenant:enable' else 'tenant:tenant:disable' end
    )
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  perform pg_advisory_xact_lock(7008, 0);
  select t.* into top from app.tenant_tenant t where t.tenant_code = p_tenant;
  delete from sec.resting r where r.tenant_code = p_tenant;
  if p_is_active then
    update app.tenant_tenant t
    set status = '1', row_version = t.row_version + 1, update_date = now()
    from sec.resting r
    where r.by_tenant = p_tenant and t.tenant_code = r.tenant_code and t.status <> '1';
    get diagnostics changed = row_count;
    delete from sec.resting r where r.by_tenant = p_tenant;
    return changed;
  end if;
  -- Those that rested for one further up rest for this one too, which may stay disabled when that one wakes.
  update sec.resting r
  set by_tenant = p_tenant
  from app.tenant_tenant t, app.tenant_tenant b
  where t.tenant_code = r.tenant_code
    and starts_with(t.path, top.path)
    and b.tenant_code = r.by_tenant
    and b.tenant_code <> p_tenant
    and starts_with(top.path, b.path);
  insert into sec.resting
  select t.tenant_code, p_tenant
  from app.tenant_tenant t
  where starts_with(t.path, top.path) and t.tenant_code <> p_tenant and t.status = '1';
  update app.tenant_tenant t
  set status = '0', row_version = t.row_version + 1, update_date = now()
  where starts_with(t.path, top.path) and t.tenant_code <> p_tenant and t.status = '1';
  get diagnostics changed = row_count;
  update sec.session x
  set ended_at = now(), end_reason = 'tenant'
  from app.tenant_tenant t
  where t.tenant_code = x.tenant_code and starts_with(t.path, top.path) and x.ended_at is null;
  return changed;
end
$$;
