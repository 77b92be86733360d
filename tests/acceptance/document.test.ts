import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import type { Document } from '#platform/model/document.ts';
import { nouns, sampler, type Sampler } from '#tests/conformance/sample.ts';
import { contractFile } from '#tests/contract/shared.ts';
import { furnish } from '#tests/furniture.ts';
import { orderInWarehouse } from '#tests/proof/cash.ts';
import { signOrder } from '#tests/proof/returns.ts';
import { openWorld, type Reply, type World } from '#tests/world.ts';

let world: World;
let samples: Sampler;
beforeAll(async () => {
  world = await openWorld('document');
  samples = sampler(world.first, world.platform, { code: 'SW', mark: '开关', sql: world.sql });
  await furnish(world.first);
  await world.first.must('POST', '/data/storage', { code: 'W2', name: '二号仓', organizeCode: 'O1' });
  await world.first.must('POST', '/data/bd/supplier/class', { code: 'SC1', name: '原料' });
  await world.first.must('POST', '/data/bd/supplier', { code: 'S1', name: '供应商', classCode: 'SC1' });
  ({ id: strategyId } = await world.first.must<{ id: string }>('POST', '/channelsale/price/strategy', {
    name: '量价',
    pricingMode: '2',
    scopes: [],
    startDate: '2026-01-01',
    endDate: '2026-12-31',
  }));
  const { id, data } = await world.first.must<{ id: string; data: { code: string } }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    lines: [{ productCode: 'M3', number: '90', price: '2' }],
  });
  await world.first.must('PUT', '/channelsale/order/audit', [id]);
  orderCode = data.code;
  // Enough of it that every document that asks for some back gets one.
  const { order, movement } = await orderInWarehouse(world.first, 'CU1', [['M4', '90', '2']]);
  await world.first.must('PUT', '/stock/inout/audit', [movement]);
  await signOrder(world.first, order);
  soldCode = (await world.first.must<{ code: string }>('GET', `/channelsale/order/${order}`)).code;
});
afterAll(() => world.close());

const documents = models.flatMap((module) => [...module.documents]);
interface Bill {
  id: string;
  code: string;
  billStatus: string;
  cancelFlag: string;
  rowVersion: number;
  lines: object[];
}

