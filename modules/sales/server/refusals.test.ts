import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionLabels } from '#platform/model/permission.ts';
import { fill, textOf, type Label, type Language } from '#platform/model/label.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { order as orderNoun } from '#sales/model/order/order.ts';
import { saleBill } from '#funds/model/sale-bill.ts';
import type { Drawing } from '#workflow/model/engine/drawing.ts';
import { contractIsHere, englishOf, readVectors } from '#tests/contract/shared.ts';
import { furnish } from '#tests/furniture.ts';
import { openOffice, type Colleague, type Office } from '#tests/office.ts';
import { exchangeDraft, refunds, returnDraft } from '#tests/proof/returns.ts';
import { hundredOff, promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';

interface Vector {
  readonly key: string;
  readonly code: number;
  readonly 'zh-CN': string;
  readonly 'zh-TW': string;
  readonly en: string;
}
const vectors: readonly Vector[] = contractIsHere ? readVectors<Vector[]>('refusals.json') : [];
const languages: readonly (readonly [Language, 'zh-CN' | 'zh-TW' | 'en'])[] = [
  ['zh-CN', 'zh-CN'],
  ['zh-TW', 'zh-TW'],
  ['en-US', 'en'],
];

type Headers = Readonly<Record<string, string>>;
type Refused = Reply<{ readonly key: string }>;
interface Provocation {
  readonly ask: (headers: Headers) => Promise<Refused>;
  readonly params?: Readonly<Record<string, string | Label>>;
  /** Puts the house back in order. */ readonly after?: () => Promise<unknown>;
}

let world: World;
let clerk: Session;
let office: Office;
beforeAll(async () => {
  world = await openWorld('refusals');
  clerk = world.first;
  await furnish(clerk);
  await clerk.must('POST', '/channelsale/console/priceClass', { code: 'PC01', name: '标准价' });
  office = await openOffice(world, { seller: [], wang: ['manager'], li: ['director'] });
});
afterAll(() => world.close());

interface Saved {
  readonly id: string;
  readonly data: { readonly code: string };
}
interface Bill {
  readonly id: string;
  readonly code: string;
  readonly rowVersion: number;
  readonly lines: readonly { readonly id: string; readonly number: string }[];
}
const saved = (path: string, body: object): Promise<Saved> => clerk.must<Saved>('POST', path, body);
const audited = async (path: string, body: object): Promise<Saved> => {
  const made = await saved(path, body);
  await clerk.must('PUT', `${path}/audit`, [made.id]);
  return made;
};
const one = (path: string, id: string): Promise<Bill> => clerk.must<Bill>('GET', `${path}/${id}`);
const put =
  (path: string, body: unknown, who: Session = clerk) =>
  (headers: Headers): Promise<Refused> =>
    who.call('PUT', path, body, headers);
const post =
  (path: string, body: unknown, who: Session = clerk) =>
  (headers: Headers): Promise<Refused> =>
    who.call('POST', path, body, headers);

const [orders, deliveries, releases, movements, bills] = [
  '/channelsale/order',
  '/channelsale/delivery',
  '/stock/deliveryrelease',
  '/stock/inout',
  '/channelsale/bill',
];
const draft = (more: object = {}, line: object = {}): object => ({
  organizeCode: 'O1',
  customerCode: 'CU1',
  ...more,
  lines: [{ productCode: 'M1', number: '2', price: '10', ...line }],
});
const revisions = '/channelsale/orderrevision';
async function revisionOf(orderId: string, afterNumber: string): Promise<object> {
  const { code: orderCode, lines } = await clerk.must<Bill>('GET', `${orders}/${orderId}`);
  const [line] = lines;
  return {
    organizeCode: 'O1',
    orderCode,
    reason: '改数量',
    lines: [{ orderLineId: line?.id, action: 'C', productCode: 'M1', afterNumber }],
  };
}
const movement = (moveType: string, productCode: string, number: string, more: object = {}): object => ({
  organizeCode: 'O1',
  moveType,
  storageCode: 'W1',
  ...more,
  lines: [{ productCode, number, price: '8' }],
});
const receipt = (customerCode: string, amount: string, more: object = {}): object => ({
  organizeCode: 'O1',
  customerCode,
  billType: 'RC',
  amount,
  ...more,
});
let count = 0;
const next = (prefix: string): string => {
  count += 1;
  return `${prefix}${count}`;
};
async function customer(more: object = {}): Promise<string> {
  const code = next('CR');
  await clerk.must('POST', '/data/customer/manage', {
    code,
    name: `客户${code}`,
    classCode: 'K1',
    customerType: '1',
    receiveType: '3',
    creditDays: 0,
    creditControlFlag: '1',
    ...more,
  });
  return code;
}
async function material(): Promise<string> {
  const code = next('MR');
  await clerk.must('POST', '/data/bd/material', {
    code,
    name: `漆${code}`,
    classCode: 'C1',
    mainUnitCode: 'PCS',
    taxRate: '13',
  });
  return code;
}
const param = (code: string, value: string): Promise<unknown> =>
  world.sql(
    `
      insert into app.sys_params (id, param_code, param_name, param_value)
      values (gen_random_uuid(), $1, $1, $2)
      on conflict (param_code) do update set param_value = excluded.param_value`,
    [code, value],
  );
const daysAgo = (days: number): string => todayIn('Asia/Shanghai', new Date(Date.now() - days * 86_400_000));

/** An audited order, its delivery, and the movement that waits in the warehouse or has left it. */
async function delivered(
  upTo: 'saved' | 'released' | 'out',
  more: object = {},
): Promise<{ order: Saved; delivery: Bill; out: string }> {
  const order = await audited(orders, draft(more));
  const {
    ids: [id = ''],
  } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order.id]);
  let out = '';
  if (upTo !== 'saved') {
    await clerk.must('PUT', `${deliveries}/audit`, [id]);
    out = (await clerk.must<{ ids: string[] }>('PUT', `${releases}/release`, [id])).ids[0] ?? '';
  }
  if (upTo === 'out') await clerk.must('PUT', `${movements}/audit`, [out]);
  return { order, delivery: await one(deliveries, id), out };
}

