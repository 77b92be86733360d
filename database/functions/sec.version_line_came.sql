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
    'where l.tenant_code = (select sec.tenant()) and h.create_date <> now() ' || 'group by l.tenant_code, l.parent_id',
    tg_argv[0]
  );
  return null;
end
$$;
