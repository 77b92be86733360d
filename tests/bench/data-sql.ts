import { busyCustomers, firstTenant, materialGroups, tokenOf, writtenTenants, type Size } from './scale.ts';

const written = `array[${writtenTenants.map((tenant) => `'${tenant}'`).join(', ')}]`;
const otherTenants = (size: Size): string =>
  `generate_series(${firstTenant + 1}, ${firstTenant + size.tenants - 1}) as n(tenant)`;

/** Copies of rows into their own table: every column but those that the database computes. */
const insertCopies = (table: string, from: string): string => `
do $do$ declare listed text; begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into listed from pg_attribute a where a.attrelid = 'app.${table}'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute 'insert into app.${table} (' || listed || ') select ' || regexp_replace(listed, '(^|, )', '\\1r.', 'g') || $copies$ ${from} $copies$;
end $do$;`;

/** More of a kind: copies of the one record that the furniture made, with other codes and names. */
const multiply = (table: string, from: string, code: string, count: number): string =>
  insertCopies(
    table,
    `
      from app.${table} s
      cross join generate_series(1, ${count}) as g(i)
      cross join lateral
        jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'code', ${code}, 'name', s.name || g.i)) r
      where s.tenant_code = '${firstTenant}'
        and s.code = '${from}'
        and not exists (select from app.${table} x where x.tenant_code = s.tenant_code and x.code = ${code})`,
  );

const copyToTenants = (table: string, size: Size, where = 'true'): string =>
  insertCopies(
    table,
    `
      from app.${table} s
      cross join ${otherTenants(size)}
      cross join lateral
        jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'tenant_code', n.tenant::text)) r
      where s.tenant_code = '${firstTenant}' and ${where}`,
  );

export const referencesSql = (size: Size): string =>
  [
    multiply('sys_organization', 'O1', `'O' || g.i`, 8),
    multiply('data_channel', 'CH1', `'CH' || g.i`, 8),
    multiply('data_brand', 'B1', `'B' || g.i`, 12),
    multiply('data_dept', 'D1', `'D' || g.i`, 8),
    multiply('data_personnel', 'P1', `'P' || g.i`, 40),
    multiply('data_depot', 'W1', `'W' || g.i`, 8),
    multiply('data_customer', 'CU1', `(${busyCustomers.first} + g.i - 1)::text`, 500),
    multiply(
      'data_material',
      'M1',
      `'M' || (${materialGroups.first} + (g.i - 1) / 5) || (1 + (g.i - 1) % 5)`,
      materialGroups.count * 5,
    ),
    ...[
      'sys_organization',
      'data_channel',
      'data_brand',
      'data_unit',
      'data_materialclass',
      'data_customerclass',
      'data_dept',
      'data_personnel',
      'data_depot',
      'data_customer',
    ].map((table) => copyToTenants(table, size)),
    copyToTenants('data_material', size, `n.tenant::text = any(${written})`),
    `
      insert into app.stock_balance (tenant_code, stock_organize_code, storage_code, material_code, batch_no, on_hand)
      select m.tenant_code, d.organize_code, d.code, m.code, '', 1000000000
      from app.data_material m
      join app.data_depot d on d.tenant_code = m.tenant_code
      where m.tenant_code = any(${written});`,
  ].join('\n');

/**
 * One ordinary user per tenant, with a role that grants every permission of business tenants and all eight
 * organisations, and two sessions.
 */
