-- The month of a day that has no period yet begins with its first posting (A4): nobody is locked out on the first of a
-- month. Books that reached furthest go on, and those of the organisation that posts; an organisation that no books
-- know begins those of the tenant as a whole. A month before the first period does not come. Whoever comes at the same
-- time waits here and finds it.
create or replace function app.open_month(p_day date, p_organize text, p_name text) returns integer
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  since date := date_trunc('month', p_day::timestamp);
  until date := date_trunc('month', p_day::timestamp) + interval '1 month' - interval '1 day';
  made integer;
begin
  perform pg_advisory_xact_lock(7002, hashtext(sec.tenant()));
  with known as (
    select organize_code, max(end_date) filter (where end_date < p_day) as ended
    from sys_accountperiod
    group by organize_code
  ),
  going as (
    select k.organize_code, k.ended
    from known k
    where k.ended = (select max(x.ended) from known x)
      or k.ended = (select max(x.ended) from known x where x.organize_code is null or x.organize_code = p_organize)
    union all
    select null, null
    where not exists (select from known k where k.organize_code is null or k.organize_code = p_organize)
  ),
  opened as (
    insert into sys_accountperiod
      (id, year, month, start_date, end_date, status, organize_code, creator_id, creator_name)
    select sec.new_id(), extract(year from p_day)::integer, extract(month from p_day)::integer,
      greatest(since, g.ended + 1), until, '1', g.organize_code, sec.user_id(), p_name
    from going g
    where not exists (
      select from sys_accountperiod p
      where p.organize_code is not distinct from g.organize_code
        and (
          (p.start_date <= until and p.end_date >= greatest(since, g.ended + 1))
          or (p.year, p.month) = (extract(year from p_day)::integer, extract(month from p_day)::integer)
        )
    )
    on conflict do nothing
    returning id, start_date
  ),
  told as (
    insert into sys_operationlog
      (id, noun, record_id, record_code, operation, status, message, creator_id, creator_name)
    select sec.new_id(), 'sys:accountperiod', o.id, o.start_date::text, 'open', '1', 'first posting', sec.user_id(),
      p_name
    from opened o
  )
  select count(*)
  into made
  from opened;
  if made > 0 then
    insert into list_version as v (noun, version, is_global)
    values ('sys:accountperiod', 1, false)
    on conflict (tenant_code, noun) do update set version = v.version + 1;
    perform pg_notify('qudao', 'list ' || sec.tenant() || ' sys:accountperiod');
  end if;
  return made;
end
$$;
