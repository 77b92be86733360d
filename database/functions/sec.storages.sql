create or replace function sec.storages() returns text[]
language sql stable parallel safe
as $$
  select nullif(current_setting('app.storages', true), '')::text[]
$$;
