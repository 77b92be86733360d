import { randomUUID } from 'node:crypto';
import { monthsBefore } from '#report/model/span.ts';
import { furnish } from '#tests/furniture.ts';
import { hundredOff, promotionDesk, tenPlusOne } from '#tests/promotion-desk.ts';
import { audited, bills, openCustomer, orderFor, orderInWarehouse } from '#tests/proof/cash.ts';
import { redOf } from '#tests/proof/returns.ts';
import { movementOf, movements, orders } from '#tests/proof/shop.ts';
import { post } from '#tests/report-desk.ts';
import type { World } from '#tests/world.ts';

/**
 * Books in which every measure of every report counts something: what documents make is made by them, what is rare or
 * takes months is posted, or dated, by hand. Answers the day on which they end.
 */
export async function openBusyBooks(world: World): Promise<string> {
  await furnish(world.first);
  const [{ day: today } = { day: '' }] = await world.sql<{ day: string }>(
    'select max(bill_date)::text as day from app.stock_inout',
  );
  const books: BusyBooks = {
    world,
    today,
    before: (days) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10),
  };
  await sell(books);
  await promote(books);
  await buy(books);
  await moveGoods(books);
  await oweMoney(books);
  await keepHouse(books);
  await takeTime(books);
  return today;
}
interface BusyBooks {
  readonly world: World;
  readonly today: string;
  readonly before: (days: number) => string;
}

async function sell({ world, today, before }: BusyBooks): Promise<void> {
  const clerk = world.first;
  for (const code of ['GA', 'GB', 'GC'])
    await openCustomer(clerk, code, { cash: code === 'GA' ? '500' : '0', limit: '100', isControlled: false });
  await audited(clerk, bills, {
    organizeCode: 'O1',
    customerCode: 'GA',
    billType: 'AD',
    amount: '50',
    accountCode: 'A003-O1-GA',
  });
  const sold: string[] = [];
  for (const [at, customer] of ['GA', 'GB', 'GC', 'GA'].entries()) {
    const { movement } = await orderInWarehouse(clerk, customer, [
      [`M${1 + at}`, String(2 + at), `${10 + at}.37`],
      ['M5', '3', '3.33'],
    ]);
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    sold.push(movement);
  }
  await clerk.must('PUT', `${movements}/audit`, [await redOf(clerk, sold[1] ?? '', { M2: '1' })]);
  await dated(world, sold[2] ?? '', monthsBefore(today, 2));
  // Nobody has sent these, and these nobody will.
  await audited(clerk, orders, orderFor('GB', [['M4', '7', '5']]));
  const given = await audited(clerk, orders, orderFor('GC', [['M2', '3', '7']]));
  await clerk.must('PUT', `${orders}/close`, { ids: [given], operateMsg: '客户取消' });
  await audited(clerk, '/channelsale/objective', {
    organizeCode: 'O1',
    year: Number.parseInt(today.slice(0, 4), 10),
    salesmanCode: 'P1',
    deptCode: 'D1',
    lines: [{ month: Number.parseInt(today.slice(5, 7), 10), targetAmount: '1000.01' }],
  });
  await world.sql(
    `update app.order_order set salesman_code = 'P1' where tenant_code = '1000' and customer_code = 'GA'`,
  );
  await audited(clerk, bills, { organizeCode: 'O1', customerCode: 'GB', billType: 'RC', amount: '15.20' });
  await audited(clerk, bills, {
    organizeCode: 'O1',
    customerCode: 'GA',
    billType: 'FZ',
    amount: '10',
    accountCode: 'A001-O1-GA',
  });
  // Paid three weeks ago, and taken back today.
  const payment = await audited(clerk, bills, {
    organizeCode: 'O1',
    customerCode: 'GC',
    billType: 'RC',
    amount: '9.99',
  });
  await clerk.must('PUT', `${bills}/unaudit`, { ids: [payment], operateMsg: '录错' });
  await world.sql(`update app.receivable_entry set biz_date = $2::date where doc_id = $1 and reversal_of is null`, [
    payment,
    before(20),
  ]);
}

async function dated(world: World, movement: string, day: string): Promise<void> {
  for (const [table, column, key] of [
    ['stock_inout', 'bill_date', 'id'],
    ['stock_entry', 'biz_date', 'doc_id'],
    ['receivable_entry', 'biz_date', 'doc_id'],
  ] as const)
    await world.sql(`update app.${table} set ${column} = $2::date where ${key} = $1`, [movement, day]);
}