const by = (name: string): Colleague => {
  const found = office.people[name];
  if (found === undefined) throw new Error(`nobody is called ${name}`);
  return found;
};
/** An order of the seller's that exactly one process is drawn for. */
async function routed(...approvers: readonly string[]): Promise<{ key: string; order: Saved }> {
  const key = next('PR');
  const steps = approvers.map((each, i) => ({
    kind: 'userTask' as const,
    id: `step${i}`,
    name: `环节${i}`,
    approvers: each,
  }));
  const drawing: Drawing = {
    key,
    docType: 'SO',
    nodes: [{ kind: 'startEvent', id: 'start' }, ...steps, { kind: 'endEvent', id: 'end' }],
    flows: ['start', ...steps.map(({ id }) => id)].map((id, i) => [id, steps[i]?.id ?? 'end'] as const),
  };
  await office.lead(drawing, { condition: `remark = "${key}"` });
  return { key, order: await by('seller').must<Saved>('POST', orders, draft({ remark: key })) };
}
const start = (processDefinitionKey: string, businessKey: string): Provocation['ask'] =>
  post('/activiti/running/startOfBusinessKey', { processDefinitionKey, businessKey }, by('seller'));
async function started(...approvers: readonly string[]): Promise<{ order: Saved; processInstanceId: string }> {
  const { key, order } = await routed(...approvers);
  const { processInstanceId } = await by('seller').must<{ processInstanceId: string }>(
    'POST',
    '/activiti/running/startOfBusinessKey',
    { processDefinitionKey: key, businessKey: order.id },
  );
  return { order, processInstanceId };
}

