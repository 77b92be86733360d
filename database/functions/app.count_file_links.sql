-- The count is in the file's own row: whoever sweeps and whoever links wait for each other there.
create or replace function app.count_file_links() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  if tg_op = 'INSERT' then
    update app.sys_file f
    set link_count = f.link_count + 1
    where f.id = new.file_id and f.state = 'kept';
    if not found then raise exception 'file is not there' using errcode = '23503'; end if;
  else
    update app.sys_file f
    set link_count = f.link_count - 1, free_since = now()
    where f.id = old.file_id;
  end if;
  return null;
end
$$;
