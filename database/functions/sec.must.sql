-- The data scope holds for writing too: what somebody wrote must be his to see, or the write that commits refuses it
-- and says because of what.
create or replace function sec.must(p_about text, p_is_within boolean) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  if not p_is_within then raise exception 'outside the data scope' using errcode = 'QD406', detail = p_about; end if;
  return true;
end
$$;
