import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '#platform/server/http/app.ts';
import { readingOf } from '#platform/server/http/route.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { Activity } from '#promotion/model/engine/rule.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { activeActivities, activitiesIn } from './active-activities.ts';

const path = '/channelsale/promotion/activity';
let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('promotion_activity');
  clerk = world.first;
  await furnish(clerk);
});
afterAll(() => world.close());

const days = { startDate: '2026-11-01', endDate: '2026-11-30' };
const tenForOne = {
  name: '买十赠一',
  policyRuleTypeCode: 'P001',
  ...days,
  lines: [
    {
      policyRuleTypeCode: 'P001',
      leastNumber: '10',
      buyNumber: '10',
      giveNumber: '1',
      giveType: '0',
      giveDynamicFlag: '1',
    },
  ],
};
const amountOff = (line: object) => ({
  name: '满减',
  policyRuleTypeCode: 'P003',
  ...days,
  lines: [{ policyRuleTypeCode: 'P003', onSaleType: '0', onSaleAmount: '100', giveDynamicFlag: '0', ...line }],
});

interface Saved {
  readonly id: string;
  readonly data: { readonly code: string };
}
const save = (body: object): Promise<Saved> => clerk.must<Saved>('POST', path, body);
const verb = (name: string, id: string) => clerk.must('PUT', `${path}/${name}`, [id]);
async function audited(body: object): Promise<Saved> {
  const saved = await save(body);
  await verb('audit', saved.id);
  await verb('publish', saved.id);
  return saved;
}

/** What orders of a day read, through the door as they do. */
async function inForce(
  day: string,
  organizeCode: string | null = 'O1',
  by: Session = clerk,
): Promise<readonly Activity[]> {
  const caller = { sid: hashOf(by.token), tenant: null, permissions: null, soft: null };
  const { rows } = await readingOf(world.door, caller).read({ active: activeActivities(organizeCode, day) });
  return activitiesIn(rows.active);
}
const codesInForce = async (day: string): Promise<readonly string[]> => (await inForce(day)).map(({ code }) => code);

interface Refused {
  readonly key: string;
  readonly errors: readonly { readonly path: string; readonly msg: string }[];
}
async function refused(body: object): Promise<readonly (readonly [string, string])[]> {
  const { code, data } = await clerk.call<Refused>('POST', path, body);
  expect(code).not.toBe(0);
  return data.errors.map(({ path: at, msg }) => [at, msg]);
}

describe('the rules of an activity', () => {
  test('[A315] are kept with every field of their type, numbered, and what they give is called by its name', async () => {
    const { id } = await save({
      ...tenForOne,
      lines: [{ ...tenForOne.lines[0], giveType: '1', giveCode: 'M2', trialFlag: '1' }],
    });
    const { lines } = await clerk.must<{ lines: object[] }>('GET', `${path}/${id}`);
    expect(lines).toMatchObject([
      {
        ruleNo: 1,
        leastNumber: '10',
        buyNumber: '10',
        giveNumber: '1',
        giveCode: 'M2',
        giveName: '内墙漆2',
        trialFlag: '1',
      },
    ]);
  });

  test('are refused where they give goods, classes or packages that nobody has', async () => {
    const gift = (giveType: string) => ({ ...tenForOne.lines[0], giveType, giveCode: 'NOBODY' });
    for (const giveType of ['1', '2', '3'])
      expect(await refused({ ...tenForOne, lines: [gift(giveType)] })).toEqual([
        ['lines.0.giveCode', '不存在或已停用'],
      ]);
  });

  test('of another type than the activity are refused', async () => {
    expect(await refused({ ...amountOff({ leastAmount: '1000' }), policyRuleTypeCode: 'P006' })).toEqual([
      ['lines.0.policyRuleTypeCode', '与活动的规则类型不同'],
    ]);
  });

  test('a combined gift is never the product itself', async () => {
    const lines = [
      { policyRuleTypeCode: 'P002', leastNumber: '10', giveType: '0', giveNumber: '1', giveDynamicFlag: '0' },
    ];
    expect(await refused({ ...tenForOne, policyRuleTypeCode: 'P002', lines })).toEqual([
      ['lines.0.giveType', '组合买赠不能赠本品'],
    ]);
  });

  test('an amount off needs a threshold, and says so at its cell', async () => {
    const { code, data } = await clerk.call<Refused>('POST', path, amountOff({}));
    expect([code, data.key]).toEqual([20308, 'E-PROMO-THRESHOLD']);
    expect(data.errors).toEqual([{ path: 'lines.0.onSaleAmount', msg: '满减规则必须填写起始数量或起始金额' }]);
    await save(amountOff({ leastNumber: '3' }));
  });

  test('times by amount need the amount', async () => {
    expect(await refused(amountOff({ leastNumber: '3', giveDynamicFlag: '2' }))).toEqual([
      ['lines.0.leastAmount', '按金额倍增时必填'],
    ]);
    await save(amountOff({ leastAmount: '300', giveDynamicFlag: '2' }));
  });

  test('half written nothing of it is asked for', async () => {
    const { id } = await clerk.must<Saved>('POST', `${path}?stash=1`, { name: '想法', lines: [] });
    expect(await clerk.must<{ billStatus: string }>('GET', `${path}/${id}`)).toMatchObject({ billStatus: '3' });
  });
});

