-- What the user is in this tenant, as the rules of the data scope read it.
create or replace function sec.explain_user(
  p_user uuid, p_right text
) returns table (
  is_active boolean, super_admin boolean, is_known boolean, holds boolean, organizations text[], storages text[],
  departments text[], brands text[], channels text[], own_customer text, own_supplier text, own_salesman text
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  t text := sec.tenant();
begin
  perform sec.refuse_explaining();
  return query
    select p.is_active, p.super_admin, exists (select from sec.permission x where x.permission = p_right),
      sec.holds(t, p_user, p.super_admin, sec.is_platform(), p_right)
        or exists (
          select from sec.user_role ur
          join sec.role_grant g on g.tenant_code = t and g.role_id = ur.role_id and g.permission = p_right
          where ur.tenant_code = t
            and ur.user_id = p_user
            and p_right ~ '^[0-9a-f-]{36}$'
            and not exists (
              select from sec.grant_cut c
              where c.tenant_code = t and c.user_id = p_user and c.role_id = g.role_id and c.permission = p_right
            )
        ),
      p.organizations, p.storages, p.departments, p.brands, p.channels,
      case p.account_type when '1' then coalesce(p.customer_code, '?') end,
      case p.account_type when '2' then coalesce(p.supplier_code, '?') end,
      case p.account_type when '3' then coalesce(p.personnel_code, '?') end
    from sec.principal p
    where p.tenant_code = t and p.user_id = p_user;
end
$$;
