-- What records were: every document and master record can be looked at as of a moment, as long as it is there. A row
-- tells what a transaction changed and what stood there before, so a record that never changes costs nothing; who
-- changed it and what he called it stands beside it, for the log may be purged.
create table app.record_version (
  tenant_code text not null default sec.tenant(),
  record_id uuid not null,
  seq bigint generated always as identity,
  kind text not null,
  began timestamptz not null default now(),
  made_at timestamptz not null default clock_timestamp(),
  was jsonb,
  operation text,
  creator_name text,
  message text,
  primary key (tenant_code, record_id, seq)
);
alter table app.record_version enable row level security;
alter table app.record_version force row level security;
create policy tenant_wall on app.record_version using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
-- Only triggers write it: whoever may change a record cannot change what it was.
grant select on app.record_version to qudao_app;

-- What a record was, in the transaction that changes it: of its head only what differs, since the rest still stands
-- in the table. Stamps tell nothing by themselves, what searching needs follows from the rest, and a secret that was
-- replaced is gone. Rows of other tenants and those that a migration writes have no versions.
create or replace function sec.version_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  silent constant text[] := array[
    'row_version', 'updater_name', 'update_date', 'print_count', 'pinyin', 'search_text', 'search_grams',
    'sealed_secret'
  ];
begin
  if current_setting('qudao.versions', true) = 'off' then
    return null;
  end if;
  insert into app.record_version (tenant_code, record_id, kind, was)
  select j.tenant_code, j.id, 'head', d.was
  from (
    select o.tenant_code, o.id,
      to_jsonb(o) - silent as was, to_jsonb(n) as becomes
    from before_rows o
    join after_rows n on n.id = o.id
    where o.tenant_code = (select sec.tenant())
    offset 0
  ) j
  cross join lateral (
    select jsonb_object_agg(x.key, x.value) as was
    from jsonb_each(j.was) x
    where x.value is distinct from j.becomes -> x.key
  ) d
  where d.was is not null;
  return null;
end
$$;

-- What lines of a document were, by their ids: a save writes all of them, most as they were.
create or replace function sec.version_line_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if current_setting('qudao.versions', true) = 'off' then
    return null;
  end if;
  insert into app.record_version (tenant_code, record_id, kind, was)
  select j.tenant_code, j.parent_id, 'lines', jsonb_object_agg(j.id, d.was)
  from (
    select o.tenant_code, o.parent_id, o.id, to_jsonb(o) as was, to_jsonb(n) as becomes
    from before_rows o
    join after_rows n on n.id = o.id
    where o.tenant_code = (select sec.tenant()) and o is distinct from n
    offset 0
  ) j
  cross join lateral (
    select jsonb_object_agg(x.key, x.value) as was
    from jsonb_each(j.was) x
    where x.value is distinct from j.becomes -> x.key
  ) d
  where d.was is not null
  group by j.tenant_code, j.parent_id;
  return null;
end
$$;

-- Lines that came to a document that stood before: whoever looks back does not see them yet. Those of a new document
-- came with it.
create or replace function sec.version_line_came() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if current_setting('qudao.versions', true) = 'off' then
    return null;
  end if;
  execute format(
    'insert into app.record_version (tenant_code, record_id, kind, was) ' ||
    'select l.tenant_code, l.parent_id, ''came'', jsonb_agg(l.id) ' ||
    'from after_rows l join app.%I h on h.tenant_code = l.tenant_code and h.id = l.parent_id ' ||
    'where l.tenant_code = (select sec.tenant()) and h.create_date <> now() ' ||
    'group by l.tenant_code, l.parent_id',
    tg_argv[0]
  );
  return null;
end
$$;

-- Lines that went are kept whole: nothing else has them any more.
create or replace function sec.version_line_went() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if current_setting('qudao.versions', true) = 'off' then
    return null;
  end if;
  insert into app.record_version (tenant_code, record_id, kind, was)
  select o.tenant_code, o.parent_id, 'went', jsonb_object_agg(o.id, to_jsonb(o))
  from before_rows o
  where o.tenant_code = (select sec.tenant())
  group by o.tenant_code, o.parent_id;
  return null;
