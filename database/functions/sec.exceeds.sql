-- Whether a reach goes beyond another. Null is everything; an empty code stands for nothing at all.
create or replace function sec.exceeds(p_reach text[], p_other text[]) returns boolean
language sql immutable parallel safe
as $$
  select p_other is not null and (p_reach is null or not array_remove(p_reach, '') <@ p_other)
$$;
