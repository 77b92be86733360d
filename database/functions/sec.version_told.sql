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
