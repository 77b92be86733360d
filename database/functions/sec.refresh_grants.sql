-- Recomputes what every user of the session's tenant is and may. Called in the transaction that changed a user, a role
-- or an organisation. Nobody holds more than who granted it: a role is cut down to its creator, what a user gets by a
-- role to who handed it on, the lists on a user to who set them, a sub-account to its main account. Grantors have
-- grantors, so both parts grow from the administrators until nothing is added: a circle of people who grant each other
-- adds nothing. Only what changed is written: when each save of a user rewrote every grant of its tenant (3,400 rows),
-- the hundredth without a vacuum took a second. Lists that the planner cannot count are joined to each other; row by
-- row that is a million steps for a thousand users, so there are no nested loops.
create or replace function sec.refresh_grants() returns void
language plpgsql security definer
  set search_path = pg_catalog
  set plan_cache_mode = force_generic_plan
  set enable_nestloop = off
  set jit = off
as $$
declare
  t text := sec.tenant();
  supers uuid[];
  grantors uuid[];
  grown integer;
  before integer;
  key_roles uuid[];
  key_creators uuid[];
  key_permissions text[];
  given_roles uuid[];
  given text[];
  holders uuid[] := '{}';
  held text[] := '{}';
begin
  if t is null then raise exception 'no session' using errcode = 'QD401'; end if;
  -- Two administrators at once: the second waits, then computes from what the first wrote.
  perform pg_advisory_xact_lock(7001, hashtext(t));

  insert into sec.principal as p (
    tenant_code, user_id, username, real_name, is_active, super_admin, account_type, organize_code, personnel_code,
    customer_code, supplier_code, main_user_id, granted_by, organizations
  )
  select t, u.id, u.username, u.real_name,
    u.status = '1'
      and (
        u.account_rank <> '1'
        or u.main_user_id is null
        or exists (select from app.sys_user m where m.id = u.main_user_id and m.status = '1')
      ),
    u.super_admin = '1', u.account_type, u.organize_code, u.personnel_code, u.customer_code, u.supplier_code,
    case when u.account_rank = '1' then u.main_user_id end, sec.user_id(), '{""}'
  from app.sys_user u
  on conflict (tenant_code, user_id) do update
    set username = excluded.username, real_name = excluded.real_name, is_active = excluded.is_active,
      super_admin = excluded.super_admin, account_type = excluded.account_type, organize_code = excluded.organize_code,
      personnel_code = excluded.personnel_code, customer_code = excluded.customer_code,
      supplier_code = excluded.supplier_code, main_user_id = excluded.main_user_id
  where (
    p.username, p.real_name, p.is_active, p.super_admin, p.account_type, p.organize_code, p.personnel_code,
    p.customer_code, p.supplier_code, p.main_user_id
  ) is distinct from (
    excluded.username, excluded.real_name, excluded.is_active, excluded.super_admin, excluded.account_type,
    excluded.organize_code, excluded.personnel_code, excluded.customer_code, excluded.supplier_code,
    excluded.main_user_id
  );
  delete from sec.principal p
  where p.tenant_code = t
    and not exists (select from app.sys_user u where u.id = p.user_id)
    and not exists (select from sec.grant_switch g where g.user_id = p.user_id and g.tenant_code = t);

  -- Switched off, a role is still handed to whom it was handed; what it grants is nothing meanwhile.
  delete from sec.assignment a
  where a.tenant_code = t
    and not exists (
      select from app.sys_user u
      join app.sys_role r on r.id = a.role_id
      where u.id = a.user_id and a.role_id::text = any(u.role_id_list)
    );
  insert into sec.assignment
  select t, u.id, r.id, sec.user_id()
  from app.sys_user u
  cross join unnest(u.role_id_list) x(id)
  join app.sys_role r on r.id::text = x.id
  on conflict do nothing;
  delete from sec.user_role x
  where x.tenant_code = t
    and exists (select from app.sys_user u where u.id = x.user_id)
    and not exists (
      select from sec.assignment a
      join app.sys_role r on r.id = a.role_id and r.status = '1'
      where a.tenant_code = t and a.user_id = x.user_id and a.role_id = x.role_id
    );
  insert into sec.user_role
  select t, a.user_id, a.role_id
  from sec.assignment a
  join app.sys_role r on r.id = a.role_id and r.status = '1'
  where a.tenant_code = t
  on conflict do nothing;

  supers := array(select p.user_id from sec.principal p where p.tenant_code = t and p.super_admin);
  grantors := array(
    select p.user_id
    from sec.principal p
    where p.tenant_code = t
      and not p.super_admin
      and p.user_id in (
        select r.creator_id
        from app.sys_role r
        union
        select a.grantor_id
        from sec.assignment a
        where a.tenant_code = t
        union
        select x.granted_by
        from sec.principal x
        where x.tenant_code = t
        union
        select x.main_user_id
        from sec.principal x
        where x.tenant_code = t
      )
  );

  select array_agg(k.role_id), array_agg(k.creator_id), array_agg(k.permission)
  into key_roles, key_creators, key_permissions
  from sec.role_keys() k;
  loop
    before := cardinality(holders);
    select array_agg(k.role_id), array_agg(k.permission)
    into given_roles, given
    from unnest(key_roles, key_creators, key_permissions) k(role_id, creator_id, permission)
    where k.creator_id = any(supers)
      or (k.creator_id, k.permission) in (
        select h.user_id, h.permission
        from unnest(holders, held) h(user_id, permission)
      );
    select coalesce(array_agg(x.user_id), '{}'), coalesce(array_agg(x.permission), '{}')
    into holders, held
    from (
      select distinct a.user_id, g.permission
      from sec.assignment a
      join unnest(given_roles, given) g(role_id, permission) on g.role_id = a.role_id
      join sec.principal p on p.tenant_code = t and p.user_id = a.user_id
      where a.tenant_code = t
        and a.user_id = any(grantors)
        and (
          a.grantor_id = any(supers)
          or (a.grantor_id, g.permission) in (
            select h.user_id, h.permission
            from unnest(holders, held) h(user_id, permission)
          )
        )
        and (
          p.main_user_id is null
          or p.main_user_id = any(supers)
          or (p.main_user_id, g.permission) in (
            select h.user_id, h.permission
            from unnest(holders, held) h(user_id, permission)
          )
        )
    ) x;
    exit when cardinality(holders) = before;
  end loop;

  delete from sec.role_grant g
  where g.tenant_code = t
    and not exists (
      select from unnest(given_roles, given) n(role_id, permission)
      where n.role_id = g.role_id and n.permission = g.permission
    );
  insert into sec.role_grant
  select t, n.role_id, n.permission
  from unnest(given_roles, given) n(role_id, permission)
  where not exists (
    select from sec.role_grant g
    where g.tenant_code = t and g.role_id = n.role_id and g.permission = n.permission
  )
  on conflict do nothing;
  delete from sec.grantor_grant g
  where g.tenant_code = t
    and not exists (
      select from unnest(holders, held) n(user_id, permission)
      where n.user_id = g.user_id and n.permission = g.permission
    );
  insert into sec.grantor_grant
  select t, n.user_id, n.permission
  from unnest(holders, held) n(user_id, permission)
  where not exists (
    select from sec.grantor_grant g
    where g.tenant_code = t and g.user_id = n.user_id and g.permission = n.permission
  )
  on conflict do nothing;

  with cut as (
    select a.user_id, a.role_id, g.permission
    from sec.assignment a
    join sec.role_grant g on g.tenant_code = t and g.role_id = a.role_id
    join sec.principal p on p.tenant_code = t and p.user_id = a.user_id and not p.super_admin
    where a.tenant_code = t
      and (a.grantor_id is null or not a.grantor_id = any(supers) or not coalesce(p.main_user_id = any(supers), true))
      and not (
        (
          coalesce(a.grantor_id = any(supers), false)
          or exists (
            select from sec.grantor_grant h
            where h.tenant_code = t and h.user_id = a.grantor_id and h.permission = g.permission
          )
        )
        and (
          p.main_user_id is null
          or p.main_user_id = any(supers)
          or exists (
            select from sec.grantor_grant h
            where h.tenant_code = t and h.user_id = p.main_user_id and h.permission = g.permission
          )
        )
      )
  ),
  gone as (
    delete from sec.grant_cut c
    where c.tenant_code = t
      and not exists (
        select from cut n
        where n.user_id = c.user_id and n.role_id = c.role_id and n.permission = c.permission
      )
  )
  insert into sec.grant_cut
  select t, n.user_id, n.role_id, n.permission
  from cut n
  where not exists (
    select from sec.grant_cut c
    where c.tenant_code = t and c.user_id = n.user_id and c.role_id = n.role_id and c.permission = n.permission
  )
  on conflict do nothing;

  delete from sec.reach r where r.tenant_code = t;
  loop
    insert into sec.reach
    select t, n.user_id, n.dimension, n.code
    from sec.scope_rows(t, grantors, supers) n
    on conflict do nothing;
    get diagnostics grown = row_count;
    exit when grown = 0;
  end loop;

  update sec.principal p
  set organizations = n.o, storages = n.s, departments = n.d, brands = n.b, channels = n.c
  from (
    select x.user_id, max(x.codes) filter (where x.dimension = 'o') as o,
      max(x.codes) filter (where x.dimension = 's') as s, max(x.codes) filter (where x.dimension = 'd') as d,
      max(x.codes) filter (where x.dimension = 'b') as b, max(x.codes) filter (where x.dimension = 'c') as c
    from (
      select u.id as user_id, d.dimension,
        case
          when u.id = any(supers) or bool_or(n.code = '*') then null
          else coalesce(array_agg(n.code order by n.code) filter (where n.code is not null), '{""}')
        end as codes
      from app.sys_user u
      cross join (values ('o'), ('s'), ('d'), ('b'), ('c')) d(dimension)
      left join sec.scope_rows(t, null, supers) n on n.user_id = u.id and n.dimension = d.dimension
      group by u.id, d.dimension
    ) x
    group by x.user_id
  ) n
  where p.tenant_code = t
    and p.user_id = n.user_id
    and (p.organizations, p.storages, p.departments, p.brands, p.channels) is distinct from (n.o, n.s, n.d, n.b, n.c);
end
$$;
