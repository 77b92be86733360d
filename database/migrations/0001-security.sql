-- The tenant wall and the session behind it. Nothing in schema sec is readable by the application role:
-- it may only call the functions granted at the end.

create table sec.permission (
  permission text primary key,
  -- P: sessions of the platform tenant only. B: business tenants only. A: both.
  realm char(1) not null check (realm in ('P', 'B', 'A'))
);

-- Who may log in. `username` is unique in the whole installation.
create table sec.account (
  user_id uuid primary key,
  username text not null,
  home_tenant text not null,
  password_hash text not null,
  password_changed_at timestamptz not null default now(),
  must_change boolean not null default false,
  failed_count integer not null default 0,
  locked_until timestamptz
);
create unique index account_username on sec.account (lower(username));

-- What a user is inside one tenant: flags and data scope, computed from the user's own row and roles.
create table sec.principal (
  tenant_code text not null,
  user_id uuid not null,
  username text not null,
  real_name text not null,
  is_active boolean not null,
  super_admin boolean not null,
  account_type text not null,
  organize_code text,
  personnel_code text,
  customer_code text,
  supplier_code text,
  organizations text[] not null,
  storages text[] not null,
  departments text[] not null,
  primary key (tenant_code, user_id)
);

create table sec.user_role (
  tenant_code text not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (tenant_code, user_id, role_id)
);

-- What a role grants after it was cut down to what its creator holds.
create table sec.role_grant (
  tenant_code text not null,
  role_id uuid not null,
  permission text not null,
  primary key (tenant_code, role_id, permission)
);

create table sec.session (
  sid_hash bytea primary key,
  user_id uuid not null,
  tenant_code text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text,
  user_agent text
);
create index session_by_user on sec.session (user_id) where ended_at is null;
create index session_expiry on sec.session (expires_at);

create table sec.ticket (
  ticket_hash bytea primary key,
  sid_hash bytea not null references sec.session on delete cascade,
  path text not null,
  expires_at timestamptz not null,
  is_reusable boolean not null,
  used_at timestamptz
);

create table sec.captcha (
  uuid text primary key,
  answer text not null,
  expires_at timestamptz not null
);

-- The context: tenant | epoch of this transaction | user | flags. The epoch ends a value with its transaction,
-- so a setting left behind by a pooled connection opens nothing.
create function sec.part(n integer) returns text
language sql stable parallel safe
as $$ select case when split_part(current_setting('app.ctx', true), '|', 2) = extract(epoch from now())::text
              then nullif(split_part(current_setting('app.ctx', true), '|', n), '') end $$;

create function sec.tenant() returns text language sql stable parallel safe as $$ select sec.part(1) $$;
create function sec.user_id() returns uuid language sql stable parallel safe as $$ select sec.part(3)::uuid $$;
create function sec.is_super() returns boolean language sql stable parallel safe as $$ select coalesce(strpos(sec.part(4), 'S') > 0, false) $$;
create function sec.is_platform() returns boolean language sql stable parallel safe as $$ select coalesce(strpos(sec.part(4), 'P') > 0, false) $$;
-- Scope lists are arrays; null means "not limited".
create function sec.organizations() returns text[] language sql stable parallel safe as $$ select nullif(current_setting('app.organizations', true), '')::text[] $$;
create function sec.storages() returns text[] language sql stable parallel safe as $$ select nullif(current_setting('app.storages', true), '')::text[] $$;
create function sec.departments() returns text[] language sql stable parallel safe as $$ select nullif(current_setting('app.departments', true), '')::text[] $$;
-- customer|supplier|salesman: set only for accounts that belong to one.
create function sec.own(n integer) returns text language sql stable parallel safe as $$ select nullif(split_part(current_setting('app.own', true), '|', n), '') $$;

create function sec.bind(p_tenant text, p_user uuid, p_flags text) returns void
language sql security definer set search_path = pg_catalog
as $$ select set_config('app.ctx', p_tenant || '|' || extract(epoch from now())::text || '|' || coalesce(p_user::text, '') || '|' || p_flags, true) $$;

-- plpgsql, because it keeps its plans; a function in SQL is planned again at every call (390 us of the context's 450).
create function sec.holds(p_tenant text, p_user uuid, p_super boolean, p_platform boolean, p_permission text) returns boolean
language plpgsql stable
as $$
begin
  if p_super then
    return exists (select from sec.permission p where p.permission = p_permission and p.realm in ('A', case when p_platform then 'P' else 'B' end));
  end if;
  return exists (
    select from sec.permission p
      join sec.role_grant g on g.permission = p.permission
      join sec.user_role ur on ur.tenant_code = g.tenant_code and ur.role_id = g.role_id
     where p.permission = p_permission and p.realm in ('A', case when p_platform then 'P' else 'B' end)
       and g.tenant_code = p_tenant and ur.user_id = p_user);
end $$;

-- Sub-tenants a user of a brand owner was granted to enter.
create table sec.grant_switch (
  user_id uuid not null,
  tenant_code text not null,
  primary key (user_id, tenant_code)
);

revoke all on all functions in schema sec from public;
grant execute on function sec.part(integer), sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(),
  sec.organizations(), sec.storages(), sec.departments(), sec.own(integer) to qudao_app, qudao_report, qudao_gate;
