create or replace function sec.is_confirmed() returns boolean
language sql stable parallel safe
as $$
  select coalesce(strpos(sec.part(4), 'C') > 0, false)
$$;
