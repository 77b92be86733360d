-- Whether whoever asks holds a permission, for a list that shows of many nouns only those he may see.
create or replace function sec.may(p_permission text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), p_permission);
end
$$;
