-- Standing of a document: whose work a permission makes it.
-- Who of the house may do something in an organisation, those first who may do little else: whoever waits for a
-- document learns whose work it is. Grants are worked out in schema sec, where no session may read.
create or replace function sec.permission_holders(p_permission text, p_organize text) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select p.user_id
    from (
      select g.role_id,
        (select count(*) from sec.role_grant o where o.tenant_code = g.tenant_code and o.role_id = g.role_id) as breadth
      from sec.role_grant g
      where g.tenant_code = sec.tenant() and g.permission = p_permission
    ) r
    join app.sys_role n on n.id = r.role_id and n.status = '1'
    join sec.user_role ur on ur.tenant_code = sec.tenant() and ur.role_id = r.role_id
    join sec.principal p on p.tenant_code = ur.tenant_code and p.user_id = ur.user_id
    where p.is_active
      and p.account_type not in ('1', '2')
      and (p_organize is null or p.organizations is null or p_organize = any(p.organizations))
      and not exists (
        select from sec.grant_cut c
        where c.tenant_code = ur.tenant_code
          and c.user_id = ur.user_id
          and c.role_id = r.role_id
          and c.permission = p_permission
      )
    group by p.user_id
    order by min(r.breadth), p.user_id
    limit 20;
end
$$;
revoke all on function sec.permission_holders(text, text) from public;
grant execute on function sec.permission_holders(text, text) to qudao_app, qudao_report;