/** The least that documents of a kind need; of others a sample is written, every field filled. */
const drafts: Readonly<Record<string, object | (() => object | Promise<object>)>> = {
  // No two prices hold for the same thing on the same day.
  'sale:benchmarkprice': () => ({ productCode: 'M1', price: '2', startDate: newDay(), endDate: sameDay() }),
  'promotion:activity': {
    name: '买十赠一',
    policyRuleTypeCode: 'P001',
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    lines: [{ policyRuleTypeCode: 'P001', buyNumber: '10', giveType: '0', giveNumber: '1', giveDynamicFlag: '1' }],
  },
  'sale:pricestrategy': () => ({
    name: '折扣',
    pricingMode: '1',
    value: '95',
    scopes: [],
    startDate: newDay(),
    endDate: sameDay(),
  }),
  'sale:ladderprice': () => ({
    name: '阶梯',
    sourceType: 'strategy',
    sourceId: strategyId,
    startDate: newDay(),
    endDate: sameDay(),
    lines: [{ productCode: 'M1', startNumber: '1', price: '2' }],
  }),
  'sale:pricechange': () => ({ effectiveDate: newDay(), lines: [{ productCode: 'M2', newPrice: '2' }] }),
  'sale:estimatedcost': () => {
    newDay();
    return { productCode: 'M1', year: 2000 + (days % 100), month: 1 + (Math.floor(days / 100) % 12), cost: '2' };
  },
  'sale:objective': { year: 2026, lines: [{ month: 1, targetAmount: '100' }] },
  'order:delivery': () => ({
    organizeCode: 'O1',
    orderCode,
    storageCode: 'W1',
    lines: [{ productCode: 'M3', number: '1' }],
  }),
  'order:refund': () => ({ organizeCode: 'O1', orderCode: soldCode, lines: [{ productCode: 'M4', number: '1' }] }),
  'sale:rebateprogramme': {
    name: '年度返利',
    organizeCode: 'O1',
    startDate: '2020-01-01',
    endDate: '2020-12-31',
    lines: [{ start: '0', rate: '1' }],
  },
  // One programme, customer and period once.
  'sale:rebate': async () => ({
    organizeCode: 'O1',
    programmeCode: await promised(),
    startDate: '2020-01-01',
    endDate: '2020-01-31',
    lines: [{ customerCode: 'CU1' }],
  }),
  'points:exchangeactivity': {
    name: '积分换礼',
    startDate: '2020-01-01',
    endDate: '2099-12-31',
    lines: [{ productCode: 'M3', exchangePointNum: '2' }],
  },
  'points:exchangeorder': async () => {
    const activity = '/channelsale/points/activity';
    const { id, data } = await world.first.must<{ id: string; data: { code: string } }>('POST', activity, {
      name: '积分换礼',
      startDate: '2020-01-01',
      endDate: '2099-12-31',
      lines: [{ productCode: 'M3', exchangePointNum: '2' }],
    });
    await world.first.must('PUT', `${activity}/audit`, [id]);
    await world.first.must('POST', '/channelsale/points/account/adjust', {
      customerCode: 'CU1',
      points: 2,
      remark: '盘点更正',
    });
    return {
      organizeCode: 'O1',
      activityCode: data.code,
      customerCode: 'CU1',
      lines: [{ productCode: 'M3', number: '1' }],
    };
  },
  // An order has one revision that waits, and no more.
  'order:revision': async () => {
    const movement = await world.first.must<{ id: string }>('POST', '/stock/inout', {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ productCode: 'M3', number: '2', price: '2' }],
    });
    await world.first.must('PUT', '/stock/inout/audit', [movement.id]);
    const { id, data } = await world.first.must<{ id: string; data: { code: string } }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode: 'M3', number: '2', price: '2' }],
    });
    await world.first.must('PUT', '/channelsale/order/audit', [id]);
    const { lines } = await world.first.must<Bill & { lines: { id: string }[] }>('GET', `/channelsale/order/${id}`);
    return {
      organizeCode: 'O1',
      orderCode: data.code,
      reason: '改数量',
      lines: [{ orderLineId: lines[0]?.id, action: 'C', productCode: 'M3', afterNumber: '1' }],
    };
  },
  'sale:bill': { organizeCode: 'O1', customerCode: 'CU1', billType: 'RC', amount: '2' },
  'sale:creditchange': { organizeCode: 'O1', customerCode: 'CU1', changeType: '0', changeAmount: '2' },
  // Of one customer they are a chain, and only the last link of it is written.
  'sale:accountcheck': async () => ({
    organizeCode: 'O1',
    customerCode: await newCustomer(),
    startDate: '2020-01-01',
    endDate: '2020-01-31',
  }),
  'sale:opening': { kind: 'credit', lines: [{ organizeCode: 'O1', customerCode: 'CU1', amount: '2' }] },
  'sale:financing': { organizeCode: 'O1', customerCode: 'CU1', bankType: '1', amount: '2', paymentTerm: '3' },
  'activiti:correction': {
    organizeCode: 'O1',
    post: '业务员',
    entryDate: '2026-05-01',
    correctionDate: '2026-08-01',
    workContent: '华东区域销售',
    achievement: '完成季度目标',
    lines: [],
  },
  'order:order': { organizeCode: 'O1', customerCode: 'CU1', lines: [{ productCode: 'M1', number: '1', price: '2' }] },
  'stock:allocation': {
    organizeCode: 'O1',
    outStorageCode: 'W1',
    inStorageCode: 'W2',
    lines: [{ productCode: 'M2', number: '1' }],
  },
  // Goods that are counted lie still, so each count has a warehouse of its own.
  'stock:inventory': async () => ({
    organizeCode: 'O1',
    storageCode: await newWarehouse(),
    countDate: '2026-05-01',
    lines: [{ productCode: 'M1', countNumber: '0' }],
  }),
  'order:demand': { organizeCode: 'O1', requiredDate: '2050-01-31', lines: [{ productCode: 'M1', number: '1' }] },
  'order:purchase': {
    organizeCode: 'O1',
    storageCode: 'W1',
    supplierCode: 'S1',
    lines: [{ productCode: 'M1', number: '1', price: '2' }],
  },
  'stock:inout': {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: [{ productCode: 'M1', number: '1', price: '2' }],
  },
};
/** How documents without audit and close get there. */
const ways: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'sale:accountcheck': { audited: ['submit'], closed: ['submit', 'confirm'] },
  'sale:rebate': { audited: ['audit'], closed: ['cancel'] },
  'invoice:maintain': { audited: ['number'] },
  'sale:financing': { audited: ['companyAudit'], closed: ['companyAudit', 'submitBank', 'bankAudit', 'release'] },
};
const promised = async (): Promise<string> => {
  const programmes = '/channelsale/rebateprogramme';
  const { id } = await world.first.must<{ id: string }>('POST', programmes, drafts['sale:rebateprogramme']);
  await world.first.must('PUT', `${programmes}/audit`, [id]);
  return (await world.first.must<{ code: string }>('GET', `${programmes}/${id}`)).code;
};
const firstVerb = ({ verbs }: Document): string => ('audit' in verbs ? 'audit' : (Object.keys(verbs)[0] ?? ''));
let strategyId = '';
let orderCode = '';
let soldCode = '';
let days = 0;
const sameDay = (): string => new Date(Date.UTC(2050, 0, 1 + days)).toISOString().slice(0, 10);
let customers = 0;
const newCustomer = async (): Promise<string> => {
  customers += 1;
  const code = `AC${customers}`;
  await world.first.must('POST', '/data/customer/manage', {
    code,
    name: `对账客户${customers}`,
    classCode: 'K1',
    customerType: '1',
  });
  return code;
};
let warehouses = 2;
const newWarehouse = async (): Promise<string> => {
  warehouses += 1;
  const code = `W${warehouses}`;
  await world.first.must('POST', '/data/storage', { code, name: `仓库${warehouses}`, organizeCode: 'O1' });
  return code;
};
const newDay = (): string => {
  days += 1;
  return sameDay();
};
const write = async (document: Document, query = ''): Promise<Bill> => {
  const draft = drafts[document.name] ?? (() => samples.bodyOf(document));
  const body = typeof draft === 'function' ? await (draft as () => object | Promise<object>)() : draft;
  return (await world.first.must<{ data: Bill }>('POST', `${document.path}${query}`, body)).data;
};
const look = ({ path }: Document, id: string): Promise<Bill> => world.first.must('GET', `${path}/${id}`);
const perform = ({ path }: Document, verb: string, ids: readonly string[], said?: object): Promise<Reply> =>
  world.first.call('PUT', `${path}/${verb}`, said === undefined ? ids : { ids, ...said });
