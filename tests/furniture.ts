import type { Session } from '#tests/world.ts';

/**
 * The least a tenant needs to sell something: organisation, warehouse, customer, five materials with a hundred of each
 * on hand.
 */
export async function furnish(session: Session, mark = ''): Promise<void> {
  await session.must('POST', '/sys/organization', { code: 'O1', name: `总部${mark}` });
  await session.must('POST', '/data/bd/brand', { code: 'B1', name: `澜彩${mark}` });
  await session.must('POST', '/data/bd/unit', { code: 'PCS', name: `件${mark}` });
  await session.must('POST', '/data/bd/channel', { code: 'CH1', name: `分销${mark}` });
  await session.must('POST', '/data/bd/material/class', { code: 'C1', name: `油漆${mark}` });
  await session.must('POST', '/data/bd/product/class', { code: 'PC1', name: `墙面${mark}` });
  await session.must('POST', '/data/bd/customer/class', { code: 'K1', name: `经销商${mark}` });
  await session.must('POST', '/data/bd/dept', { code: 'D1', name: `销售部${mark}`, organizeCode: 'O1' });
  await session.must('POST', '/data/bd/personnel', {
    code: 'P1',
    name: `张三${mark}`,
    deptCode: 'D1',
    organizeCode: 'O1',
  });
  await session.must('POST', '/data/storage', { code: 'W1', name: `一号仓${mark}`, organizeCode: 'O1' });
  await session.must('POST', '/data/customer/manage', {
    code: 'CU1',
    name: `杭州客户${mark}`,
    classCode: 'K1',
    customerType: '1',
  });
  for (const n of [1, 2, 3, 4, 5]) {
    await session.must('POST', '/data/bd/material', {
      code: `M${n}`,
      name: `内墙漆${n}${mark}`,
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      price: '12.5',
      taxRate: '13',
      spec: '5L',
    });
  }
  const { id } = await session.must<{ id: string }>('POST', '/stock/inout', {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: [1, 2, 3, 4, 5].map((n) => ({ productCode: `M${n}`, number: '100', price: '8' })),
  });
  await session.must('PUT', '/stock/inout/audit', [id]);
}
