-- After that many days what came of a simulation is let go of.
create or replace function sec.forget_simulations(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  gone integer;
begin
  delete from sec.simulation_run w
  where w.create_date < now() - make_interval(days => greatest(1, p_days)) and w.state not in ('waiting', 'running');
  get diagnostics gone = row_count;
  return gone;
end
$$;
