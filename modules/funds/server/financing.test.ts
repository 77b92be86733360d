import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCustomer } from '#tests/proof/cash.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('financing');
  clerk = world.first;
  await furnish(clerk);
  await openCustomer(clerk, 'FI1', { limit: '0', cash: '0', isControlled: true });
});
afterAll(() => world.close());

const path = '/channelsale/financing';
const apply = async (): Promise<string> =>
  (
    await clerk.must<{ id: string }>('POST', path, {
      organizeCode: 'O1',
      customerCode: 'FI1',
      bankType: '1',
      amount: '70',
      paymentTerm: '3',
    })
  ).id;
const one = (id: string): Promise<object> => clerk.must('GET', `${path}/${id}`);
const perform = async (verb: string, id: string): Promise<number> =>
  (await clerk.call('PUT', `${path}/${verb}`, { ids: [id], operateMsg: '资料不全' })).code;

test("an application that the bank sends back is the company's again, with what the bank said, and can be taken back from there", async () => {
  const id = await apply();
  expect([await perform('companyUnaudit', id), await perform('bankReject', id)]).toEqual([10010, 10010]);
  await clerk.must('PUT', `${path}/companyAudit`, [id]);
  expect(await perform('bankReject', id)).toBe(10010);
  await clerk.must('PUT', `${path}/submitBank`, [id]);
  expect(await perform('companyUnaudit', id)).toBe(10010);
  expect(await perform('bankReject', id)).toBe(0);
  expect(await one(id)).toMatchObject({ billStatus: '1', financingStatus: '1', auditMsg: '资料不全' });
  expect(
    await world.sql(`select message from app.sys_operationlog where record_id = $1 and operation = 'bankReject'`, [id]),
  ).toEqual([{ message: '资料不全' }]);
  expect(await perform('companyUnaudit', id)).toBe(0);
  expect(await one(id)).toMatchObject({ billStatus: '0', financingStatus: '0', auditPersonName: null });
  for (const verb of ['companyAudit', 'submitBank', 'bankAudit']) expect(await perform(verb, id)).toBe(0);
  expect([await perform('bankReject', id), await perform('companyUnaudit', id)]).toEqual([10010, 10010]);
  expect(await perform('release', id)).toBe(0);
});

test('whoever wrote it does not audit it for the company where that is asked for (SYS021)', async () => {
  await clerk.must('POST', '/sys/tenant/params', {
    code: 'SYS021',
    name: '自审',
    value: '1',
    typeCode: 'SYS',
    organizeCode: 'O1',
  });
  const id = await apply();
  expect(await perform('companyAudit', id)).toBe(20006);
  await world.sql('update app.sale_financing set creator_id = gen_random_uuid() where id = $1', [id]);
  expect(await perform('companyAudit', id)).toBe(0);
});
