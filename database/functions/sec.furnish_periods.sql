-- Periods of a tenant that has none: open ones from its cut-over day, or else its first document, to this month. A
-- document of a mistaken century does not make a thousand of them.
create or replace function sec.furnish_periods(
  p_documents jsonb, p_today date, p_maker uuid, p_opened timestamptz
) returns integer
language plpgsql
as $$
declare
  since date;
  each text;
  made integer;
begin
  if exists (select from app.sys_accountperiod) then return 0; end if;
  select least(c.cut_over_date, p_today) into since from app.sys_cutover c;
  if since is null then
    since := p_today;
    for each in select jsonb_array_elements_text(p_documents) loop
      execute format('select least($1, min(t.bill_date)) from app.%I t', each) into since using since;
    end loop;
  end if;
  since := greatest(since, (p_today - interval '10 years')::date);
  insert into app.sys_accountperiod
    (id, year, month, start_date, end_date, status, creator_id, creator_name, create_date)
  select sec.new_id(), extract(year from m)::integer, extract(month from m)::integer, m::date,
    (m + interval '1 month' - interval '1 day')::date, '1', p_maker,
    coalesce((select u.real_name from app.sys_user u where u.id = p_maker), ''), p_opened
  from generate_series(date_trunc('month', since::timestamp), p_today::timestamp, interval '1 month') m;
  get diagnostics made = row_count;
  return made;
end
$$;