/** An activity within a budget that gives goods away, another that takes off, and goods to be tried. */
async function promote({ world }: BusyBooks): Promise<void> {
  const clerk = world.first;
  const { activity } = promotionDesk(() => world);
  await activity([tenPlusOne], { name: '买十赠一', budgetAmount: '10000', stackFlag: '1' });
  await activity([{ ...hundredOff, leastAmount: '100', onSaleAmount: '10.01' }], {
    name: '满百减十',
    budgetAmount: '500',
    stackFlag: '1',
  });
  const whole = await audited(
    clerk,
    orders,
    orderFor('GA', [
      ['M1', '20', '10'],
      ['M2', '1', '9.99'],
    ]),
  );
  await world.sql(
    `
      update app.order_order_line
      set line_type = '1', retail_price = 12.5,
        policy_code = (select code from app.promotion_activity where name = '满百减十')
      where parent_id = $1 and product_code = 'M2'`,
    [whole],
  );
  const { movement } = await orderInWarehouse(clerk, 'GB', [['M3', '2', '6.66']]);
  await world.sql(
    `
      update app.order_order_line l
      set line_type = '4', retail_price = 12.5
      from app.doc_link k
      where k.to_id = $1 and k.kind in ('ship', 'out') and l.product_code = 'M3' and l.tenant_code = '1000'`,
    [movement],
  );
  await clerk.must('PUT', `${movements}/audit`, [movement]);
}

const purchases = '/channelsale/purchase';
async function buy({ world, today, before }: BusyBooks): Promise<void> {
  const clerk = world.first;
  await clerk.must('POST', '/data/bd/supplier/class', { code: 'SC1', name: '原料' });
  for (const code of ['GS', 'GT'])
    await clerk.must('POST', '/data/bd/supplier', { code, name: `供应商${code}`, classCode: 'SC1', payDays: 30 });
  const bought = await audited(clerk, purchases, {
    organizeCode: 'O1',
    supplierCode: 'GS',
    storageCode: 'W1',
    arrivalDate: today,
    lines: [
      { productCode: 'M4', number: '9', price: '3.33', taxRate: '13' },
      { productCode: 'M1', number: '4', price: '2.5', taxRate: '13' },
    ],
  });
  const { ids } = await clerk.must<{ ids: readonly string[] }>('POST', `${purchases}/receive`, [bought]);
  const receipt = await clerk.must<{ lines: readonly { productCode: string; number: string }[] }>(
    'GET',
    `${movements}/${ids[0]}`,
  );
  const lines = receipt.lines.map((line) => (line.productCode === 'M4' ? { ...line, number: '5' } : line));
  await clerk.must('PUT', movements, { ...receipt, lines });
  await clerk.must('PUT', `${movements}/audit`, ids);
  const owed = (amount: string, due: string): object => ({
    organize_code: 'O1',
    supplier_code: 'GT',
    d_amount: amount,
    post_type: 'IN',
    due_date: due,
  });
  await post(world, 'payable', {
    bizDate: monthsBefore(today, 6),
    entries: [before(10), before(45), before(75), before(120), before(2)].map((due, at) =>
      owed(`${10 + at * 10}.07`, due),
    ),
  });
  // Paid and taken back later, and paid for more than there is.
  await post(world, 'payable', { bizDate: before(12), entries: [owed('-20.03', before(12))] });
  await post(world, 'payable', {
    bizDate: today,
    entries: [{ ...owed('-500', today), supplier_code: 'GS' }],
  });
  await takeBack({ world, today, before });
}

/** What was paid to a supplier on a day, and taken back on the last of the books. */
async function takeBack({ world, today, before }: BusyBooks): Promise<void> {
  const entry = { organize_code: 'O1', supplier_code: 'GT', post_type: 'PAY' };
  await post(world, 'payable', { bizDate: before(30), entries: [{ ...entry, d_amount: '-7.01' }] });
  await post(world, 'payable', { bizDate: today, entries: [{ ...entry, d_amount: '7.01' }] });
  await world.sql(`
    update app.payable_entry r
    set reversal_of = (select max(e.id) from app.payable_entry e where e.d_amount = -7.01)
    where r.d_amount = 7.01`);
}

async function moveGoods({ world, before }: BusyBooks): Promise<void> {
  const clerk = world.first;
  await audited(clerk, movements, movementOf('0', [['M1', '6']]));
  await audited(clerk, movements, movementOf('5', [['M1', '2']]));
  await audited(clerk, movements, movementOf('7', [['M2', '1']]));
  await clerk.must('POST', '/data/storage', { code: 'W2', name: '二号仓', organizeCode: 'O1' });
  const key = { stock_organize_code: 'O1', batch_no: '', material_code: 'M3' };
  const there = { ...key, storage_code: 'W1' };
  const other = { ...key, storage_code: 'W2' };
  for (const [days, number] of [
    [40, '11'],
    [120, '12.5'],
    [200, '30'],
  ] as const)
    await post(world, 'stock', {
      bizDate: before(days),
      entries: [{ ...there, d_on_hand: number, post_type: 'IN' }],
    });
  await post(world, 'stock', {
    bizDate: before(15),
    entries: [
      { ...there, d_on_hand: '-4', post_type: 'TOUT' },
      { ...other, d_in_transit: '4', post_type: 'TOUT' },
    ],
  });
  await post(world, 'stock', {
    bizDate: before(14),
    entries: [{ ...other, d_on_hand: '3', d_in_transit: '-3', post_type: 'TIN' }],
  });
  await post(world, 'stock', {
    bizDate: before(13),
    entries: [{ ...other, d_in_transit: '-0.5', post_type: 'LOSS' }],
  });
  await post(world, 'stock', { bizDate: before(3), entries: [{ ...there, d_frozen: '2', post_type: 'FRZ' }] });
  // Fewer than are waited for, and fewer than are to come.
  await post(world, 'stock', {
    bizDate: before(1),
    entries: [{ ...there, material_code: 'M4', d_on_hand: '-98', post_type: 'OUT' }],
  });
}

