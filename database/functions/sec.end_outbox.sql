-- The end of an attempt: sent, or given up. The one row of the log says so, on the log of the mail, of the text message
-- or on the task of the decision (with a row in the approval log for each attempt) or on the order, and the rest is
-- forgotten. The interface log has a line for each attempt: where it went, to whom (masked by the worker), how long it
-- took. p_call: { url, type, target, cost, error }. A worker whose message was taken over ends nothing. A mail of an
-- installation without a mail server was not sent, which is no failure: p_call is { isUnsent }.
create or replace function sec.end_outbox(
  p_id uuid, p_attempt integer, p_error text, p_again_seconds integer, p_from text, p_call jsonb
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  o sec.outbox;
  is_over boolean := p_error is null or p_again_seconds is null;
  is_unsent boolean := coalesce((p_call->>'isUnsent')::boolean, false);
begin
  select w.* into o from sec.outbox w where w.id = p_id for update;
  if not found then return false; end if;
  perform sec.bind(o.tenant_code, null, '');
  -- Whoever sent after his time has sent all the same.
  if not is_unsent then
    insert into app.sys_interfacelog
      (id, interface_type, log_type, url, request_body, return_status, cost_time, error_msg, business_code, system_code)
    values (
      sec.new_id(), p_call->>'type', '0', left(p_call->>'url', 500), left(p_call->>'target', 500),
      case when p_error is null then '1' else '0' end, (p_call->>'cost')::integer, left(p_call->>'error', 500),
      case when o.kind in ('approval', 'push') then left(o.payload ->> 'billCode', 50) else p_id::text end,
      case when o.kind in ('approval', 'push') then o.payload ->> 'systemCode' end
    );
  end if;
  if o.attempts <> p_attempt then return false; end if;
  if o.kind = 'mail' then
    update app.message_maillog l
    set status = case when is_unsent then '2' when is_over then case when p_error is null then '1' else '0' end end,
      error_msg = left(p_error, 500), mail_from = p_from, update_date = now()
    where l.id = p_id;
    if is_over and not is_unsent then
      update app.invoice_maintain h
      set push_status = case when p_error is null then '2' else '1' end
      where h.id = (o.payload ->> 'subjectId')::uuid;
    end if;
  elsif o.kind = 'sms' then
    update app.message_smslog l
    set status = case when is_over then case when p_error is null then '1' else '0' end end,
      error_msg = left(p_error, 500), update_date = now()
    where l.id = p_id;
  elsif o.kind = 'push' then
    perform sec.end_push(
      (o.payload ->> 'orderId')::uuid, (o.payload ->> 'auditCount')::integer, o.payload ->> 'billCode',
      o.payload ->> 'systemCode', p_error, is_over
    );
  else
    update app.approve_task t
    set execute_status = case when p_error is null then '2' when is_over then '3' else '0' end
    where t.id = (o.payload ->> 'taskId')::uuid and t.execute_status in ('0', '1');
    insert into app.approve_log (
      id, bill_type_code, bill_code, action_type, approve_result, return_status, log_type, operator_name, operate_date,
      message
    )
    values (
      sec.new_id(), o.payload ->> 'billTypeCode', o.payload ->> 'billCode', 'audit', o.payload ->> 'result',
      case when p_error is null then '1' else '0' end, case when p_error is null then '0' else '3' end,
      o.payload ->> 'approverName', now(), left(p_error, 500)
    );
  end if;
  if is_over then
    delete from sec.outbox w where w.id = p_id;
  else
    update sec.outbox w
    set lease_until = null, not_before = clock_timestamp() + make_interval(secs => p_again_seconds)
    where w.id = p_id;
  end if;
  return true;
end
$$;
