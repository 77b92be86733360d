-- Whoever writes users and roles without being administrator is measured by what came of it (0076).

-- Whether a reach goes beyond another. Null is everything; an empty code stands for nothing at all.
create or replace function sec.exceeds(p_reach text[], p_other text[]) returns boolean
language sql immutable parallel safe
as $$
  select p_other is not null and (p_reach is null or not array_remove(p_reach, '') <@ p_other)
$$;

-- What these users of the session's tenant hold by their roles: permissions, and group entries of the menu by their id.
-- p_users null: everybody.
create or replace function sec.rights_of(p_users uuid[]) returns table (user_id uuid, permission text)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
    select distinct ur.user_id, g.permission
    from sec.user_role ur
    join sec.role_grant g on g.tenant_code = ur.tenant_code and g.role_id = ur.role_id
    where ur.tenant_code = sec.tenant()
      and (p_users is null or ur.user_id = any(p_users))
      and not exists (
        select from sec.grant_cut c
        where c.tenant_code = ur.tenant_code
          and c.user_id = ur.user_id
          and c.role_id = g.role_id
          and c.permission = g.permission
      );
end
$$;

-- Whether one of these users holds or sees something that the session's user does not. What counts is what they reach
-- in the end: a list that says nothing opens everything. Somebody who is nobody of this tenant counts as mightier.
create or replace function sec.is_mightier(p_users uuid[]) returns boolean
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  if sec.is_super() then return false; end if;
  return exists (
    select from unnest(p_users) x(user_id)
    left join sec.principal p on p.tenant_code = sec.tenant() and p.user_id = x.user_id
    where x.user_id is distinct from sec.user_id()
      and (
        p.user_id is null
        or p.super_admin
        or sec.exceeds(p.organizations, sec.organizations())
        or sec.exceeds(p.storages, sec.storages())
        or sec.exceeds(p.departments, sec.departments())
        or sec.exceeds(p.brands, sec.brands())
        or sec.exceeds(p.channels, sec.channels())
        or exists (
          select h.permission
          from sec.rights_of(array[x.user_id]) h
          except
          select h.permission
          from sec.rights_of(array[sec.user_id()]) h
        )
      )
  );
end
$$;

-- sec.refresh_grants for whoever writes users and roles, measured unless he is administrator: whatever he wrote, by
-- whichever field, nobody may reach further by it than before and than the writer does (QD031), and nobody mightier
-- than the writer may lose by it (QD403). Rules for single fields forget one; the outcome forgets none.
create or replace function sec.refresh_within() returns void
language plpgsql security definer set search_path = pg_catalog set enable_nestloop = off set jit = off
as $$
declare
  t text := sec.tenant();
  me sec.principal;
  people sec.principal[];
  had_users uuid[];
  had_rights text[];
begin
  if t is null then raise exception 'no session' using errcode = 'QD401'; end if;
  if sec.is_super() then
    perform sec.refresh_grants();
    return;
  end if;
  -- What somebody else commits meanwhile must not be taken for the writer's doing.
  perform pg_advisory_xact_lock(7001, hashtext(t));
  select p.* into me from sec.principal p where p.tenant_code = t and p.user_id = sec.user_id();
  people := array(select p from sec.principal p where p.tenant_code = t);
  select array_agg(h.user_id), array_agg(h.permission)
  into had_users, had_rights
  from sec.rights_of(null) h;
  perform sec.refresh_grants();

  if exists (
      select from sec.principal p
      left join unnest(people) b on b.user_id = p.user_id
      cross join lateral (
        values (b.organizations, p.organizations, me.organizations), (b.storages, p.storages, me.storages),
          (b.departments, p.departments, me.departments), (b.brands, p.brands, me.brands),
          (b.channels, p.channels, me.channels)
      ) x(had, has, mine)
      where p.tenant_code = t
        and (b.user_id is null or x.had is not null)
        and sec.exceeds(x.has, case when x.mine is not null then x.mine || coalesce(x.had, '{}') end)
    )
    or exists (
      select h.user_id, h.permission
      from sec.rights_of(null) h
      where h.permission not in (
        select m.permission
        from unnest(had_users, had_rights) m(user_id, permission)
        where m.user_id = me.user_id
      )
      except
      select h.user_id, h.permission
      from unnest(had_users, had_rights) h(user_id, permission)
    )
  then
    raise exception 'beyond the own reach' using errcode = 'QD031';
  end if;

  if exists (
      select from unnest(people) b
      left join sec.principal p on p.tenant_code = t and p.user_id = b.user_id
      where b.user_id <> me.user_id
        and (
          b.super_admin
          or sec.exceeds(b.organizations, me.organizations)
          or sec.exceeds(b.storages, me.storages)
          or sec.exceeds(b.departments, me.departments)
          or sec.exceeds(b.brands, me.brands)
          or sec.exceeds(b.channels, me.channels)
          or b.user_id in (
            select h.user_id
            from unnest(had_users, had_rights) h(user_id, permission)
            where h.permission not in (
              select m.permission
              from unnest(had_users, had_rights) m(user_id, permission)
              where m.user_id = me.user_id
            )
          )
        )
        and (
          p.user_id is null
          or (b.super_admin and not p.super_admin)
          or sec.exceeds(b.organizations, p.organizations)
          or sec.exceeds(b.storages, p.storages)
          or sec.exceeds(b.departments, p.departments)
          or sec.exceeds(b.brands, p.brands)
          or sec.exceeds(b.channels, p.channels)
          or b.user_id in (
            select x.user_id
            from (
              select h.user_id, h.permission
              from unnest(had_users, had_rights) h(user_id, permission)
              except
              select h.user_id, h.permission
              from sec.rights_of(null) h
            ) x
          )
        )
    )
  then
    raise exception 'somebody mightier would lose' using errcode = 'QD403';
  end if;
end
$$;

revoke all on function sec.exceeds(text[], text[]) from public;
revoke all on function sec.rights_of(uuid[]) from public;
revoke all on function sec.is_mightier(uuid[]) from public;
revoke all on function sec.refresh_within() from public;
grant execute on function sec.is_mightier(uuid[]), sec.refresh_within() to qudao_app;
