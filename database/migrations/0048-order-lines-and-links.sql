-- Lines of an order are closed one by one. What each close took off a line is kept with it, so that its reopening takes back that and nothing else.
alter table app.order_order_line add column closed_amount numeric(20,2) default '0';
alter table app.order_order_line add column closes jsonb;
grant update (closed_amount, closes) on app.order_order_line to qudao_app;

-- Whatever is closed was closed with its whole order, by the last posting of that.
update app.order_order_line l
   set closed_amount = x.amount, closes = jsonb_build_array(jsonb_build_object('seq', x.op_seq, 'number', l.closed_number::text, 'amount', x.amount::text))
  from (select c.tenant_code, c.id, o.op_seq, c.amount - coalesce(c.discount_amount, 0) - coalesce((select sum(k.amount) from app.doc_link k where k.tenant_code = c.tenant_code and k.kind = 'out' and k.is_active and k.from_line_id = c.id), 0) as amount
          from app.order_order o join app.order_order_line c on c.tenant_code = o.tenant_code and c.parent_id = o.id where c.closed_number > 0) x
 where l.tenant_code = x.tenant_code and l.id = x.id;

-- Links that only show: what they lead to keeps nobody from taking back what they come from, and the picture of a document ends with it.
alter table app.doc_link add column is_shown_only boolean not null default false;
-- Led by the tenant both served a document's links as well as any of the tenant's to a planner that had seen few of them, and one was taken for the other: a million rows read for four documents.
drop index app.doc_link_from;
drop index app.doc_link_to;
create index doc_link_from on app.doc_link (from_id, tenant_code);
create index doc_link_to on app.doc_link (to_id, tenant_code);

-- Receipts that were audited and name the orders they pay, and statements with the documents whose entries they took.
insert into app.doc_link (tenant_code, kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount, is_shown_only)
select b.tenant_code, 'settle', 'sale:bill', b.id, l.id, 'order:order', o.id, o.code, o.id, 0, l.amount, true
  from app.sale_bill b join app.sale_bill_line l on l.tenant_code = b.tenant_code and l.parent_id = b.id
  join app.order_order o on o.tenant_code = l.tenant_code and o.code = l.order_code and o.customer_code = b.customer_code and o.organize_code = b.organize_code
 where b.bill_type = 'RC' and b.bill_status = '1' and b.deleted_flag = '0' and coalesce(b.account_type, 'A001') in ('A001', 'A002');
insert into app.doc_link (tenant_code, kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount, is_shown_only)
select c.tenant_code, 'state', e.doc_type, e.doc_id, e.doc_id, 'sale:accountcheck', c.id, c.code, c.id, 0, sum(e.d_amount), true
  from app.sale_accountcheck c join app.receivable_statement s on s.tenant_code = c.tenant_code and s.check_id = c.id join app.receivable_entry e on e.tenant_code = s.tenant_code and e.id = s.entry_id
 where c.deleted_flag = '0' group by c.tenant_code, e.doc_type, e.doc_id, c.id, c.code;
