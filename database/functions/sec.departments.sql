create or replace function sec.departments() returns text[]
language sql stable parallel safe
as $$
  select nullif(current_setting('app.departments', true), '')::text[]
$$;
