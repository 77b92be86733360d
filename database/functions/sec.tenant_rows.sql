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
