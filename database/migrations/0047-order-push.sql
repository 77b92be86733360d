-- Audited orders on their way to another system (domain §3.2, J06): queued 1, being sent 2, acknowledged 4, given up 3.

alter table sec.outbox drop constraint outbox_kind_check;
alter table sec.outbox add constraint outbox_kind_check check (kind in ('mail', 'sms', 'approval', 'push'));

create index exchange_bill_record on app.exchange_bill (tenant_code, record_id);

-- The order as the other system is told of it, or null: its audit was revoked since it was queued, and it is not to be sent. Whoever revokes an audit holds the
-- head, so one of the two comes first: the order is no longer queued, or it is being sent and the audit stays. A worker that died left it as being sent.
create function sec.begin_push(p_order uuid, p_audit integer, p_system text) returns jsonb
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update app.order_order h set push_status = '2'
   where h.id = p_order and h.audit_count = p_audit and h.push_status in ('1', '2') and h.bill_status in ('1', '2') and h.cancel_flag = '0' and h.deleted_flag = '0';
  if not found then return null; end if;
  return (select jsonb_build_object(
      'billNo', h.code, 'billDate', h.bill_date, 'billStatus', h.bill_status, 'orderType', h.order_type, 'organizeCode', h.organize_code, 'customerCode', h.customer_code, 'channelCode', h.channel_code,
      'brandCode', h.brand_code, 'salesmanCode', h.salesman_code, 'deptCode', h.dept_code, 'storageCode', h.storage_code, 'currency', h.currency, 'requiredDate', h.required_date, 'consignee', h.consignee,
      'phone', h.phone, 'address', h.address, 'totalAmount', trim_scale(h.total_amount)::text, 'discountAmount', trim_scale(h.discount_amount)::text, 'freightAmount', trim_scale(h.freight_amount)::text,
      'payableAmount', trim_scale(h.payable_amount)::text, 'remark', h.remark,
      -- One that came from there says how it is called there.
      'externalNo', case when h.source = '4' then (select b.external_code from app.exchange_bill b where b.record_id = h.id and b.type = 'order' and b.system_code = p_system limit 1) end,
      'lines', (select jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'lineType', l.line_type, 'materialCode', l.product_code, 'number', trim_scale(l.number)::text, 'closedNumber', trim_scale(coalesce(l.closed_number, 0))::text,
          'price', trim_scale(l.price)::text, 'amount', trim_scale(l.amount)::text, 'taxRate', l.tax_rate, 'taxAmount', trim_scale(l.tax_amount)::text, 'storageCode', coalesce(l.out_storage_code, h.storage_code), 'remark', l.remark)
          order by l.line_no) from app.order_order_line l where l.parent_id = h.id))
    from app.order_order h where h.id = p_order);
end $$;

-- What became of an attempt: on the order, and in its history for whoever asks why. Queued again it may be revoked until the next attempt.
create function sec.end_push(p_order uuid, p_audit integer, p_code text, p_system text, p_error text, p_is_over boolean) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  now_is text := case when p_error is null then '4' when p_is_over then '3' else '1' end;
begin
  update app.order_order h set push_status = now_is where h.id = p_order and h.audit_count = p_audit and h.push_status = '2';
  if not found then return; end if;
  insert into app.sys_operationlog (id, noun, record_id, record_code, operation, status, message, changes, creator_name)
  values (sec.new_id(), 'order:order', p_order, p_code, 'push', case when p_error is null then '1' else '0' end, left(coalesce(p_error, (select s.name from app.approve_system s where s.code = p_system)), 500),
    case when now_is <> '1' then jsonb_build_object('pushStatus', jsonb_build_array('1', now_is)) end, '系统');
end $$;

-- As before (0033), with orders; and a worker may ask for some kinds only: a system that does not answer keeps no mail waiting.
drop function sec.take_outbox(integer);
create function sec.take_outbox(p_lease_ms integer, p_kinds text[] default null) returns table (id uuid, kind text, payload json, attempts integer, account jsonb)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  o sec.outbox;
  bill jsonb;
