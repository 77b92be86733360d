-- A tenant writes its document numbers as it likes: prefix, date, digits, and when they begin anew (domain §2).
-- Counters are kept by prefix, so two types that share one never give out the same number.
create or replace function app.take_number(p_type text, p_date date, p_digits integer) returns text
language plpgsql volatile set search_path = app, pg_catalog
as $$
declare
  rule sys_flownotype;
  prefix_now text;
  period_now text;
  taken bigint;
begin
  select * into rule from sys_flownotype r where r.code = p_type and r.status = '1';
  prefix_now := coalesce(rule.prefix, p_type);
  -- An empty pattern is null to to_char.
  period_now := coalesce(
    to_char(
      p_date,
      case coalesce(rule.reset, '3') when '0' then '' when '1' then 'YYYY' when '2' then 'YYYYMM' else 'YYYYMMDD' end
    ),
    ''
  );
  insert into flow_number as f (type, period, last)
  values (prefix_now, period_now, 1)
  on conflict (tenant_code, type, period) do update set last = f.last + 1
  returning f.last into taken;
  if rule.id is not null then
    -- The same savers wait for the counter above already.
    update sys_flownotype set current_no = taken where id = rule.id;
  end if;
  -- Overflow widens the number, it never wraps.
  return prefix_now || coalesce(
    to_char(p_date, upper(case when rule.id is null then 'yyyyMMdd' else coalesce(rule.date_pattern, '') end)), ''
  ) || lpad(taken::text, greatest(coalesce(rule.serial_length, p_digits), length(taken::text)), '0');
end
$$;
