-- Whoever works on it finds its key gone. One that has ended stays as it is.
create or replace function sec.cancel_simulation(p_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.simulation_run s
  set state = 'cancelled', key_hash = null, lease_until = null
  where s.id = p_id
    and s.tenant_code = sec.tenant()
    and s.user_id = sec.user_id()
    and s.state in ('waiting', 'running');
  if found then return true; end if;
  return exists (
    select from sec.simulation_run s
    where s.id = p_id and s.tenant_code = sec.tenant() and s.user_id = sec.user_id()
  );
end
$$;