const stockedWith = (verb: string): readonly Document[] => documents.filter(({ verbs }) => verb in verbs);

/** A document brought to a state by its own verbs. */
async function bring(document: Document, state: string): Promise<Bill> {
  const bill = await write(document, state === 'stashed' ? '?stash=1' : '');
  const usual: Readonly<Record<string, readonly string[]>> = {
    audited: ['audit'],
    closed: 'close' in document.verbs ? ['audit', 'close'] : ['cancel'],
  };
  for (const verb of (ways[document.name] ?? usual)[state] ?? [])
    expect((await perform(document, verb, [bill.id], saidTo(document, verb))).code).toBe(0);
  return look(document, bill.id);
}

let numbered = 0;
/** What a verb asks for: a number is another one each time. */
function saidTo({ head, verbs }: Document, verb: string): object {
  const keys = Object.keys(verbs[verb]?.asks ?? {});
  return Object.fromEntries(
    keys.map((key) => [key, head[key]?.kind === 'date' ? '2026-03-15' : `${key}${(numbered += 1)}`]),
  );
}

describe('a document', () => {
  test('[A326] is audited from saved (0) to audited (1), and unaudit takes it back', async () => {
    for (const document of stockedWith('unaudit')) {
      const { id } = await write(document);
      expect((await perform(document, 'audit', [id])).code).toBe(0);
      expect((await look(document, id)).billStatus).toBe('1');
      expect((await perform(document, 'unaudit', [id])).code).toBe(0);
      expect((await look(document, id)).billStatus).toBe('0');
    }
    console.log(`${stockedWith('unaudit').length} documents audited and unaudited`);
  });

  test('[A327] is closed from audited (1) to closed (2), and unclose takes it back', async () => {
    for (const document of stockedWith('unclose')) {
      const { id } = await bring(document, 'audited');
      expect((await perform(document, 'close', [id])).code).toBe(0);
      expect((await look(document, id)).billStatus).toBe('2');
      expect((await perform(document, 'unclose', [id])).code).toBe(0);
      expect((await look(document, id)).billStatus).toBe('1');
    }
    console.log(`${stockedWith('unclose').length} documents closed and reopened`);
  });

  test('[A328] is stashed as 3 and submitted to 0 by unstash', async () => {
    expect(stockedWith('unstash').map(({ name }) => name)).toEqual(
      documents.filter(({ stashed }) => stashed !== undefined).map(({ name }) => name),
    );
    expect(stockedWith('unstash').length).toBeGreaterThan(5);
    for (const document of stockedWith('unstash')) {
      const half = await write(document, '?stash=1');
      expect(half.billStatus).toBe('3');
      expect((await perform(document, 'unstash', [half.id])).code).toBe(0);
      expect((await look(document, half.id)).billStatus).toBe('0');
      expect((await perform(document, 'stash', [half.id])).code).toBe(0);
      expect((await look(document, half.id)).billStatus).toBe('3');
    }
  });

  test('[A330] refuses a verb that its state does not allow, and the message names the verb', async () => {
    let refused = 0;
    for (const document of documents) {
      for (const state of Object.keys(document.states).filter(
        (each) => each !== 'inApproval' && (each !== 'closed' || 'close' in document.verbs),
      )) {
        for (const [verb, rule] of Object.entries(document.verbs)) {
          if (rule.from.includes(state)) continue;
          const bill = await bring(document, state);
          const reply = await perform(document, verb, [bill.id]);
          expect(
            [reply.code, reply.msg.includes(rule.label[0])],
            `${document.name} ${verb} when ${state}: ${reply.msg}`,
          ).toEqual([10010, true]);
          refused += 1;
        }
      }
    }
    console.log(`${refused} forbidden verbs of ${documents.length} documents`);
  });

  test('[A331] that is audited or closed is neither edited nor deleted; in approval comes with the workflow', async () => {
    for (const document of documents) {
      for (const state of ['audited', 'closed'].filter((each) => each in document.states)) {
        const bill = await bring(document, state);
        expect(
          (await world.first.call('PUT', document.path, { ...bill, remark: '改' })).code,
          `${document.name} ${state}`,
        ).toBe(10010);
        expect((await world.first.call('DELETE', `${document.path}/${bill.id}`)).code).toBe(10010);
        expect((await world.first.call('DELETE', document.path, [bill.id])).code).toBe(10010);
        expect((await look(document, bill.id)).billStatus).toBe(bill.billStatus);
      }
      // No call leads into approval yet, so the state is set by hand.
      if (!('inApproval' in document.states)) continue;
      const bill = await write(document);
      await world.sql(`update app.${document.name.replace(':', '_')} set bill_status = '4' where id = $1`, [bill.id]);
      expect((await world.first.call('PUT', document.path, { ...bill, remark: '改' })).code).toBe(10010);
      expect((await world.first.call('DELETE', `${document.path}/${bill.id}`)).code).toBe(10010);
    }
  });

  test('[A334] over several ids changes all or none', async () => {
    for (const document of documents.filter(({ states }) => 'closed' in states)) {
      const [one, two, closed] = [await write(document), await write(document), await bring(document, 'closed')];
      expect((await perform(document, firstVerb(document), [one.id, two.id, closed.id])).code).toBe(10010);
      expect([(await look(document, one.id)).billStatus, (await look(document, two.id)).billStatus]).toEqual([
        '0',
        '0',
      ]);
      expect((await perform(document, firstVerb(document), [one.id, two.id])).code).toBe(0);
      expect([(await look(document, one.id)).billStatus, (await look(document, two.id)).billStatus]).toEqual([
        '1',
        '1',
      ]);
    }
  });

  test('[A357] has a number that is unique in its tenant and follows its rule, also when many are saved at once', async () => {
    for (const document of documents) {
      const bills = await Promise.all(Array.from({ length: 12 }, () => write(document)));
      const rule = new RegExp(`^${document.number.prefix}\\d{8}\\d{${document.number.digits}}$`);
      for (const { code } of bills) expect(code).toMatch(rule);
      expect(new Set(bills.map(({ code }) => code)).size).toBe(12);
    }
    const [twice] = await world.sql<{ count: string }>(`
      select count(*)::text as count
      from (select tenant_code, code from app.order_order group by 1, 2 having count(*) > 1) x`);
    expect(twice?.count).toBe('0');
  });
});

