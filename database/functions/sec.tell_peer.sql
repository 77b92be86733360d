-- A message to the tenant on the other side of a pair, in the transaction of the verb that causes it. Messages about
-- one document are numbered in the order in which their transactions end. Whoever names no such pair, or no such
-- partner, tells nobody anything.
create or replace function sec.tell_peer(p_subject uuid, p_to text, p_kind text, p_payload jsonb) returns uuid
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  source text := sec.tenant();
  made uuid := sec.new_id();
begin
  if not exists (select from app.order_peer p where p.id = p_subject and p.peer_tenant = p_to)
    or not (exists (select from app.data_supplier s where s.rel_tenant_code = p_to)
      or exists (select from app.data_customer c where c.rel_tenant_code = p_to))
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  perform pg_advisory_xact_lock(7011, hashtext(source || p_subject::text));
  insert into sec.peer_message (id, tenant_code, to_tenant, subject_id, seq, kind, payload)
  values (
    made, source, p_to, p_subject,
    coalesce((select max(m.seq) from sec.peer_message m where m.tenant_code = source and m.subject_id = p_subject), 0) +
      1,
    p_kind, p_payload
  );
  perform pg_notify('qudao_peer', '');
  return made;
end
$$;
