-- The own simulations of an activity, newest first; what came of them is asked for one by one.
create or replace function sec.my_simulations(
  p_activity uuid
) returns table (
  id uuid, state text, asked jsonb, done_count integer, total integer, error text, create_date timestamptz
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select s.id, s.state, s.asked, s.done_count, s.total, s.error, s.create_date
    from sec.simulation_run s
    where s.tenant_code = sec.tenant() and s.user_id = sec.user_id() and s.activity_id is not distinct from p_activity
    order by s.create_date desc, s.id desc
    limit 20;
end
$$;
