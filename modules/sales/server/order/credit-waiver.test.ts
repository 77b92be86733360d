import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { Drawing } from '#workflow/model/engine/drawing.ts';
import { audited, openCustomer, orderFor, orders } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { furnish } from '#tests/furniture.ts';
import { openOffice, type Colleague, type Office } from '#tests/office.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
let office: Office;
beforeAll(async () => {
  world = await openWorld('credit_waiver');
  clerk = world.first;
  await furnish(clerk);
  office = await openOffice(world, { seller: [], wang: ['manager'] });
  const drawing: Drawing = {
    key: 'SHORT',
    docType: 'SO',
    nodes: [
      { kind: 'startEvent', id: 'start' },
      { kind: 'userTask', id: 'finance', name: '财务', approvers: 'role:manager' },
      { kind: 'endEvent', id: 'end' },
    ],
    flows: [
      ['start', 'finance'],
      ['finance', 'end'],
    ],
  };
  await office.lead(drawing, { condition: 'creditShort' });
});
afterAll(() => world.close());

const by = (name: string): Colleague => {
  const found = office.people[name];
  if (found === undefined) throw new Error(`nobody is called ${name}`);
  return found;
};
const waive = (body: unknown, who: Session = clerk) =>
  who.call<{ errors: { path: string; msg: string }[] }>('PUT', `${orders}/creditWaive`, body);
async function submitted(customerCode: string, number: string): Promise<{ id: string; processInstanceId: string }> {
  const { id } = await by('seller').must<{ id: string }>(
    'POST',
    orders,
    orderFor(customerCode, [['M1', number, '10']]),
  );
  const { processInstanceId } = await by('seller').must<{ processInstanceId: string }>(
    'POST',
    '/activiti/running/startOfBusinessKey',
    { processDefinitionKey: 'SHORT', businessKey: id },
  );
  return { id, processInstanceId };
}
async function approve({
  id,
  processInstanceId,
}: {
  readonly id: string;
  readonly processInstanceId: string;
}): Promise<number> {
  const task = (await by('wang').tasks()).find(({ billId }) => billId === id);
  return (await by('wang').act('task/complete', { taskId: task?.taskId, processInstanceId })).code;
}

describe("an order beyond its customer's credit", () => {
  test('is led to whoever decides on it, and no other order is', async () => {
    await openCustomer(clerk, 'CW1', { limit: '100', cash: '0', isControlled: true });
    await clerk.must('PUT', `${orders}/unaudit`, [await audited(clerk, orders, orderFor('CW1', [['M1', '10', '10']]))]);
    const { id } = await clerk.must<{ id: string }>('POST', orders, orderFor('CW1', [['M1', '11', '10']]));
    expect(await clerk.call('PUT', `${orders}/audit`, [id])).toMatchObject({ code: 20004 });
  });

  test('is let through by finance for as much as is missing at least: this order, and on the record', async () => {
    await openCustomer(clerk, 'CW2', { limit: '100', cash: '20', isControlled: true });
    const order = await submitted('CW2', '20');
    expect(await approve(order)).toBe(10020);
    expect(await waive({ ids: [order.id], waiverAmount: '80' }, by('wang'))).toMatchObject({ code: 403 });
    for (const waiverAmount of ['79.99', '0', '-80', '80.001', 'many', 80, undefined])
      expect(await waive({ ids: [order.id], waiverAmount })).toMatchObject({
        code: 10003,
        data: { errors: [{ path: 'waiverAmount', msg: '必须大于零且不少于缺口80.00元' }] },
      });
    expect(await waive({ id: order.id, waiverAmount: '80', operateMsg: '老客户' })).toMatchObject({ code: 0 });
    expect(
      await world.sql(
        `
          select message, changes->'waiverAmount'->>1 as waived
          from app.sys_operationlog
          where record_id = $1 and operation = 'creditWaive'`,
        [order.id],
      ),
    ).toEqual([{ message: '老客户', waived: '80' }]);
    expect(await approve(order)).toBe(0);
    expect(await clerk.must('GET', `${orders}/${order.id}`)).toMatchObject({ billStatus: '1', waiverAmount: '80' });
    expect(
      await world.sql(`
        select b.occupied::float as occupied
        from app.capital_balance b
        where b.tenant_code = '1000' and b.account_code in ('A001-O1-CW2', 'A002-O1-CW2')
        order by b.account_code`),
    ).toEqual([{ occupied: 20 }, { occupied: 180 }]);
    // The next order of the same customer has no part in it.
    expect(await approve(await submitted('CW2', '1'))).toBe(10020);
    expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
  });

  test('is let through while somebody decides on it, not before and not after', async () => {
    await openCustomer(clerk, 'CW3', { limit: '0', cash: '0', isControlled: true });
    const { id } = await clerk.must<{ id: string }>('POST', orders, orderFor('CW3', [['M1', '1', '10']]));
    expect(await waive({ ids: [id], waiverAmount: '10' })).toMatchObject({ code: 10010 });
    expect((await waive({ ids: [], waiverAmount: '10' })).code).toBe(404);
    const order = await submitted('CW3', '1');
    await waive({ ids: [order.id], waiverAmount: '10' });
    expect(await approve(order)).toBe(0);
    expect(await waive({ ids: [order.id], waiverAmount: '20' })).toMatchObject({ code: 10010 });
  });
});