export const peopleSql = (size: Size): string => `${insertCopies(
  'tenant_tenant',
  `from app.tenant_tenant s cross join ${otherTenants(size)}
  cross join lateral jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'tenant_code', n.tenant::text, 'path', '/' || n.tenant || '/', 'username', 'tenant' || n.tenant)) r
 where s.tenant_code = '${firstTenant}'`,
)}
create temp table people as select t.tenant_code, gen_random_uuid() as user_id, gen_random_uuid() as role_id from app.tenant_tenant t where t.tenant_code >= '${firstTenant}';
insert into app.sys_user (tenant_code, id, username, real_name, super_admin) select tenant_code, user_id, 'clerk' || tenant_code, '王小明', '0' from people;
insert into sec.principal (tenant_code, user_id, username, real_name, is_active, super_admin, account_type, organizations, storages, departments)
select tenant_code, user_id, 'clerk' || tenant_code, '王小明', true, false, '0', '{O1,O2,O3,O4,O5,O6,O7,O8}', null, null from people;
insert into sec.user_role select tenant_code, user_id, role_id from people;
insert into sec.role_grant select tenant_code, role_id, permission from people, sec.permission where realm in ('A', 'B');
insert into sec.session (sid_hash, user_id, tenant_code, expires_at)
select sid, user_id, tenant_code, now() + interval '1 day' from people
 cross join lateral (values (sha256(convert_to('${tokenOf(0).replace('0', '')}' || tenant_code, 'UTF8'))), (decode(lpad(tenant_code, 64, '0'), 'hex'))) s(sid);`;

/**
 * Orders of three years, a few per minute, statuses and references spread; every fifth order of five belongs to a
 * customer who seldom buys. Saved orders (bill_status 0) with five lines exist for the tenants that are written to.
 */
