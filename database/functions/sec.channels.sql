create or replace function sec.channels() returns text[]
language sql stable parallel safe
as $$
  select nullif(current_setting('app.channels', true), '')::text[]
$$;
