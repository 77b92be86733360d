-- Reports by mail: who reads which, and what was mailed to whom. A run of a job reads as the reader.
create table app.report_subscription (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  definition_code text not null,
  every text not null default 'week',
  start_date date not null,
  language text not null default 'zh-CN',
  user_id_list text[] not null default '{}',
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index report_subscription_key on app.report_subscription (tenant_code, code);
create index report_subscription_recent on app.report_subscription (tenant_code, create_date DESC, id DESC);
create index report_subscription_definition_code on app.report_subscription (tenant_code, definition_code, create_date DESC, id DESC);
create index report_subscription_every on app.report_subscription (tenant_code, every, create_date DESC, id DESC);
create index report_subscription_status on app.report_subscription (tenant_code, status, create_date DESC, id DESC);
create index report_subscription_search on app.report_subscription using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.report_subscription enable row level security;
alter table app.report_subscription force row level security;
create policy tenant_wall on app.report_subscription using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.report_subscription to qudao_app, qudao_report;
grant insert, delete, update (code, name, definition_code, every, start_date, language, user_id_list, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.report_subscription to qudao_app;
alter table app.report_subscription add constraint report_subscription_definition_code_fkey foreign key (tenant_code, definition_code) references app.report_definition (tenant_code, code);

-- One row for each mail: whoever comes second finds it and sends nothing.
create table app.report_mailing (
  tenant_code text not null default sec.tenant(),
  subscription_id uuid not null,
  user_id uuid not null,
  due date not null,
  is_sent boolean not null,
  create_date timestamptz not null default now(),
  primary key (tenant_code, subscription_id, user_id, due),
  foreign key (tenant_code, subscription_id) references app.report_subscription (tenant_code, id) on delete cascade
);
alter table app.report_mailing enable row level security;
alter table app.report_mailing force row level security;
create policy tenant_wall on app.report_mailing
  using (tenant_code = (select sec.tenant()))
  with check (tenant_code = (select sec.tenant()));
grant select, insert on app.report_mailing to qudao_app;

-- A run of a job reads what one person may see: his scope, as long as he is somebody and may do one of p_permissions.
-- Answers whether he holds p_soft, too. Whoever is a person himself reads as nobody else.
create or replace function sec.read_as(p_user uuid, p_permissions text[], p_soft text, out is_full boolean)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  tenant text := sec.tenant();
  is_super boolean;
  on_platform boolean;
  bound text;
begin
  if tenant is null or sec.user_id() is not null then raise exception 'not a run' using errcode = 'QD403'; end if;
  select p.super_admin, t.sys_tenant = '1',
    concat(
      set_config(
        'app.ctx',
        concat(
          t.tenant_code, '|', extract(epoch from now())::text, '|', p.user_id, '|', case when p.super_admin then 'S' end,
          case when t.sys_tenant = '1' then 'P' end, '|', t.path, '|', t.zone
        ),
        true
      ),
      set_config('app.organizations', coalesce(p.organizations::text, ''), true),
      set_config('app.storages', coalesce(p.storages::text, ''), true),
      set_config('app.departments', coalesce(p.departments::text, ''), true),
      set_config('app.brands', coalesce(p.brands::text, ''), true),
      set_config('app.channels', coalesce(p.channels::text, ''), true),
      set_config(
        'app.own',
        concat(
          case p.account_type when '1' then coalesce(p.customer_code, '?') end, '|',
          case p.account_type when '2' then coalesce(p.supplier_code, '?') end, '|',
          case p.account_type when '3' then coalesce(p.personnel_code, '?') end
        ),
        true
      )
    )
  into is_super, on_platform, bound
  from sec.principal p
  join app.tenant_tenant t on t.tenant_code = p.tenant_code
  where p.tenant_code = tenant and p.user_id = p_user and p.is_active and t.status = '1';
  if not found
    or not exists (
      select from unnest(p_permissions) x where sec.holds(tenant, p_user, is_super, on_platform, x)
    )
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  is_full := sec.holds(tenant, p_user, is_super, on_platform, p_soft);
end
$$;
revoke all on function sec.read_as(uuid, text[], text) from public;
grant execute on function sec.read_as(uuid, text[], text) to qudao_report;
