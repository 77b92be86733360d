create or replace function sec.brands() returns text[]
language sql stable parallel safe
as $$
  select nullif(current_setting('app.brands', true), '')::text[]
$$;