end
$$;

-- Versions are kept as long as their record.
create or replace function sec.version_gone() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  delete from app.record_version v
  using before_rows o
  where v.tenant_code = o.tenant_code and v.record_id = o.id;
  return null;
end
$$;

-- Who changed it and what he called it, beside what it was: the log says so too, but it may be purged. Printing and
-- attaching change nothing, and who made a record stands in it.
create or replace function sec.version_told() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if new.tenant_code = sec.tenant()
    and exists (
      select from pg_trigger t
      where t.tgrelid = to_regclass('app.' || replace(new.noun, ':', '_')) and t.tgname = 'version_changed'
    )
  then
    insert into app.record_version (tenant_code, record_id, kind, operation, creator_name, message)
    values (new.tenant_code, new.record_id, 'told', new.operation, new.creator_name, new.message);
  end if;
  return null;
end
$$;

-- From now on it is kept what the records of a table were; `p_parent` is the head whose lines the table holds. It can
-- be asked for again. The owner asks, in a migration.
create or replace function sec.keep_versions(p_table text, p_parent text default null) returns void
language plpgsql set search_path = pg_catalog
as $$
declare
  line text := case when p_parent is null then '' else '_line' end;
begin
  execute format(
    'create or replace trigger version_changed after update on app.%I ' ||
    'referencing old table as before_rows new table as after_rows ' ||
    'for each statement execute function sec.version%s_changed()',
    p_table, line
  );
  execute format(
    'create or replace trigger version_gone after delete on app.%I referencing old table as before_rows ' ||
    'for each statement execute function sec.version%s()',
    p_table, case when p_parent is null then '_gone' else '_line_went' end
  );
  if p_parent is not null then
    execute format(
      'create or replace trigger version_came after insert on app.%I referencing new table as after_rows ' ||
      'for each statement execute function sec.version_line_came(%L)',
      p_table, p_parent
    );
  end if;
end
$$;

-- Since when it is kept what records were. What changed before is known to nobody.
create or replace function sec.versions_since() returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return (select m.applied_at from sec.migration m where m.name = '0263-records-keep-their-versions');
end
$$;

-- The first table in which a tenant has something that was not made when it was opened; null when there is none.
create or replace function sec.tenant_rows(p_tenant text) returns text
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  opened timestamptz;
  each record;
  is_there boolean;
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'tenant:tenant:delete')
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  select t.create_date into opened from app.tenant_tenant t where t.tenant_code = p_tenant;
  perform sec.bind(p_tenant, null, '');
  -- What only tells of work, and what belongs to nobody's business.
  for each in
    select c.relname as name,
      exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'create_date') as is_dated
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_code'
    where c.relnamespace = 'app'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and c.relname <> all (
        array[
          'tenant_tenant', 'idempotency', 'list_version', 'price_stamp', 'sys_draft', 'sys_setting',
          'message_mail_unwanted', 'record_version', 'sys_operationlog', 'sys_loginlog',
          'sys_errorlog', 'sys_interfacelog', 'sys_logseal', 'sys_logseal_row'
        ]
      )
    order by c.relname
  loop
    execute format(
      'select exists (select from app.%I where %s)', each.name,
      case when each.is_dated then 'create_date <> $1' else '$1 is not null' end
    )
      into is_there using opened;
    if is_there then
      perform set_config('app.ctx', context, true);
      return each.name;
    end if;
  end loop;
  perform set_config('app.ctx', context, true);
  return null;
end
$$;

revoke all on function sec.version_changed(), sec.version_line_changed(), sec.version_line_came() from public;
revoke all on function sec.version_line_went(), sec.version_gone(), sec.version_told() from public;
revoke all on function sec.keep_versions(text, text), sec.versions_since() from public;
grant execute on function sec.versions_since() to qudao_app;
