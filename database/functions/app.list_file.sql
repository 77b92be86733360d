create or replace function app.list_file() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  if new.state = 'kept' and old.state <> 'kept' then
    insert into app.oss_oss (
      tenant_code, id, url, file_name, file_size, file_type, provider, upload_date, creator_id, creator_name,
      create_date
    )
    values (
      new.tenant_code, new.id,
      case when new.type in ('png', 'jpeg', 'gif', 'webp') then '/sys/oss/image?id=' else '/sys/oss/download?id=' end ||
        new.id,
      new.name, new.size, new.type, new.provider, now(), new.creator_id, new.creator_name, new.create_date
    );
  elsif new.state <> 'kept' and old.state = 'kept' then
    delete from app.oss_oss o where o.tenant_code = new.tenant_code and o.id = new.id;
  end if;
  return null;
end
$$;
