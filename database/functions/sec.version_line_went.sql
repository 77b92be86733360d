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
