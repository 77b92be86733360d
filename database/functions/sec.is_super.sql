create or replace function sec.is_super() returns boolean
language sql stable parallel safe
as $$
  select coalesce(strpos(sec.part(4), 'S') > 0, false)
$$;
