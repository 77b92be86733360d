-- The other side cannot take a message now: it waits with the reason and is tried again. A purchase that became no
-- order says so on its own side.
create or replace function sec.refuse_peer(
  p_id uuid, p_key text, p_refusal text, p_text jsonb, p_again_seconds integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  m sec.peer_message;
begin
  update sec.peer_message w
  set state = '2', refusal = p_refusal, refusal_text = p_text, lease_until = null,
    not_before = clock_timestamp() + make_interval(secs => p_again_seconds)
  where w.id = p_id and w.key_hash = sha256(convert_to(p_key, 'UTF8')) and w.state in ('0', '2')
  returning * into m;
  if not found then return false; end if;
  if m.kind = 'order' then
    perform sec.bind(m.tenant_code, null, '');
    update app.order_purchase p set push_status = '3' where p.id = m.subject_id and p.push_status = '1';
  end if;
  return true;
end
$$;
