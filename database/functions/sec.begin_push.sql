-- The order as the other system is told of it, or null: its audit was revoked since it was queued, and it is not to be
-- sent. Whoever revokes an audit holds the head, so one of the two comes first: the order is no longer queued, or it is
-- being sent and the audit stays. A worker that died left it as being sent.
create or replace function sec.begin_push(p_order uuid, p_audit integer, p_system text) returns jsonb
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update app.order_order h
  set push_status = '2'
  where h.id = p_order
    and h.audit_count = p_audit
    and h.push_status in ('1', '2')
    and h.bill_status in ('1', '2')
    and h.cancel_flag = '0'
    and h.deleted_flag = '0';
  if not found then return null; end if;
  -- One that came from there says how it is called there.
  return (
    select jsonb_build_object(
      'billNo', h.code, 'billDate', h.bill_date, 'billStatus', h.bill_status, 'orderType', h.order_type,
      'organizeCode', h.organize_code, 'customerCode', h.customer_code, 'channelCode', h.channel_code,
      'brandCode', h.brand_code, 'salesmanCode', h.salesman_code, 'deptCode', h.dept_code,
      'storageCode', h.storage_code, 'currency', h.currency, 'requiredDate', h.required_date, 'consignee', h.consignee,
      'phone', h.phone, 'address', h.address, 'totalAmount', trim_scale(h.total_amount)::text,
      'discountAmount', trim_scale(h.discount_amount)::text, 'freightAmount', trim_scale(h.freight_amount)::text,
      'payableAmount', trim_scale(h.payable_amount)::text, 'remark', h.remark,
      'externalNo', case
        when h.source = '4' then (
          select b.external_code
          from app.exchange_bill b
          where b.record_id = h.id and b.type = 'order' and b.system_code = p_system
          limit 1
        )
      end,
      'lines', (
        select jsonb_agg(
          jsonb_build_object(
            'lineNo', l.line_no, 'lineType', l.line_type, 'materialCode', l.product_code,
            'number', trim_scale(l.number)::text, 'closedNumber', trim_scale(coalesce(l.closed_number, 0))::text,
            'price', trim_scale(l.price)::text, 'amount', trim_scale(l.amount)::text, 'taxRate', l.tax_rate,
            'taxAmount', trim_scale(l.tax_amount)::text, 'storageCode', coalesce(l.out_storage_code, h.storage_code),
            'remark', l.remark
          ) order by l.line_no
        )
        from app.order_order_line l
        where l.parent_id = h.id
      )
    )
    from app.order_order h
    where h.id = p_order
  );
end
$$;
