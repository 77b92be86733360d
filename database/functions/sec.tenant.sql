create or replace function sec.tenant() returns text
language sql stable parallel safe
as $$
  select sec.part(1)
$$;