describe('codes of the seed', () => {
  const order = (more: object, line: object = {}): Promise<Reply> =>
    world.first.call('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      ...more,
      lines: [{ productCode: 'M1', number: '1', price: '2', ...line }],
    });

  test('[A337] line types are 0, 1 and 4 only', async () => {
    const codes = await Promise.all(
      ['0', '1', '2', '3', '4', '5'].map(async (lineType) =>
        (await order({}, { lineType })).code === 10003 ? null : lineType,
      ),
    );
    expect(codes.filter((code) => code !== null)).toEqual(['0', '1', '4']);
  });

  test('[A388] tax rates are those of the seed, and the server refuses others', async () => {
    const offered = ['0', '1', '3', '5', '6', '9', '10', '11', '13', '16', '17'];
    for (const taxRate of offered)
      expect(
        (
          await world.first.call('POST', '/data/bd/material', {
            code: `T${taxRate}`,
            name: '税',
            classCode: 'C1',
            mainUnitCode: 'PCS',
            taxRate,
          })
        ).code,
        taxRate,
      ).toBe(0);
    for (const taxRate of ['2', '8', '12', '18', '0.13'])
      expect(
        (
          await world.first.call('POST', '/data/bd/material', {
            code: `X${taxRate}`,
            name: '税',
            classCode: 'C1',
            mainUnitCode: 'PCS',
            taxRate,
          })
        ).code,
        taxRate,
      ).toBe(10003);
  });

  test('[A389] payment terms are 3, 6 and 12 months', async () => {
    const codes = await Promise.all(
      ['1', '3', '6', '9', '12', '24'].map(async (paymentTerm) =>
        (await order({ paymentTerm })).code === 10003 ? null : paymentTerm,
      ),
    );
    expect(codes.filter((code) => code !== null)).toEqual(['3', '6', '12']);
  });

  test('[A374] a tenant number is a positive integer', async () => {
    const open = async (tenantCode: string): Promise<number> =>
      (
        await world.platform.call('POST', '/sys/tenant', {
          tenantCode,
          tenantName: '新',
          username: `u${tenantCode.length}${Date.now()}`,
          password: world.password,
          confirmPassword: world.password,
        })
      ).code;
    for (const wrong of ['0', '01', '-1', '1.5', 'A1', '']) expect(await open(wrong), wrong).toBe(10003);
    expect(await open('7001')).toBe(0);
  });
});