const provocations: Readonly<Record<string, () => Promise<Provocation>>> = {
  async 'E-STATE'() {
    const {
      id,
      data: { code },
    } = await audited(orders, draft());
    return {
      ask: put(`${orders}/audit`, [id]),
      params: { code, status: orderNoun.states.audited.label, verb: orderNoun.verbs.audit.label },
    };
  },
  async 'E-VERSION'() {
    const opened = await one(orders, (await saved(orders, draft())).id);
    await clerk.must('PUT', orders, { ...opened, remark: '先' });
    return { ask: put(orders, { ...opened, remark: '后' }) };
  },
  async 'E-INAPPROVAL'() {
    const {
      order: {
        id,
        data: { code },
      },
    } = await started('role:manager');
    return { ask: put(`${orders}/cancel`, [id]), params: { code } };
  },
  async 'E-NEED-FLOW'() {
    return { ask: put(`${orders}/audit`, [(await routed('role:manager')).order.id]) };
  },
  async 'E-NO-ROUTE'() {
    return { ask: start('PR0', (await by('seller').must<Saved>('POST', orders, draft({ remark: '无路由' }))).id) };
  },
  async 'E-ROUTE-DIFF'() {
    return { ask: start('PR0', (await routed('role:manager')).order.id) };
  },
  async 'E-NO-APPROVER'() {
    const { key, order } = await routed('dept-leader:starter:9');
    return { ask: start(key, order.id), params: { step: '环节0' } };
  },
  async 'E-WITHDRAW'() {
    const { order, processInstanceId } = await started('role:manager', 'role:director');
    const task = (await by('wang').tasks()).find(({ billId }) => billId === order.id);
    expect((await by('wang').act('task/complete', { taskId: task?.taskId, processInstanceId })).code).toBe(0);
    return { ask: post('/activiti/running/withdraw', { processInstanceId }, by('seller')) };
  },
  async 'E-URGE'() {
    const { processInstanceId } = await started('role:manager');
    await by('seller').must('POST', '/activiti/task/urge', { processInstanceId });
    return { ask: post('/activiti/task/urge', { processInstanceId }, by('seller')) };
  },
  async 'E-SELF-AUDIT'() {
    const { id } = await saved(orders, draft());
    await param('SYS021', '1');
    return { ask: put(`${orders}/audit`, [id]), after: () => param('SYS021', '0') };
  },
  async 'E-DOWNSTREAM'() {
    const { order, delivery } = await delivered('saved');
    return {
      ask: put(`${orders}/unaudit`, [order.id]),
      params: { codes: delivery.code, verb: orderNoun.verbs.unaudit.label },
    };
  },
  async 'E-INFLIGHT'() {
    const { order, delivery } = await delivered('saved');
    return { ask: put(`${orders}/close`, { ids: [order.id], operateMsg: '不要了' }), params: { codes: delivery.code } };
  },
  async 'E-REV-OPEN'() {
    const revision = await revisionOf((await audited(orders, draft())).id, '1');
    const { data } = await saved(revisions, revision);
    return { ask: post(revisions, revision), params: { code: data.code } };
  },
  async 'E-REV-LOW'() {
    const { order } = await delivered('saved');
    return { ask: post(revisions, await revisionOf(order.id, '1')), params: { n: '2' } };
  },
  async 'E-CANCELLED'() {
    const { id } = await saved(orders, draft());
    await clerk.must('PUT', `${orders}/cancel`, [id]);
    return { ask: put(`${orders}/audit`, [id]) };
  },
  async 'E-DEL-AUDITED'() {
    const { id } = await audited(orders, draft());
    await clerk.must('PUT', `${orders}/unaudit`, [id]);
    return { ask: (headers) => clerk.call('DELETE', `${orders}/${id}`, undefined, headers) };
  },
  async 'E-INUSE'() {
    const customerCode = await customer();
    const {
      data: { code },
    } = await saved(orders, draft({ customerCode }));
    const [row] = await world.sql<{ id: string }>('select id from app.data_customer where code = $1', [customerCode]);
    return {
      ask: (headers) => clerk.call('DELETE', '/data/customer/manage', [row?.id], headers),
      params: {
        refs: [`销售订单【${code}】`, `銷售訂單【${code}】`, `Order ${code}`],
        verb: actionLabels['delete'] ?? '',
      },
    };
  },
  async 'E-PERIOD'() {
    const { id } = await clerk.must<{ id: string }>('POST', '/sys/accountperiod', {
      year: 2025,
      month: 1,
      organizeCode: 'O1',
      startDate: '2025-01-01',
      endDate: '2025-01-31',
    });
    await clerk.must('PUT', '/sys/accountperiod/open', [id]);
    await clerk.must('PUT', '/sys/accountperiod/settle', [id]);
    return {
      ask: put(`${bills}/audit`, [(await saved(bills, receipt('CU1', '10', { billDate: '2025-01-10' }))).id]),
      params: { period: '2025-01' },
    };
  },
  async 'E-BILL-DATE'() {
    return { ask: post(orders, draft({ billDate: daysAgo(1) }), by('seller')) };
  },
  async 'E-PUSHED'() {
    await param('INT001', '1');
    const { id } = await audited(orders, draft());
    await param('INT001', '0');
    // What the worker does first.
    await world.door.gate({ text: `select * from sec.take_outbox(60000, '{push}')`, values: [] });
    return { ask: put(`${orders}/unaudit`, [id]), params: { verb: orderNoun.verbs.unaudit.label } };
  },
  async 'E-PERM'() {
    return { ask: put(`${deliveries}/audit`, [(await delivered('saved')).delivery.id], by('li')) };
  },
  async 'E-TENANT'() {
    const { id } = await saved(orders, draft());
    return { ask: (headers) => clerk.call('PUT', `${orders}/audit`, [id], { ...headers, tenant_code: '2000' }) };
  },
  async 'E-PRICE-NONE'() {
    const code = await material();
    return {
      ask: post(orders, { organizeCode: 'O1', customerCode: 'CU1', lines: [{ productCode: code, number: '1' }] }),
      params: { code },
    };
  },
  async 'E-FLOOR'() {
    const code = await material();
    await audited('/channelsale/price/benchmark', {
      productCode: code,
      priceClassCode: 'PC01',
      price: '20',
      floorPrice: '15',
      startDate: '2020-01-01',
      endDate: '2099-12-31',
    });
    return {
      ask: post(orders, draft({}, { productCode: code, price: '14.9' })),
      params: { code, price: '14.9000', floor: '15.0000' },
    };
  },
  async 'E-RESTRICT'() {
    const [customerCode, productCode] = [await customer(), await material()];
    await clerk.must('POST', '/data/bd/material/restrict/rule', {
      code: 'XR1',
      name: '整箱',
      minNumber: '1',
      multipleNumber: '1',
      maxNumber: '9',
    });
    await clerk.must('POST', '/channelsale/product/restrict', {
      code: 'X1',
      name: '停供',
      ruleCode: 'XR1',
      restrictType: '1',
      customerCode,
      productCode,
      startDate: '2020-01-01',
      endDate: '2099-12-31',
    });
    return { ask: post(orders, draft({ customerCode }, { productCode })), params: { code: productCode, rule: '停供' } };
  },
  async 'E-OVERLAP'() {
    const productCode = await material();
    const days = { priceClassCode: 'PC01', productCode, price: '9', startDate: '2026-01-01', endDate: '2026-12-31' };
    const {
      data: { code },
    } = await audited('/channelsale/price/benchmark', days);
    const other = await saved('/channelsale/price/benchmark', { ...days, startDate: '2026-06-01' });
    return { ask: put('/channelsale/price/benchmark/audit', [other.id]), params: { code } };
  },
  async 'E-STOCK'() {
    const code = await material();
    await audited(movements, movement('3', code, '5'));
    return {
      ask: put(`${orders}/audit`, [(await saved(orders, draft({}, { productCode: code, number: '7' }))).id]),
      params: { code, storage: '一号仓', avail: '5', need: '7' },
    };
  },
  async 'E-ONHAND'() {
    const code = await material();
    await audited(movements, movement('3', code, '5'));
    return {
      ask: put(`${movements}/audit`, [(await saved(movements, movement('7', code, '8'))).id]),
      params: { code, short: '3' },
    };
  },
  async 'E-ONHAND-REV'() {
    const code = await material();
    const { id } = await audited(movements, movement('3', code, '5'));
    await audited(movements, movement('7', code, '1'));
    return { ask: put(`${movements}/unaudit`, [id]), params: { code } };
  },
  async 'E-OVER-OUT'() {
    const waiting = await one(movements, (await delivered('released')).out);
    return { ask: put(movements, { ...waiting, lines: waiting.lines.map((line) => ({ ...line, number: '3' })) }) };
  },
  async 'E-SIGN-OVER'() {
    const {
      delivery: {
        id,
        lines: [line],
      },
    } = await delivered('out');
    return {
      ask: put(`${deliveries}/sign`, [{ id, lines: [{ id: line?.id, signedNumber: '3' }] }]),
      params: { n: '2' },
    };
  },
  async 'E-RET-OVER'() {
    const { order, delivery } = await delivered('out');
    await clerk.must('PUT', `${deliveries}/sign`, [delivery.id]);
    return { ask: post(refunds, await returnDraft(clerk, order.id, { M1: '3' })), params: { n: '2' } };
  },
  async 'E-RET-NEG'() {
    // Fifteen off twenty: whoever brings one of two back owes ten for the other, and has paid five for both.
    const { activity, away } = promotionDesk(() => world);
    const off = await activity([{ ...hundredOff, leastAmount: '20', onSaleAmount: '15' }]);
    const { order, delivery } = await delivered('out');
    await away(off);
    await clerk.must('PUT', `${deliveries}/sign`, [delivery.id]);
    return { ask: post(refunds, await returnDraft(clerk, order.id, { M1: '1' })) };
  },
  async 'E-EXCH-WAIT'() {
    const { order, delivery } = await delivered('out');
    await clerk.must('PUT', `${deliveries}/sign`, [delivery.id]);
    await clerk.must('POST', '/data/storage', { code: 'W9', name: '残次仓', organizeCode: 'O1', type: '1' });
    const bad = { returnReason: '1' };
    const { id } = await saved(refunds, await exchangeDraft(clerk, order.id, { M1: '1' }, { M1: '1' }, bad));
    await clerk.must('PUT', `${refunds}/audit`, [id]);
    const { newOrderCode } = await clerk.must<{ newOrderCode: string }>('GET', `${refunds}/${id}`);
    const { list } = await clerk.must<{ list: { id: string }[] }>('GET', `${orders}/page?code=${newOrderCode}`);
    const { ids } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [list[0]?.id]);
    await clerk.must('PUT', `${deliveries}/audit`, ids);
    return { ask: put('/stock/deliveryrelease/release', ids) };
  },
  async 'E-CREDIT-OVER'() {
    const customerCode = await customer();
    await audited(bills, receipt(customerCode, '12.5'));
    return {
      ask: put(`${orders}/audit`, [(await saved(orders, draft({ customerCode }))).id]),
      params: { short: '7.50' },
    };
  },
  async 'E-OVERDUE'() {
    const customerCode = await customer();
    await audited('/channelsale/creditchange', {
      organizeCode: 'O1',
      customerCode,
      changeType: '0',
      changeAmount: '500',
    });
    const { out } = await delivered('released', { customerCode });
    // Goods leave no earlier than their delivery was written.
    await world.sql('update app.order_delivery set bill_date = $2 where customer_code = $1', [
      customerCode,
      daysAgo(45),
    ]);
    await clerk.must('PUT', movements, { ...(await one(movements, out)), billDate: daysAgo(45) });
    await clerk.must('PUT', `${movements}/audit`, [out]);
    return {
      ask: put(`${orders}/audit`, [(await saved(orders, draft({ customerCode }))).id]),
      params: { days: '45', amount: '20' },
    };
  },
  async 'E-FUND-USED'() {
    const customerCode = await customer();
    const { id } = await audited(bills, receipt(customerCode, '20'));
    await audited(orders, draft({ customerCode }));
    return { ask: put(`${bills}/unaudit`, [id]) };
  },
  async 'E-TRF'() {
    const customerCode = await customer();
    await audited(bills, receipt(customerCode, '20'));
    const accounts = await world.sql<{ code: string }>(
      `
        select account_code as code
        from app.sale_capitalaccount
        where customer_code = $1 and account_type in ('A001', 'A003')
        order by account_type`,
      [customerCode],
    );
    return {
      ask: post(
        bills,
        receipt(customerCode, '1', {
          billType: 'TR',
          accountCode: accounts[1]?.code,
          toAccountCode: accounts[0]?.code,
        }),
      ),
    };
  },
  async 'E-RECONCILED'() {
    const customerCode = await customer();
    const { id } = await audited(bills, receipt(customerCode, '20'));
    const check = await saved('/channelsale/accountcheck', {
      organizeCode: 'O1',
      customerCode,
      startDate: '2020-01-01',
      endDate: daysAgo(0),
    });
    await clerk.must('PUT', '/channelsale/accountcheck/submit', [check.id]);
    return { ask: put(`${bills}/unaudit`, [id]), params: { verb: saleBill.verbs.unaudit.label } };
  },
  async 'E-CLAIMED'() {
    await clerk.must('POST', '/data/bd/finance/bankaccount', {
      code: 'BA1',
      name: '基本户',
      bankType: '1',
      bankAccount: '6222',
      openingBank: '西湖支行',
      organizeCode: 'O1',
    });
    const line = { bankAccountCode: 'BA1', bankSerialNo: 'S1' };
    const {
      data: { code },
    } = await saved(bills, receipt('CU1', '20', line));
    return { ask: post(bills, receipt('CU1', '20', line)), params: { code } };
  },
  async 'E-BARCODE'() {
    return {
      ask: put(`${movements}/pick`, [{ id: (await delivered('released')).out, scans: [{ barcode: '690' }] }]),
      params: { barcode: '690' },
    };
  },
  async 'E-PROMO-CHANGED'() {
    const [productCode, dates] = [await material(), { startDate: '2020-01-01', endDate: '2099-12-31' }];
    const first = await audited('/channelsale/price/benchmark', {
      ...dates,
      productCode,
      priceClassCode: 'PC01',
      price: '10',
    });
    const { id } = await saved(orders, {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode, number: '1' }],
    });
    await world.sql('update app.order_order set priced_date = priced_date - 8 where id = $1', [id]);
    await clerk.must('PUT', '/channelsale/price/benchmark/disable', [first.id]);
    await audited('/channelsale/price/benchmark', { ...dates, productCode, priceClassCode: 'PC01', price: '12' });
    return { ask: put(`${orders}/audit`, [id]) };
  },
  'E-PROMO-THRESHOLD': async () => ({
    ask: post('/channelsale/promotion/activity', {
      name: '满减',
      policyRuleTypeCode: 'P003',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      lines: [{ policyRuleTypeCode: 'P003', onSaleType: '0', onSaleAmount: '10' }],
    }),
  }),
  async 'E-PROMO-USED'() {
    const [productCode, path] = ['M1', '/channelsale/promotion/activity'];
    const { id } = await audited(path, {
      name: '九折',
      policyRuleTypeCode: 'P003',
      startDate: '2020-01-01',
      endDate: '2099-12-31',
      scopes: [{ side: 'product', dimension: 'material', code: productCode, excludeFlag: '0' }],
      lines: [{ policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRateType: '0', onSaleRate: '90' }],
    });
    await clerk.must('PUT', `${path}/publish`, [id]);
    await audited(orders, {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode, number: '1', price: '10' }],
    });
    return {
      ask: put(`${path}/unaudit`, [id]),
      after: () => clerk.must('PUT', `${path}/disable`, [id]),
    };
  },
  'E-GIFT-OVER': async () => ({
    ask: post(orders, {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode: await material(), number: '1', lineType: '1', price: '1' }],
    }),
    params: { n: '0' },
  }),
  // The last: nothing is opened after it.
  async 'E-CUTOVER'() {
    await clerk.must('PUT', '/channelsale/opening/date', { cutOverDate: '2020-01-01' });
    await clerk.must('PUT', '/channelsale/opening/lock');
    return { ask: put('/channelsale/opening/lock', undefined), params: { date: daysAgo(0) } };
  },
};

