-- The zone in which the tenant of this context keeps its books. Whoever has no context counts in the platform's.
create or replace function sec.zone() returns text
language sql stable parallel safe
as $$
  select coalesce(sec.part(6), 'Asia/Shanghai')
$$;