describe('a record', () => {
  test('[A332] is switched between 1 and 0 by enable and disable, every noun that has them', async () => {
    const switches = world.routes.filter(({ method, path }) => method === 'PUT' && path.endsWith('/enable'));
    for (const { path } of switches) {
      const base = path.slice(0, -'/enable'.length);
      const noun = nouns.find((each) => each.path === base);
      if (noun === undefined) throw new Error(`${path} belongs to no noun`);
      const session = samples.writerOf(noun);
      const { id } = await samples.create(noun);
      const status = async (): Promise<unknown> =>
        (await session.must<{ status: string }>('GET', `${base}/${id}`)).status;
      await session.must('PUT', path, [id]);
      expect(await status(), `${path} of what is on`).toBe('1');
      await session.must('PUT', `${base}/disable`, [id]);
      expect(await status(), `${base}/disable`).toBe('0');
      await session.must('PUT', path, [id]);
      expect(await status(), path).toBe('1');
    }
    // A noun of the contract that is served has both, unless the contract itself says that it has none.
    const owed = contractFile('endpoints.json').decidedSiblings.filter(({ path }) => /\/(enable|disable)$/.test(path));
    const served = new Set(world.routes.map(({ method, path }) => `${method} ${path}`));
    const isServed = (path: string): boolean => nouns.some((noun) => noun.path === path.replace(/\/\w+$/, ''));
    for (const { method, path, absent } of owed.filter((each) => isServed(each.path)))
      expect([path, served.has(`${method} ${path}`)]).toEqual([path, absent !== true]);
    console.log(
      `${switches.length} nouns switched off and on; ${owed.filter(({ path }) => isServed(path)).length} of ${owed.length} calls of the contract belong to them`,
    );
    expect(switches.length).toBeGreaterThanOrEqual(50);
  });
});