describe('the scope of an activity', () => {
  const row = (side: string, dimension: string, code: string, excludeFlag = '0') => ({
    side,
    dimension,
    code,
    excludeFlag,
  });

  test('is rows of both sides; the list and its filters see them in short', async () => {
    const { id, data } = await save({
      ...tenForOne,
      scopes: [
        row('customer', 'channel', 'CH1'),
        row('customer', 'customer', 'CU1', '1'),
        row('product', 'class', 'C1'),
      ],
    });
    expect(await clerk.must<object>('GET', `${path}/${id}`)).toMatchObject({
      customerScope: '3',
      channelCode: 'CH1',
      channelName: '分销',
      productScope: '1',
      productClassCode: 'C1',
      customerCodes: [],
      orderTypes: ['0'],
      priority: 100,
    });
    const { list } = await clerk.must<{ list: { code: string }[] }>(
      'GET',
      `${path}/page?channelCode=CH1&productScope=1`,
    );
    expect(list.map(({ code }) => code)).toEqual([data.code]);
  });

  test('names what there is, on the side where it belongs', async () => {
    const asked = (scopes: unknown) => refused({ ...tenForOne, scopes });
    expect(await asked([row('customer', 'shop', 'NOBODY')])).toEqual([['scopes', '第1行不存在或已停用']]);
    expect(await asked([row('product', 'customer', 'CU1')])).toEqual([['scopes', '第1行格式错误']]);
    expect(await asked([row('customer', 'trade', 'T1')])).toEqual([['scopes', '第1行格式错误']]);
  });
});

