-- What belongs to one person inside a tenant: unsaved work, and how he likes his screens.

-- One row per tab with unsaved work. json, not jsonb: half a character that was typed is still work and must come back as it was.
create table app.sys_draft (
  tenant_code text not null default sec.tenant(),
  user_id uuid not null default sec.user_id(),
  key text not null,
  title text not null,
  route text not null,
  content json not null,
  -- The version of the record that was being changed; null for a new one.
  base_version integer,
  update_date timestamptz not null default now(),
  primary key (tenant_code, user_id, key)
);

create table app.sys_setting (
  tenant_code text not null default sec.tenant(),
  user_id uuid not null default sec.user_id(),
  key text not null,
  value json not null,
  update_date timestamptz not null default now(),
  primary key (tenant_code, user_id, key)
);

-- The wall lets the tenant through, the second policy only the person: restrictive, it can take away and never give.
do $$
declare t text;
begin
  foreach t in array array['sys_draft', 'sys_setting'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy tenant_wall on app.%I using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()))', t);
    execute format('create policy own_rows on app.%I as restrictive using (user_id = (select sec.user_id())) with check (user_id = (select sec.user_id()))', t);
    execute format('grant select, insert, delete on app.%I to qudao_app', t);
  end loop;
end $$;

grant update (title, route, content, base_version, update_date) on app.sys_draft to qudao_app;
grant update (value, update_date) on app.sys_setting to qudao_app;
