import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultZone } from '#platform/model/zone.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { audited, bills, movements, openCustomer, orderFor, orderInWarehouse, orders } from '#tests/proof/cash.ts';
import { furnish } from '#tests/furniture.ts';
import { redOf } from '#tests/proof/returns.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('posting_days');
  clerk = world.first;
  await furnish(clerk);
  await openCustomer(clerk, 'PD1', { limit: '0', cash: '5000', isControlled: true });
});
afterAll(() => world.close());

const day = (shift: number): string => todayIn(defaultZone, new Date(Date.now() + shift * 86_400_000));
const ahead = { code: 20092, msg: '单据日期不能晚于今天', data: { key: 'E-FUTURE-DATE' } };

describe('am-A4: the books hold what has happened', () => {
  test('nothing is posted on a day that has not come: order, receipt, movement', async () => {
    const movement = {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ productCode: 'M1', number: '1' }],
    };
    for (const [path, body] of [
      [orders, orderFor('PD1', [['M1', '1', '10']])],
      [bills, { organizeCode: 'O1', customerCode: 'PD1', billType: 'RC', amount: '10' }],
      [movements, movement],
    ] as const) {
      const { id } = await clerk.must<{ id: string }>('POST', path, { ...body, billDate: day(1) });
      expect(await clerk.call('PUT', `${path}/audit`, [id]), path).toMatchObject(ahead);
      await audited(clerk, path, { ...body, billDate: day(0) });
    }
  });

  test('goods leave no earlier than their delivery was written, and come back no earlier than they left', async () => {
    const { movement } = await orderInWarehouse(clerk, 'PD1', [['M1', '2', '10']]);
    const dated = async (id: string, billDate: string): Promise<void> => {
      await clerk.must('PUT', movements, { ...(await clerk.must<object>('GET', `${movements}/${id}`)), billDate });
    };
    await dated(movement, day(-1));
    expect(await clerk.call('PUT', `${movements}/audit`, [movement])).toMatchObject({
      code: 20093,
      msg: expect.stringMatching(`^日期不能早于来源单据【DN.+】的日期${day(0)}$`),
    });
    await dated(movement, day(0));
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    const red = await redOf(clerk, movement);
    await dated(red, day(-1));
    expect(await clerk.call('PUT', `${movements}/audit`, [red])).toMatchObject({
      data: { key: 'E-DATE-ORDER', params: { date: day(0) } },
    });
    await dated(red, day(0));
    await clerk.must('PUT', `${movements}/audit`, [red]);
  });
});
