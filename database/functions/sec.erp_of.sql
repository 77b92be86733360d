-- Asked before anybody is logged in: the ERP that knows the password of this account, and as whom it knows him. No row:
-- the password is kept here. No system: none is set up. Whoever is mapped in a system is asked for there; else it is
-- the first that says which ERP it is, as for orders that are pushed. A provider of invoices says none and gets no
-- password.
create or replace function sec.erp_of(
  p_user uuid
) returns table (code text, name text, url text, account text, sealed_secret text, erp_user text)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
begin
  select x.* into a from sec.account x where x.user_id = p_user;
  if not found then return; end if;
  perform sec.bind(a.home_tenant, a.user_id, '');
  return query
    select s.code, s.name, s.url, s.account, s.sealed_secret, coalesce(s.erp_user_code, a.username)
    from app.sys_user u
    left join lateral (
      select y.code, y.name, y.url, y.account, y.sealed_secret, m.erp_user_code
      from app.approve_system y
      left join app.approve_user m on m.system_code = y.code and m.user_id = u.id and m.enable_flag = '1'
      where y.enable_flag = '1'
        and y.interface_type = '1'
        and y.url is not null
        and (m.erp_user_code is not null or y.erp_product is not null)
      order by m.erp_user_code is null, y.code, m.erp_user_code
      limit 1
    ) s on true
    where u.id = p_user and u.verify_type = '1';
end
$$;