async function oweMoney({ world, today, before }: BusyBooks): Promise<void> {
  const owed = (amount: string, due: string, more: object = {}): object => ({
    organize_code: 'O1',
    customer_code: 'GC',
    d_amount: amount,
    post_type: 'ADJ',
    due_date: due,
    ...more,
  });
  await post(world, 'receivable', {
    bizDate: monthsBefore(today, 6),
    entries: [
      owed('10.11', before(5)),
      owed('20.22', before(45), { order_code: 'X1' }),
      owed('30.33', before(75)),
      owed('80.44', before(120)),
    ],
  });
  await post(world, 'receivable', {
    bizDate: before(15),
    entries: [owed('-5.55', before(15), { order_code: 'X1' }), owed('-50', before(15))],
  });
  const points = { customer_code: 'GB', expire_date: '', batch_no: '' };
  await post(world, 'points', {
    bizDate: monthsBefore(today, 4),
    entries: [{ ...points, d_balance: '100', post_type: 'EARN' }],
  });
  for (const [number, kind] of [
    ['40', 'EARN'],
    ['-30', 'USE'],
    ['-5', 'EXPIRE'],
  ])
    await post(world, 'points', { bizDate: today, entries: [{ ...points, d_balance: number, post_type: kind }] });
}

async function keepHouse({ world, today, before }: BusyBooks): Promise<void> {
  const [year, period] = today.split('-');
  const budget = { year, period, dept_code: 'D1', budget_account_code: 'BA1', project_code: '' };
  await post(world, 'budget', { bizDate: today, entries: [{ ...budget, d_init: '1000', post_type: 'INIT' }] });
  await post(world, 'budget', { bizDate: today, entries: [{ ...budget, d_pre: '120', post_type: 'PRE' }] });
  await post(world, 'budget', { bizDate: today, entries: [{ ...budget, d_used: '300.55', post_type: 'USE' }] });
  const process = randomUUID();
  await world.sql(
    `
      insert into app.activiti_process (tenant_code, id, name, key, version)
      values ('1000', $1, '审批', 'K9', 9)`,
    [process],
  );
  for (const [at, name] of ['订单审批', '订单审批', '报销审批'].entries()) {
    const id = randomUUID();
    await world.sql(
      `
        insert into app.wf_instance (
          tenant_code, id, process_id, process_key, process_name, process_version, doc_type, bill_id, bill_code,
          business_key, route_name, organize_code, starter_id, starter_name
        )
        values (
          '1000', $1, $3, 'K9', $2, 9, 'SO', gen_random_uuid(), $4, $4, 'order-order', 'O1', gen_random_uuid(), '张三'
        )`,
      [id, name, process, `B${at}`],
    );
    for (const step of [0, 1, 2])
      await world.sql(
        `
          insert into app.wf_history
            (tenant_code, id, instance_id, node, name, action, result, assignee_name, start_time, end_time)
          values (
            '1000', gen_random_uuid(), $1, 'N', '审批', 'approve', $2, '李四',
            $3::date + time '08:00' - interval '1 minute' * $4::integer, $3::date + time '08:00'
          )`,
        [id, step === 2 && at === 0 ? 'reject' : 'approve', before(step * 4), 37 + 101 * at + 23 * step],
      );
    await world.sql(
      `
        insert into app.wf_task (tenant_code, id, instance_id, token, node, name, doc_type, due_time)
        values ('1000', gen_random_uuid(), $1, 1, 'N', '审批', 'SO', $2::date + time '06:00')`,
      [id, before(1 + at)],
    );
  }
}

/** Goods leave hours after their orders were audited and arrive a day later, some of them too late. */
async function takeTime({ world }: BusyBooks): Promise<void> {
  await world.sql(`
    update app.stock_inout m
    set audit_date = o.audit_date + interval '1 minute' * (361 + 77 * x.place)
    from (
      select k.to_id, k.from_id, dense_rank() over (order by k.to_id) as place
      from app.doc_link k
      where k.kind = 'out'
    ) x
    join app.order_order o on o.id = x.from_id
    where x.to_id = m.id and m.red_flag = '0' and m.tenant_code = '1000'`);
  await world.sql(`
    update app.order_delivery d
    set sign_date = o.audit_date + interval '1 minute' * (1801 + 13 * x.place)
    from app.order_order o
    join (select id, row_number() over (order by id) as place from app.order_order) x on x.id = o.id
    where o.code = d.order_code and d.tenant_code = '1000'`);
  await world.sql(`
    update app.order_order o
    set required_date = o.bill_date + case when o.customer_code = 'GA' then 0 else 3 end
    where o.tenant_code = '1000'`);
}
