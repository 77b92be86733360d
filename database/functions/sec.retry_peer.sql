-- Messages of a document that wait are tried at once, whichever side asks.
create or replace function sec.retry_peer(p_subject uuid) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  own text := sec.tenant();
  touched integer;
begin
  update sec.peer_message m
  set not_before = clock_timestamp()
  where m.subject_id = p_subject and m.state in ('0', '2') and (m.tenant_code = own or m.to_tenant = own);
  get diagnostics touched = row_count;
  if touched > 0 then perform pg_notify('qudao_peer', ''); end if;
  return touched;
end
$$;
