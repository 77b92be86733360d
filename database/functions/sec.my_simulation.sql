-- What came of one of the own simulations.
create or replace function sec.my_simulation(p_id uuid) returns table (result jsonb)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select s.result
    from sec.simulation_run s
    where s.id = p_id and s.tenant_code = sec.tenant() and s.user_id = sec.user_id();
end
$$;
