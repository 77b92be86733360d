-- Joins the transaction of whatever it follows.
create or replace function sec.put_outbox(p_id uuid, p_kind text, p_payload json) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if sec.tenant() is null then raise exception 'no tenant' using errcode = 'QD401'; end if;
  insert into sec.outbox (id, tenant_code, kind, payload)
  values (p_id, sec.tenant(), p_kind, p_payload);
  perform pg_notify('qudao_outbox', '');
end
$$;
