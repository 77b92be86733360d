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
