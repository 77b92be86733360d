-- Applied, in the transaction of what it changed. A purchase that has become an order there is on its way: its answer
-- says the rest.
create or replace function sec.end_peer(p_id uuid, p_key text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  m sec.peer_message;
  context text := current_setting('app.ctx', true);
begin
  update sec.peer_message w
  set state = '1', applied_date = clock_timestamp(), lease_until = null, refusal = null, refusal_text = null
  where w.id = p_id
    and w.to_tenant = sec.tenant()
    and w.key_hash = sha256(convert_to(p_key, 'UTF8'))
    and w.state in ('0', '2')
  returning * into m;
  if not found then return false; end if;
  if m.kind = 'order' then
    perform sec.bind(m.tenant_code, null, '');
    update app.order_purchase p
    set push_status = '2'
    where p.id = m.subject_id and p.push_status in ('1', '3');
    perform set_config('app.ctx', context, true);
  end if;
  return true;
end
$$;
