-- A purchase that has not become an order yet is taken back by its buyer. Whoever applies it holds the message, so one
-- of the two comes first.
create or replace function sec.withdraw_peer(p_subject uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.peer_message m
  set state = '3', applied_date = clock_timestamp(), lease_until = null
  where m.subject_id = p_subject and m.tenant_code = sec.tenant() and m.kind = 'order' and m.state in ('0', '2');
  return found;
end
$$;
