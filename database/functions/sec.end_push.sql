-- What became of an attempt: on the order, and in its history for whoever asks why. Queued again it may be revoked
-- until the next attempt.
create or replace function sec.end_push(
  p_order uuid, p_audit integer, p_code text, p_system text, p_error text, p_is_over boolean
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  now_is text := case when p_error is null then '4' when p_is_over then '3' else '1' end;
begin
  update app.order_order h
  set push_status = now_is
  where h.id = p_order and h.audit_count = p_audit and h.push_status = '2';
  if not found then return; end if;
  insert into app.sys_operationlog (id, noun, record_id, record_code, operation, status, message, changes, creator_name)
  values (
    sec.new_id(), 'order:order', p_order, p_code, 'push', case when p_error is null then '1' else '0' end,
    left(coalesce(p_error, (select s.name from app.approve_system s where s.code = p_system)), 500),
    case when now_is <> '1' then jsonb_build_object('pushStatus', jsonb_build_array('1', now_is)) end, '系统'
  );
end
$$;
