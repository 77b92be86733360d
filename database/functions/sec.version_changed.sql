-- What a record was, in the transaction that changes it: of its head only what differs, since the rest still stands
-- in the table. Stamps tell nothing by themselves, what searching needs follows from the rest, and a secret that was
-- replaced is gone. Rows of other tenants and those that a migration writes have no versions.
create or replace function sec.version_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  silent constant text[] := array[
    'row_version', 'updater_name', 'update_date', 'print_count', 'pinyin', 'search_text',
    'search_grams', 'sealed_secret'
  ];
begin
  if current_setting('qudao.versions', true) = 'off' then
    return null;
  end if;
  insert into app.record_version (tenant_code, record_id, kind, was)
  select j.tenant_code, j.id, 'head', d.was
  from (
    select o.tenant_code, o.id, to_jsonb(o) - silent as was, to_jsonb(n) as becomes
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
