import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standingOf, type ActivityCalendar } from '#promotion/model/calendar/activity-calendar.ts';
import type { DraftMeetings } from '#promotion/model/calendar/draft-meetings.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

const path = '/channelsale/promotion/activity';
let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('activity_calendar');
  clerk = world.first;
  await furnish(clerk);
  await clerk.must('POST', '/data/bd/brand', { code: 'B2', name: '木语' });
  await clerk.must('POST', '/data/bd/customer/class', { code: 'K2', name: '零售商' });
});
afterAll(() => world.close());

const scope = (dimension: string, code: string) => ({
  side: dimension.startsWith('customer') ? 'customer' : 'product',
  dimension,
  code,
  excludeFlag: '0',
});
const activity = (name: string, year: number, more: object = {}) => ({
  name,
  policyRuleTypeCode: 'P003',
  startDate: `${year}-11-01`,
  endDate: `${year}-11-30`,
  lines: [{ policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRateType: '0', onSaleRate: '90' }],
  ...more,
});
interface Saved {
  readonly id: string;
  readonly data: { readonly code: string };
}
const save = async (body: object): Promise<{ readonly id: string; readonly code: string }> => {
  const { id, data } = await clerk.must<Saved>('POST', path, body);
  return { id, code: data.code };
};
async function published(body: object): Promise<{ readonly id: string; readonly code: string }> {
  const saved = await save(body);
  for (const verb of ['audit', 'publish']) await clerk.must('PUT', `${path}/${verb}`, [saved.id]);
  return saved;
}
const calendar = (query: string, by: Session = clerk): Promise<ActivityCalendar> =>
  by.must<ActivityCalendar>('GET', `${path}/calendar?${query}`);
const ofYear = (year: number, more = ''): Promise<ActivityCalendar> =>
  calendar(`from=${year}-01-01&to=${year}-12-31${more}`);
const names = ({ activities }: ActivityCalendar): readonly string[] => activities.map(({ name }) => name);

describe('the calendar of activities', () => {
  test('tells what touches its days, with what it is for and how it stands', async () => {
    await published(activity('墙漆九折', 2101, { scopes: [scope('brand', 'B1')], budgetAmount: '500' }));
    await save(activity('草稿', 2101, { startDate: '2101-11-30', endDate: '2101-12-31' }));
    const cancelled = await save(activity('作废的', 2101));
    await clerk.must('PUT', `${path}/cancel`, [cancelled.id]);
    const { activities, isCut } = await ofYear(2101);
    expect(activities).toMatchObject([
      {
        name: '墙漆九折',
        type: 'P003',
        startDate: '2101-11-01',
        endDate: '2101-11-30',
        priority: 100,
        standing: 'coming',
        isRevised: false,
        budgetAmount: '500',
        spent: '0',
        times: '0',
        products: { names: ['澜彩'], count: 1 },
        customers: { names: [], count: 0 },
      },
      { name: '草稿', standing: 'draft', products: { names: [], count: 0 } },
    ]);
    expect(isCut).toBe(false);
    expect(names(await calendar('from=2101-12-01&to=2101-12-01'))).toEqual(['草稿']);
    expect(names(await calendar('from=2101-10-01&to=2101-10-31'))).toEqual([]);
  });

  test('goes by the version in force while the next one is written', async () => {
    const { id } = await published(activity('先前的', 2102, { priority: 10 }));
    await clerk.must('PUT', `${path}/revise`, [id]);
    const record = await clerk.must<object>('GET', `${path}/${id}`);
    await clerk.must('PUT', path, { ...record, name: '改过的', priority: 90, endDate: '2102-12-31' });
    expect((await ofYear(2102)).activities).toMatchObject([
      { name: '先前的', priority: 10, endDate: '2102-11-30', standing: 'coming', isRevised: true },
    ]);
  });

  test('names those that cannot be had together and who comes first; stackable and other goods are none', async () => {
    const all = await published(activity('全场九八折', 2103));
    const wall = await published(activity('墙漆满减', 2103, { priority: 10, scopes: [scope('material', 'M1')] }));
    const wood = await published(activity('木漆九折', 2103, { scopes: [scope('brand', 'B2')] }));
    await published(activity('再打折', 2103, { stackFlag: '1' }));
    const { conflicts } = await ofYear(2103);
    expect(conflicts.map(({ first, second, decidedBy }) => [first, second, decidedBy])).toEqual([
      [wall.code, all.code, 'priority'],
      [all.code, wood.code, 'benefit'],
    ]);
    await clerk.must('PUT', `${path}/disable`, [all.id]);
    const off = await ofYear(2103);
    expect(off.conflicts).toEqual([]);
    expect(off.activities.find(({ code }) => code === all.code)).toMatchObject({ standing: 'disabled' });
  });

  test('for one customer holds what he can get, and an unknown customer is none', async () => {
    await published(activity('经销商专享', 2104, { scopes: [scope('customerClass', 'K1')] }));
    await published(activity('零售商专享', 2104, { scopes: [scope('customerClass', 'K2')] }));
    await published(activity('人人有份', 2104));
    expect((await ofYear(2104)).activities).toHaveLength(3);
    expect(names(await ofYear(2104, '&customerCode=CU1'))).toEqual(['经销商专享', '人人有份']);
    expect((await clerk.call('GET', `${path}/calendar?from=2104-01-01&to=2104-12-31&customerCode=NO`)).code).toBe(404);
  });

  test('is of one tenant, and of so many days', async () => {
    await published(activity('自己的', 2105));
    expect(names(await calendar('from=2105-01-01&to=2105-12-31', world.second))).toEqual([]);
    for (const query of ['from=2105-02-01&to=2105-01-01', 'from=2100-01-01&to=2109-01-01', 'from=x&to=2105-01-01'])
      expect((await clerk.call('GET', `${path}/calendar?${query}`)).code).toBe(10003);
  });
});