describe('an activity in force', () => {
  test('is read with rules and scope as the engine asks for them, in one statement, and only in its days', async () => {
    const { data } = await audited({
      ...tenForOne,
      startDate: '2027-01-10',
      endDate: '2027-01-20',
      limitTimes: 3,
      budgetAmount: '500',
      scopes: [{ side: 'product', dimension: 'class', code: 'C1', excludeFlag: '0' }],
    });
    const [activity] = await inForce('2027-01-10');
    expect(activity).toEqual({
      code: data.code,
      isEnabled: true,
      startDate: '2027-01-10',
      endDate: '2027-01-20',
      orderTypes: ['0'],
      scope: [{ side: 'product', dimension: 'class', code: 'C1' }],
      priority: 100,
      isStackable: false,
      isExclusive: false,
      limitTimes: 3,
      usedTimes: 0,
      budgetAmount: '500',
      budgetLeft: '500',
      rules: [
        {
          ruleNo: 1,
          policyRuleTypeCode: 'P001',
          leastNumber: '10',
          buyNumber: '10',
          giveNumber: '1',
          giveDynamicFlag: '1',
          giveType: '0',
          trialFlag: '0',
          freePackageFlag: '0',
        },
      ],
    });
    expect([await codesInForce('2027-01-09'), await codesInForce('2027-01-21')]).toEqual([[], []]);
    const bought = {
      lineNo: 1,
      productCode: 'M1',
      facts: { class: ['C1'] },
      number: '25',
      price: '12.5',
      lineType: '0',
    };
    const { gifts } = evaluate({
      customer: {},
      date: '2027-01-15',
      orderType: '0',
      lines: [bought],
      activities: await inForce('2027-01-15'),
    });
    expect(gifts.map(({ productCode, number }) => [productCode, number])).toEqual([['M1', '2']]);
  });

  test('is of its organisation, and of no other tenant', async () => {
    await clerk.must('POST', '/sys/organization', { code: 'O9', name: '外地' });
    const { data } = await audited({
      ...tenForOne,
      startDate: '2027-02-01',
      endDate: '2027-02-01',
      organizeCode: 'O9',
    });
    const codesOf = async (...asked: Parameters<typeof inForce>) => (await inForce(...asked)).map(({ code }) => code);
    expect(await codesOf('2027-02-01', 'O9')).toEqual([data.code]);
    expect(await codesOf('2027-02-01', 'O1')).toEqual([]);
    expect(await codesOf('2027-02-01', 'O9', world.second)).toEqual([]);
  });

  test('goes on as it was audited while it is revised, and changes with the next audit', async () => {
    const day = '2027-03-05';
    const body = { ...tenForOne, startDate: '2027-03-01', endDate: '2027-03-31' };
    const { id } = await audited(body);
    await verb('revise', id);
    const open = await clerk.must<{ rowVersion: number; lines: object[] }>('GET', `${path}/${id}`);
    await clerk.must('PUT', path, { ...open, lines: open.lines.map((line) => ({ ...line, giveNumber: '2' })) });
    const given = async (): Promise<unknown> => (await inForce(day))[0]?.rules[0]?.giveNumber;
    expect(await given()).toBe('1');
    await verb('audit', id);
    expect(await given()).toBe('2');
    expect(await clerk.must<object>('GET', `${path}/${id}`)).toMatchObject({ versionNo: 2, billStatus: '1' });
  });

  test('counts no more when its audit is taken back, when it is closed or void; opened again it does', async () => {
    const day = '2027-04-05';
    const { id, data } = await audited({ ...tenForOne, startDate: '2027-04-01', endDate: '2027-04-30' });
    await clerk.must('PUT', `${path}/close`, { ids: [id], operateMsg: '停' });
    expect(await codesInForce(day)).toEqual([]);
    await verb('unclose', id);
    expect(await codesInForce(day)).toEqual([data.code]);
    await verb('unaudit', id);
    expect(await codesInForce(day)).toEqual([]);
    await verb('audit', id);
    await verb('revise', id);
    expect(await codesInForce(day)).toEqual([data.code]);
    await verb('cancel', id);
    expect(await codesInForce(day)).toEqual([]);
  });

  test('switched off is told as switched off', async () => {
    const { id } = await audited({ ...tenForOne, startDate: '2027-05-01', endDate: '2027-05-31' });
    await verb('disable', id);
    expect((await inForce('2027-05-05')).map(({ isEnabled }) => isEnabled)).toEqual([false]);
    expect(
      (await clerk.must<{ list: object[] }>('GET', `${path}/page?activityStatus=3`)).list.map((row) => row),
    ).toMatchObject([{ id, activityStatus: '3' }]);
  });

  test('is published and taken back once audited, and counts only then', async () => {
    const { id, data } = await save(tenForOne);
    expect((await clerk.call('PUT', `${path}/publish`, [id])).code).toBe(10010);
    await verb('audit', id);
    expect(await codesInForce(days.startDate)).toEqual([]);
    await verb('publish', id);
    expect(await codesInForce(days.startDate)).toEqual([data.code]);
    expect(await clerk.must<object>('GET', `${path}/${id}`)).toMatchObject({ publishStatus: '1', billStatus: '1' });
    expect((await clerk.call('PUT', `${path}/publish`, [id])).code).toBe(10010);
    await verb('unpublish', id);
    expect(await clerk.must<object>('GET', `${path}/${id}`)).toMatchObject({ publishStatus: '0' });
  });
});

describe('the status of an activity', () => {
  test('follows the day it is, in the list, its filter and the document', async () => {
    const { today } = (
      await world.sql<{ today: string }>(`select (now() at time zone 'Asia/Shanghai')::date::text as today`)
    )[0] ?? {
      today: '',
    };
    const spans = [
      ['9000-01-01', '9000-12-31', '0'],
      [today, today, '1'],
      ['2020-01-01', '2020-12-31', '2'],
    ] as const;
    for (const [startDate, endDate, status] of spans) {
      const { id, data } = await save({ ...tenForOne, startDate, endDate });
      expect(await clerk.must<object>('GET', `${path}/${id}`)).toMatchObject({ activityStatus: status });
      const { list } = await clerk.must<{ list: { code: string }[] }>(
        'GET',
        `${path}/page?activityStatus=${status}&code=${data.code}`,
      );
      expect(list.map(({ code }) => code)).toEqual([data.code]);
    }
  });
});
