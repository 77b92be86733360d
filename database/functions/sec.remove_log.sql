-- Rows of a log that are older than SYS030 (180 days, never less than 30) may be deleted by whoever holds the log's
-- :delete; all that is asked for, or nothing. What says that rows of the operation log were deleted stays for ever:
-- without it the chain would have gaps that nobody explains.
create or replace function sec.remove_log(
  p_noun text, p_ids uuid[], out held integer, out young integer, out days integer, out seqs bigint[]
)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  old text := 'create_date < now() - make_interval(days => $2)';
begin
  if p_noun not in ('sys:loginlog', 'sys:operationlog', 'sys:errorlog', 'sys:interfacelog', 'approve:log')
    or not exists (select from sec.my_permissions() p where p = p_noun || ':delete')
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  days := greatest(
    30,
    coalesce((
      select p.param_value::integer
      from app.sys_params p
      where p.param_code = 'SYS030' and p.status = '1' and p.param_value ~ '^\d{1,5}$'
    ), 180)
  );
  if p_noun = 'sys:operationlog' then
    old := old || ' and not (noun = ''sys:operationlog'' and operation = ''delete'')';
    select coalesce(array_agg(r.seq order by r.seq), '{}')
    into seqs
    from app.sys_operationlog r
    where r.id = any(p_ids);
  end if;
  execute format(
    'select count(*), count(*) filter (where not (%s)) from app.%I where id = any($1)', old, replace(p_noun, ':', '_')
  )
    into held, young using p_ids, days;
  if held = cardinality(p_ids) and young = 0 then
    execute format('delete from app.%I where id = any($1)', replace(p_noun, ':', '_')) using p_ids;
  end if;
end
$$;
