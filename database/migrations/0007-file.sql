-- Files: what they are called and who may open them. Their bytes are in a store, under a random key.

create table app.sys_file (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  storage_key text not null,
  -- Code of the storage provider that holds the bytes.
  provider text not null,
  -- A label for people; it never reaches a path.
  name text not null,
  -- By content, once every byte was seen.
  type text,
  size bigint,
  sha256 text,
  state text not null default 'arriving' check (state in ('arriving', 'kept', 'gone')),
  -- Dictionary file_permission_control: owner, department, organisation, tenant, public. Attachments open through their record.
  control text not null check (control in ('0', '1', '2', '3', '4')),
  link_count integer not null default 0,
  free_since timestamptz not null default now(),
  creator_id uuid default sec.user_id(),
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id)
);
create index sys_file_free on app.sys_file (tenant_code, free_since) where link_count = 0;

-- Which record shows a file: as an attachment (field empty), or in one of its fields.
create table app.sys_file_link (
  tenant_code text not null default sec.tenant(),
  noun text not null,
  record_id uuid not null,
  field text not null default '',
  file_id uuid not null,
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, noun, record_id, field, file_id),
  foreign key (tenant_code, file_id) references app.sys_file (tenant_code, id)
);
create index sys_file_link_file on app.sys_file_link (tenant_code, file_id);

-- The count is in the file's own row: whoever sweeps and whoever links wait for each other there.
create function app.count_file_links() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  if tg_op = 'INSERT' then
    update app.sys_file f set link_count = f.link_count + 1 where f.id = new.file_id and f.state = 'kept';
    if not found then raise exception 'file is not there' using errcode = '23503'; end if;
  else
    update app.sys_file f set link_count = f.link_count - 1, free_since = now() where f.id = old.file_id;
  end if;
  return null;
end $$;
revoke all on function app.count_file_links() from public;
create trigger count_links after insert or delete on app.sys_file_link for each row execute function app.count_file_links();

do $$
declare t text;
begin
  foreach t in array array['sys_file', 'sys_file_link'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy tenant_wall on app.%I using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()))', t);
    execute format('grant select, insert on app.%I to qudao_app', t);
  end loop;
end $$;
grant update (state, name, type, size, sha256, creator_name, link_count, free_since) on app.sys_file to qudao_app;
grant delete on app.sys_file_link to qudao_app;

-- The worker sweeps tenant by tenant, each behind its own wall; also those that are gone.
create function sec.mark_files(p_provider text) returns table (id uuid, storage_key text)
language plpgsql security definer set search_path = pg_catalog
as $$
declare t text;
begin
  for t in select distinct p.tenant_code from sec.principal p loop
    perform sec.bind(t, null, '');
    return query update app.sys_file f set state = 'gone'
      where f.provider = p_provider and f.link_count = 0 and f.free_since < now() - interval '1 day' returning f.id, f.storage_key;
  end loop;
end $$;

create function sec.forget_files(p_ids uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare t text;
begin
  for t in select distinct p.tenant_code from sec.principal p loop
    perform sec.bind(t, null, '');
    delete from app.sys_file f where f.id = any(p_ids) and f.state = 'gone' and f.link_count = 0;
  end loop;
end $$;
revoke all on function sec.mark_files(text), sec.forget_files(uuid[]) from public;
grant execute on function sec.mark_files(text), sec.forget_files(uuid[]) to qudao_gate;

-- An order's attachments are links now.
alter table app.order_order drop column attachments;
