create or replace function sec.is_platform() returns boolean
language sql stable parallel safe
as $$
  select coalesce(strpos(sec.part(4), 'P') > 0, false)
$$;