export const ordersSql = (size: Size): string => `
insert into app.sys_accountperiod (tenant_code, id, year, month, start_date, end_date, status, creator_name)
select (${firstTenant} + i)::text, sec.new_id(), extract(year from m)::integer, extract(month from m)::integer, m::date,
       (m + interval '1 month' - interval '1 day')::date, '1', '王小明'
  from generate_series(0, ${size.tenants - 1}) as i
 cross join generate_series(timestamp '2022-12-01', timestamp '2026-12-01', interval '1 month') as m
    -- The month that the furniture posted in is there.
    on conflict do nothing;
insert into app.order_order (tenant_code, id, code, bill_date, bill_status, organize_code, organize_name, customer_code, customer_name, order_type, source,
  channel_code, channel_name, brand_code, brand_name, salesman_code, salesman_name, dept_code, dept_name, storage_code, storage_name, consignee, phone, address,
  shipping_mode, freight_for, pay_mode, payment_term, required_date, total_number, total_amount, payable_amount, order_status, delivery_status, receipt_status,
  remark, audit_person_name, audit_date, creator_name, create_date, priced_date, priced_stamp)
select t.tenant::text, ('00000000-0000-7000-8000-' || (t.tenant * 100000000::bigint + k))::uuid, 'SO' || to_char(made, 'YYYYMMDD') || lpad(k::text, greatest(6, length(k::text)), '0'), made::date,
       case when t.tenant::text = any(${written}) then '0' else (array['0', '1', '1', '1', '2'])[1 + h1 % 5] end,
       'O' || (1 + h1 % 8), '华东销售公司' || (1 + h1 % 8), customer, '客户' || customer || '贸易有限公司',
       -- Special orders are audited by approval only: those that are written to are none.
       case when t.tenant::text = any(${written}) then '0' else (array['0', '0', '0', '1'])[1 + h1 / 8 % 4] end, case when h2 % 1000 = 0 then '5' else (h2 % 4)::text end,
       'CH' || (1 + h1 % 8), '渠道' || (1 + h1 % 8), 'B' || (1 + h2 % 12), '品牌' || (1 + h2 % 12), 'P' || (1 + h1 % 40), '业务员' || (1 + h1 % 40),
       'D' || (1 + h1 % 8), '部门' || (1 + h1 % 8), 'W' || (1 + h2 % 8), '仓库' || (1 + h2 % 8), '收货人' || h2 % 9999, '13' || lpad((h2 % 1000000000)::text, 9, '0'),
       '浙江省杭州市西湖区文三路' || h1 % 999 || '号', (h1 % 9)::text, '1', '2', '3', made::date + 7, 1 + h1 % 500, h1 % 100000 / 7.0, h1 % 100000 / 7.0,
       -- Most old orders are done; what waits is new, and a status that nobody uses any more is rare.
       case when h2 % 997 = 0 then '2' else (array['0', '1', '3', '3'])[1 + h2 % 4] end, (h2 % 3)::text, '0', case when h1 % 3 = 0 then '请在工作日送货' end,
       '李审核', made + interval '2 hours', '王小明', made,
       -- Young for ever, and priced on the book as it stands: what waited too long, or was priced on another, is priced
       -- anew when it is audited, and nothing has a price here.
       date '2999-12-31', (select coalesce(sum(p.version), 0) from app.price_stamp p where p.tenant_code = t.tenant::text)
  from (select ${firstTenant} + i as tenant, case when i = 0 then ${size.bigOrders} else ${size.orders} end as n from generate_series(0, ${size.tenants - 1}) as i) t
 cross join lateral generate_series(1, t.n) as k
 cross join lateral (select abs(hashint8(t.tenant * 100000000::bigint + k)::bigint) as h1, abs(hashint8(t.tenant * 700000001::bigint + k)::bigint) as h2,
                            timestamptz '2023-01-01 08:00+08' + (k::float8 / t.n * 1095) * interval '1 day' as made) h
 cross join lateral (select (${busyCustomers.first} + case when h2 % 5 = 0 then ${busyCustomers.count} + h1 % ${500 - busyCustomers.count} else h1 / 5 % ${busyCustomers.count} end)::text as customer) c;

insert into app.order_order_line (tenant_code, id, parent_id, line_no, product_code, product_name, spec, main_unit_name, number, price, amount, tax_rate, tax_amount)
select o.tenant_code, ('00000000-0000-7000-900' || i || '-' || right(o.id::text, 12))::uuid, o.id, i,
       'M' || (${materialGroups.first} + right(o.id::text, 8)::integer % ${materialGroups.count}) || i, '内墙漆', '5L', '件', 2, 12.5, 25, '13', 2.88
  from app.order_order o cross join generate_series(1, 5) as i where o.tenant_code = any(${written});

-- A ledger with a past, so that its statements are planned as in a year's time and not as on the first day.
insert into app.stock_entry (tenant_code, balance_id, version, d_on_hand, on_hand_after, d_occupied, occupied_after, d_frozen, frozen_after, d_in_transit, in_transit_after,
  post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, biz_date)
select b.tenant_code, b.id, row_number() over (partition by b.tenant_code, b.id order by l.id), 1, b.on_hand, 0, 0, 0, 0, 0, 0,
       'IN', 'stock:inout', doc.id, o.code, l.id, doc.id, l.id, 1, 'past:' || l.id, o.bill_date
  from app.order_order_line l
  join app.order_order o on o.tenant_code = l.tenant_code and o.id = l.parent_id
  join app.stock_balance b on b.tenant_code = l.tenant_code and b.storage_code = o.storage_code and b.material_code = l.product_code
 cross join lateral (select ('00000000-0000-7000-7000-' || right(o.id::text, 12))::uuid as id) doc
 where l.line_no <= 2;
update app.stock_balance b set version = e.entries from (select tenant_code, balance_id, count(*) as entries from app.stock_entry where tenant_code = any(${written}) group by 1, 2) e
 where b.tenant_code = e.tenant_code and b.id = e.balance_id;
insert into app.stock_hold (tenant_code, doc_id, line_id, balance_id, occupied)
select tenant_code, doc_id, line_id, balance_id, 0 from app.stock_entry where tenant_code = any(${written});
insert into app.idempotency (tenant_code, key, user_id, body_hash, answer)
select o.tenant_code, 'past-' || o.code, p.user_id, 'past', '[]' from app.order_order o join sec.principal p on p.tenant_code = o.tenant_code where o.tenant_code = any(${written});
insert into app.sys_operationlog (tenant_code, id, noun, record_id, record_code, operation, creator_name)
select tenant_code, sec.new_id(), 'order:order', id, code, 'save', '王小明' from app.order_order where tenant_code = any(${written});`;
