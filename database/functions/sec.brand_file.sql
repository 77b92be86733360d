-- A file of the platform that one of these parameters shows at this moment, and no other. The caller's context stays as
-- it is.
create or replace function sec.brand_file(
  p_id uuid, p_params text[]
) returns table (id uuid, name text, type text, size bigint, storage_key text, provider text)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
begin
  if not exists (
      select from app.sys_params p
      where p.param_code = any(p_params) and p.status = '1' and p.param_value = '/sys/oss/image?id=' || p_id
    )
  then
    return;
  end if;
  perform sec.bind('1', null, '');
  return query
    select f.id, f.name, f.type, f.size, f.storage_key, f.provider
    from app.sys_file f
    where f.id = p_id and f.state = 'kept';
  perform set_config('app.ctx', coalesce(context, ''), true);
end
$$;
