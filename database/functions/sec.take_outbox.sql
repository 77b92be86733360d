-- The next that is due, with the account of its text message or the system that waits for a decision or an order; of
-- several workers one gets it. While somebody tells a decision, its task says so. A worker may ask for some kinds only:
-- a system that does not answer keeps no mail waiting.
create or replace function sec.take_outbox(
  p_lease_ms integer, p_kinds text[] default null
) returns table (id uuid, kind text, payload json, attempts integer, account jsonb)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  o sec.outbox;
  bill jsonb;
begin
  loop
    select w.*
    into o
    from sec.outbox w
    where w.not_before <= clock_timestamp()
      and (w.lease_until is null or w.lease_until < clock_timestamp())
      and (p_kinds is null or w.kind = any (p_kinds))
    order by w.not_before, w.id
    limit 1
    for update skip locked;
    if not found then return; end if;
    perform sec.bind(o.tenant_code, null, '');
    exit when o.kind <> 'push';
    bill := sec.begin_push(
      (o.payload ->> 'orderId')::uuid, (o.payload ->> 'auditCount')::integer, o.payload ->> 'systemCode'
    );
    exit when bill is not null;
    delete from sec.outbox w where w.id = o.id;
  end loop;
  update sec.outbox w
  set attempts = w.attempts + 1, lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  where w.id = o.id;
  if o.kind = 'approval' then
    update app.approve_task t
    set execute_status = '1'
    where t.id = (o.payload ->> 'taskId')::uuid and t.execute_status in ('0', '1');
  end if;
  return query
    select o.id, o.kind,
      case
        when o.kind = 'push' then
          (o.payload::jsonb || jsonb_build_object('tenantCode', o.tenant_code, 'bill', bill))::json
        else o.payload
      end,
      o.attempts + 1,
      case
        when o.kind = 'sms' then (
          select jsonb_build_object(
            'platform', s.platform, 'signName', s.sign_name, 'templateCode', s.template_code, 'accessKey', s.access_key,
            'appId', s.app_id, 'sealedSecret', s.sealed_secret
          )
          from app.message_sms s
          where s.sms_code = o.payload ->> 'smsCode'
        )
        when o.kind in ('approval', 'push') then (
          select jsonb_build_object(
            'code', s.code, 'name', s.name, 'url', s.url, 'account', s.account, 'sealedSecret', s.sealed_secret
          )
          from app.approve_system s
          where s.code = o.payload ->> 'systemCode' and s.enable_flag = '1'
        )
      end;
end
$$;