begin
  loop
    select w.* into o from sec.outbox w where w.not_before <= clock_timestamp() and (w.lease_until is null or w.lease_until < clock_timestamp()) and (p_kinds is null or w.kind = any (p_kinds))
     order by w.not_before, w.id limit 1 for update skip locked;
    if not found then return; end if;
    perform sec.bind(o.tenant_code, null, '');
    exit when o.kind <> 'push';
    bill := sec.begin_push((o.payload ->> 'orderId')::uuid, (o.payload ->> 'auditCount')::integer, o.payload ->> 'systemCode');
    exit when bill is not null;
    delete from sec.outbox w where w.id = o.id;
  end loop;
  update sec.outbox w set attempts = w.attempts + 1, lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond' where w.id = o.id;
  if o.kind = 'approval' then
    update app.approve_task t set execute_status = '1' where t.id = (o.payload ->> 'taskId')::uuid and t.execute_status in ('0', '1');
  end if;
  return query select o.id, o.kind, case when o.kind = 'push' then (o.payload::jsonb || jsonb_build_object('tenantCode', o.tenant_code, 'bill', bill))::json else o.payload end, o.attempts + 1,
    case
      when o.kind = 'sms' then (select jsonb_build_object('platform', s.platform, 'signName', s.sign_name, 'templateCode', s.template_code, 'accessKey', s.access_key, 'appId', s.app_id, 'sealedSecret', s.sealed_secret)
       from app.message_sms s where s.sms_code = o.payload ->> 'smsCode')
      when o.kind in ('approval', 'push') then (select jsonb_build_object('code', s.code, 'name', s.name, 'url', s.url, 'account', s.account, 'sealedSecret', s.sealed_secret)
       from app.approve_system s where s.code = o.payload ->> 'systemCode' and s.enable_flag = '1')
    end;
end $$;

-- As before (0033), and what became of an order.
create or replace function sec.end_outbox(p_id uuid, p_attempt integer, p_error text, p_again_seconds integer, p_from text, p_call jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  o sec.outbox;
  is_over boolean := p_error is null or p_again_seconds is null;
begin
  select w.* into o from sec.outbox w where w.id = p_id for update;
  if not found then return false; end if;
  perform sec.bind(o.tenant_code, null, '');
  -- Whoever sent after his time has sent all the same.
  insert into app.sys_interfacelog (id, interface_type, log_type, url, request_body, return_status, cost_time, error_msg, business_code, system_code)
  values (sec.new_id(), p_call->>'type', '0', left(p_call->>'url', 500), left(p_call->>'target', 500), case when p_error is null then '1' else '0' end, (p_call->>'cost')::integer, left(p_call->>'error', 500),
    case when o.kind in ('approval', 'push') then left(o.payload ->> 'billCode', 50) else p_id::text end, case when o.kind in ('approval', 'push') then o.payload ->> 'systemCode' end);
  if o.attempts <> p_attempt then return false; end if;
  if o.kind = 'mail' then
    update app.message_maillog l set status = case when is_over then case when p_error is null then '1' else '0' end end, error_msg = left(p_error, 500), mail_from = p_from, update_date = now() where l.id = p_id;
  elsif o.kind = 'sms' then
    update app.message_smslog l set status = case when is_over then case when p_error is null then '1' else '0' end end, error_msg = left(p_error, 500), update_date = now() where l.id = p_id;
  elsif o.kind = 'push' then
    perform sec.end_push((o.payload ->> 'orderId')::uuid, (o.payload ->> 'auditCount')::integer, o.payload ->> 'billCode', o.payload ->> 'systemCode', p_error, is_over);
  else
    update app.approve_task t set execute_status = case when p_error is null then '2' when is_over then '3' else '0' end where t.id = (o.payload ->> 'taskId')::uuid and t.execute_status in ('0', '1');
    insert into app.approve_log (id, bill_type_code, bill_code, action_type, approve_result, return_status, log_type, operator_name, operate_date, message)
    values (sec.new_id(), o.payload ->> 'billTypeCode', o.payload ->> 'billCode', 'audit', o.payload ->> 'result', case when p_error is null then '1' else '0' end, case when p_error is null then '0' else '3' end,
      o.payload ->> 'approverName', now(), left(p_error, 500));
  end if;
  if is_over then
    delete from sec.outbox w where w.id = p_id;
  else
    update sec.outbox w set lease_until = null, not_before = clock_timestamp() + make_interval(secs => p_again_seconds) where w.id = p_id;
  end if;
  return true;
end $$;

revoke all on function sec.begin_push(uuid, integer, text), sec.end_push(uuid, integer, text, text, text, boolean), sec.take_outbox(integer, text[]) from public;
grant execute on function sec.take_outbox(integer, text[]) to qudao_gate;
