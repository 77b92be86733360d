-- Scope lists are arrays; null means "not limited".
create or replace function sec.organizations() returns text[]
language sql stable parallel safe
as $$
  select nullif(current_setting('app.organizations', true), '')::text[]
$$;
