-- Where files are kept, the list of them, who may open which kind, and the pictures that everybody sees.

-- ── The list ──────────────────────────────────────────────────────────────────────────────────────────────────
-- What the store holds, as people know it: one row per file that is kept, written and deleted with it.
create table app.oss_oss (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  url text not null,
  file_name text not null,
  file_size integer,
  file_type text,
  provider text,
  upload_date timestamp with time zone,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index oss_oss_recent on app.oss_oss (tenant_code, create_date DESC, id DESC);
create index oss_oss_provider on app.oss_oss (tenant_code, provider, create_date DESC, id DESC);
alter table app.oss_oss enable row level security;
alter table app.oss_oss force row level security;
create policy tenant_wall on app.oss_oss using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.oss_oss to qudao_app, qudao_report;
grant insert, delete, update (url, file_name, file_size, file_type, provider, upload_date, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.oss_oss to qudao_app;

create function app.list_file() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  if new.state = 'kept' and old.state <> 'kept' then
    insert into app.oss_oss (tenant_code, id, url, file_name, file_size, file_type, provider, upload_date, creator_id, creator_name, create_date)
    values (new.tenant_code, new.id, case when new.type in ('png', 'jpeg', 'gif', 'webp') then '/sys/oss/image?id=' else '/sys/oss/download?id=' end || new.id,
            new.name, new.size, new.type, new.provider, now(), new.creator_id, new.creator_name, new.create_date);
  elsif new.state <> 'kept' and old.state = 'kept' then
    delete from app.oss_oss o where o.tenant_code = new.tenant_code and o.id = new.id;
  end if;
  return null;
end $$;
revoke all on function app.list_file() from public;
create trigger list_file after update of state on app.sys_file for each row execute function app.list_file();

do $$
declare t text;
begin
  for t in select distinct p.tenant_code from sec.principal p loop
    perform sec.bind(t, null, '');
    insert into app.oss_oss (tenant_code, id, url, file_name, file_size, file_type, provider, upload_date, creator_id, creator_name, create_date)
    select f.tenant_code, f.id, case when f.type in ('png', 'jpeg', 'gif', 'webp') then '/sys/oss/image?id=' else '/sys/oss/download?id=' end || f.id,
           f.name, f.size, f.type, f.provider, f.create_date, f.creator_id, f.creator_name, f.create_date
      from app.sys_file f where f.state = 'kept';
  end loop;
end $$;

-- ── Who may open which kind ───────────────────────────────────────────────────────────────────────────────────
-- How far a level of the dictionary file_permission_control reaches from the owner of a file to the session's user.
create function app.file_reaches(f app.sys_file, p_control text) returns boolean
language sql stable set search_path = pg_catalog
as $$
  select case p_control
    when '1' then exists (select from app.sys_user o join app.sys_user me on me.dept_id = o.dept_id where o.id = f.creator_id and me.id = sec.user_id())
    when '2' then exists (select from app.sys_user o where o.id = f.creator_id and o.organize_code = any(sec.organizations()))
    else p_control in ('3', '4') end
$$;

-- The owner and the administrator always. Else, where rules of the tenant speak of this kind of file: whom one of them names or reaches.
-- Where none does: the file's own control, and whoever came to it through its record.
create function app.may_open_file(f app.sys_file, p_ends jsonb, p_through_record boolean) returns boolean
language plpgsql stable set search_path = pg_catalog
as $$
declare
  rule record;
  is_ruled boolean := false;
begin
  if sec.is_super() or f.creator_id = sec.user_id() then return true; end if;
  for rule in select r.control, r.role_id_list, r.user_id_list from app.sys_filepermission r
               where r.status = '1' and (coalesce(r.file_type, '') = '' or p_ends -> f.type ?| string_to_array(r.file_type, ',')) loop
    is_ruled := true;
    if sec.user_id()::text = any(rule.user_id_list)
       or exists (select from app.sys_user me where me.id = sec.user_id() and me.role_id_list && rule.role_id_list)
       or app.file_reaches(f, rule.control) then
      return true;
    end if;
  end loop;
  return not is_ruled and (p_through_record or app.file_reaches(f, f.control));
end $$;
revoke all on function app.file_reaches(app.sys_file, text), app.may_open_file(app.sys_file, jsonb, boolean) from public;
grant execute on function app.file_reaches(app.sys_file, text), app.may_open_file(app.sys_file, jsonb, boolean) to qudao_app, qudao_report;

-- ── The configuration ─────────────────────────────────────────────────────────────────────────────────────────
-- One row for the installation. Secrets are sealed with a key that the database never sees; who asks is told which are set.
create table sec.storage (
  is_only boolean primary key default true check (is_only),
  settings jsonb not null,
  secrets jsonb not null
);

create function sec.check_storage_keeper() returns void
language plpgsql stable set search_path = pg_catalog
as $$
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'oss:oss:config') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
end $$;

create function sec.storage_settings() returns table (settings jsonb, secrets text[])
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  perform sec.check_storage_keeper();
  return query select s.settings, array(select jsonb_object_keys(s.secrets)) from sec.storage s;
end $$;

-- `p_secrets` are those that were given anew; the others stay as they are.
create function sec.put_storage(p_settings jsonb, p_secrets jsonb) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.check_storage_keeper();
  insert into sec.storage as s (settings, secrets) values (p_settings, p_secrets)
  on conflict (is_only) do update set settings = excluded.settings, secrets = s.secrets || excluded.secrets;
  perform pg_notify('qudao', 'storage');
end $$;

-- For the processes themselves, which hold the key.
create function sec.read_storage() returns table (settings jsonb, secrets jsonb)
language sql stable security definer set search_path = pg_catalog
as $$ select s.settings, s.secrets from sec.storage s $$;

-- ── Pictures of the branding ──────────────────────────────────────────────────────────────────────────────────
-- A file of the platform that one of these parameters shows at this moment, and no other. The caller's context stays as it is.
create function sec.brand_file(p_id uuid, p_params text[]) returns table (id uuid, name text, type text, size bigint, storage_key text, provider text)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
begin
  if not exists (select from app.sys_params p where p.param_code = any(p_params) and p.status = '1' and p.param_value = '/sys/oss/image?id=' || p_id) then return; end if;
  perform sec.bind('1', null, '');
  return query select f.id, f.name, f.type, f.size, f.storage_key, f.provider from app.sys_file f where f.id = p_id and f.state = 'kept';
  perform set_config('app.ctx', coalesce(context, ''), true);
end $$;

revoke all on function sec.check_storage_keeper(), sec.storage_settings(), sec.put_storage(jsonb, jsonb), sec.read_storage(), sec.brand_file(uuid, text[]) from public;
grant execute on function sec.storage_settings(), sec.put_storage(jsonb, jsonb), sec.brand_file(uuid, text[]) to qudao_app;
grant execute on function sec.read_storage() to qudao_gate;
