create or replace function sec.user_id() returns uuid
language sql stable parallel safe
as $$
  select sec.part(3)::uuid
$$;