const unbuilt: readonly string[] = [];
const later: Readonly<Record<string, readonly string[]>> = {
  count: ['E-COUNTING'],
  allocation: ['E-SAME-STORE'],
  invoice: ['E-INV-AMT', 'E-INV-TITLE', 'E-INV-ISSUED'],
  reimbursement: ['E-BUDGET-OVER', 'E-POLICY', 'E-LOAN-OPEN', 'E-DUP-INV'],
  points: ['E-POINT-LACK', 'E-EXCH-LIMIT'],
};

const worded = (vector: Vector | undefined, column: 'zh-CN' | 'zh-TW' | 'en'): string =>
  vector === undefined ? '' : column === 'en' ? englishOf(vector) : vector[column];

describe.skipIf(!contractIsHere)('what is refused, in the words agreed', () => {
  test.each(Object.keys(provocations))('%s', async (key) => {
    const vector = vectors.find((each) => each.key === key);
    const { ask, params = {}, after } = await provocations[key]!();
    try {
      for (const [language, column] of languages) {
        const { code, msg, data } = await ask({ 'accept-language': language });
        const filled = Object.fromEntries(
          Object.entries(params).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : textOf(value, language),
          ]),
        );
        expect([data?.key, code, msg], language).toEqual([key, vector?.code, fill(worded(vector, column), filled)]);
      }
    } finally {
      await after?.();
    }
  });

  test('every agreed refusal is provoked here, or it is said where it belongs', () => {
    const accounted = [...Object.keys(provocations), ...unbuilt, ...Object.values(later).flat()];
    expect(accounted.toSorted()).toEqual(vectors.map(({ key }) => key).toSorted());
  });
});

