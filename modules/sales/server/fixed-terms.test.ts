import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bills, openCustomer, orderFor, orders } from '#tests/proof/cash.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('fixed_terms');
  clerk = world.first;
  await furnish(clerk);
  await clerk.must('POST', '/data/bd/unit', { code: 'BOX', name: '箱' });
  await clerk.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
});
afterAll(() => world.close());

const tables: Readonly<Record<string, string>> = {
  '/data/bd/material': 'data_material',
  '/data/customer/manage': 'data_customer',
};
const found = async (path: string, code: string): Promise<object> => {
  const [row] = await world.sql<{ id: string }>(
    `select id from app.${tables[path]} where tenant_code = '1000' and code = $1`,
    [code],
  );
  return clerk.must<object>('GET', `${path}/${row?.id}`);
};
const change = async (path: string, code: string, more: object): Promise<Reply<unknown>> =>
  clerk.call('PUT', path, { ...(await found(path, code)), ...more });
const materials = '/data/bd/material';
const customers = '/data/customer/manage';
const newMaterial = (code: string): Promise<unknown> =>
  clerk.must('POST', materials, { code, name: code, classCode: 'C1', brandCode: 'B1', mainUnitCode: 'PCS' });

describe('am-A12: what figures were written by stays', () => {
  test('the main unit of a material with stock, a price or a line', async () => {
    const fixed = { code: 10009, data: { key: 'E-UNIT-FIXED', errors: [{ path: 'mainUnitCode' }] } };
    expect(await change(materials, 'M1', { mainUnitCode: 'BOX' })).toMatchObject({
      ...fixed,
      msg: '物料【M1】已有库存、价格或单据，主单位不能修改',
    });
    await change(materials, 'M1', { name: '改名不改单位' }).then((reply) => {
      expect(reply.code).toBe(0);
    });
    for (const code of ['FT1', 'FT2', 'FT3']) await newMaterial(code);
    expect(await change(materials, 'FT1', { mainUnitCode: 'BOX' })).toMatchObject({ code: 0 });
    await clerk.must('POST', '/channelsale/price/benchmark', {
      productCode: 'FT2',
      price: '10',
      unitType: '0',
      startDate: '2020-01-01',
    });
    expect(await change(materials, 'FT2', { mainUnitCode: 'BOX' })).toMatchObject(fixed);
    await clerk.must('POST', orders, orderFor('CU1', [['FT3', '1', '10']]));
    expect(await change(materials, 'FT3', { mainUnitCode: 'BOX' })).toMatchObject(fixed);
  });

  test('the organisation of a customer with money or open documents', async () => {
    for (const code of ['FC1', 'FC2', 'FC3'])
      await openCustomer(clerk, code, { limit: '0', cash: '0', isControlled: true });
    expect(await change(customers, 'FC1', { organizeCode: 'O2' })).toMatchObject({ code: 0 });
    const { id } = await clerk.must<{ id: string }>('POST', bills, {
      organizeCode: 'O1',
      customerCode: 'FC2',
      billType: 'RC',
      amount: '10',
    });
    const fixed = { code: 10009, data: { key: 'E-ORG-FIXED', errors: [{ path: 'organizeCode' }] } };
    expect(await change(customers, 'FC2', { organizeCode: 'O2' })).toMatchObject(fixed);
    await clerk.must('PUT', `${bills}/audit`, [id]);
    expect(await change(customers, 'FC2', { organizeCode: 'O2' })).toMatchObject(fixed);
    const order = await clerk.must<{ id: string }>('POST', orders, orderFor('FC3', [['M2', '1', '10']]));
    expect(await change(customers, 'FC3', { organizeCode: 'O2' })).toMatchObject({
      ...fixed,
      msg: '客户【FC3】已有余额或未完成单据，所属组织不能修改',
    });
    await clerk.must('PUT', `${orders}/cancel`, [order.id]);
    expect(await change(customers, 'FC3', { organizeCode: 'O2' })).toMatchObject({ code: 0 });
  });
});
