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
