-- For what must not be done from a screen that somebody left open. The argument makes it run after the context was
-- bound.
create or replace function sec.require_confirmed(p_user uuid) returns boolean
language plpgsql stable
as $$
begin
  if p_user is null or not sec.is_confirmed() then
    raise exception 'not confirmed' using errcode = 'QD041';
  end if;
  return true;
end
$$;