describe('a day that is over', () => {
  test('is chosen by those who may date back; what grew old by itself keeps its date for everybody', async () => {
    const seller = by('seller');
    const codeOf = async (reply: Promise<Reply>): Promise<number> => (await reply).code;
    const { id } = await seller.must<Saved>('POST', orders, draft());
    await world.sql('update app.order_order set bill_date = bill_date - 3 where id = $1', [id]);
    const old = await seller.must<Bill>('GET', `${orders}/${id}`);
    expect(await codeOf(seller.call('PUT', orders, { ...old, remark: '三天前的' }))).toBe(0);
    const now = await seller.must<Bill>('GET', `${orders}/${id}`);
    expect([
      await codeOf(seller.call('PUT', orders, { ...now, billDate: daysAgo(4) })),
      await codeOf(seller.call('PUT', orders, { ...now, billDate: daysAgo(2) })),
    ]).toEqual([20015, 20015]);
    expect(
      await codeOf(
        seller.call('POST', `${orders}?stash=1`, { organizeCode: 'O1', customerCode: 'CU1', billDate: daysAgo(1) }),
      ),
    ).toBe(20015);
    expect(await codeOf(seller.call('PUT', orders, { ...now, billDate: daysAgo(-1) }))).toBe(0);
    const { id: role } = await clerk.must<{ id: string }>('POST', '/sys/role', {
      code: 'LATE',
      name: '补录员',
      menuList: ['button order:order:save', 'button order:order:backdate'].map(menuIdOf),
    });
    await clerk.must('POST', '/sys/user', {
      username: 'late',
      realName: '补录员',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [role],
      organizeCode: 'O1',
      organizeList: [],
    });
    const late = await world.login('late');
    expect([
      await codeOf(late.call('POST', orders, draft({ billDate: daysAgo(1) }))),
      await codeOf(late.call('POST', bills, receipt('CU1', '10', { billDate: daysAgo(1) }))),
    ]).toEqual([0, 403]);
  });
});