describe('an activity that is being written', () => {
  const ask = (body: object): Promise<DraftMeetings> =>
    clerk.must<DraftMeetings>('POST', `${path}/meetings`, {
      policyRuleTypeCode: 'P003',
      startDate: '2106-11-01',
      endDate: '2106-11-30',
      ...body,
    });

  test('is told what it would come across, conflicts first, and never meets itself', async () => {
    const gift = await published(
      activity('买一赠一', 2106, {
        policyRuleTypeCode: 'P001',
        lines: [{ policyRuleTypeCode: 'P001', buyNumber: '1', giveNumber: '1', giveType: '0', giveDynamicFlag: '1' }],
      }),
    );
    const off = await published(activity('全场九折', 2106));
    const told = await ask({ priority: 10, scopes: [scope('material', 'M1')] });
    expect(told.meetings).toMatchObject([
      { first: '', second: off.code, decidedBy: 'priority', isConflict: true },
      { first: '', second: gift.code, decidedBy: 'phase', isConflict: false },
    ]);
    expect(told.activities.map(({ name }) => name).toSorted()).toEqual(['买一赠一', '全场九折'].toSorted());
    expect((await ask({ code: off.code })).meetings).toMatchObject([{ second: gift.code }]);
    expect((await clerk.call('POST', `${path}/meetings`, { policyRuleTypeCode: 'P009' })).code).toBe(10003);
    expect((await ask({ startDate: '2107-01-01', endDate: '2107-01-31' })).meetings).toEqual([]);
  });
});

describe('how an activity stands', () => {
  const facts = {
    billStatus: '1',
    status: '1',
    publishStatus: '1',
    isInForce: true,
    startDate: '2026-11-01',
    endDate: '2026-11-30',
    budgetAmount: null,
    spent: '0',
  };
  test.each([
    ['running on its first and last day', {}, 'running'],
    ['coming', { startDate: '2026-11-17' }, 'coming'],
    ['ended', { endDate: '2026-11-15' }, 'ended'],
    ['a draft', { isInForce: false, billStatus: '0' }, 'draft'],
    ['unpublished', { publishStatus: '0' }, 'unpublished'],
    ['disabled', { status: '0' }, 'disabled'],
    ['closed', { billStatus: '2', isInForce: false }, 'closed'],
    ['within its budget', { budgetAmount: '100', spent: '99.99' }, 'running'],
    ['spent to the last cent', { budgetAmount: '100', spent: '100.00' }, 'spent'],
    ['revised while it runs', { billStatus: '0' }, 'running'],
  ])('%s', (_name, more, standing) => {
    expect(standingOf({ ...facts, ...more }, '2026-11-16')).toBe(standing);
  });
});
