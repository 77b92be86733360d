import { furnish } from '#tests/furniture.ts';
import type { Reply, Session, World } from '#tests/world.ts';

export interface Bill {
  readonly id: string;
  readonly code: string;
  readonly rowVersion: number;
  readonly billStatus: string;
  readonly opSeq: number;
  readonly lines: readonly { readonly id: string; readonly productCode: string; readonly number: string }[];
}
export type Verb = 'audit' | 'unaudit' | 'close' | 'unclose' | 'cancel' | 'stash' | 'unstash';
export type Line = readonly [material: string, number: string];

export const orders = '/channelsale/order';
export const movements = '/stock/inout';

/** The furnished tenant with as many hot materials as asked, each with so much on hand. */
export async function openShop(session: Session, materials: number, onHand: string): Promise<readonly string[]> {
  await furnish(session);
  const hot = Array.from({ length: materials }, (_, i) => `HOT${String(i + 1).padStart(2, '0')}`);
  for (const code of hot) await addMaterial(session, code);
  const { id } = await session.must<{ id: string }>(
    'POST',
    movements,
    movementOf(
      '3',
      hot.map((code) => [code, onHand] as const),
    ),
  );
  await session.must('PUT', `${movements}/audit`, [id]);
  return hot;
}

export const addMaterial = (session: Session, code: string): Promise<{ id: string }> =>
  session.must<{ id: string }>('POST', '/data/bd/material', {
    code,
    name: `热门${code}`,
    classCode: 'C1',
    brandCode: 'B1',
    mainUnitCode: 'PCS',
    price: '10',
    taxRate: '13',
  });

/** A kit of the hot materials: sold as one thing, taken from the warehouse as what it holds (A15). */
export const addKit = (session: Session, code: string, held: readonly Line[]): Promise<{ id: string }> =>
  session.must<{ id: string }>('POST', '/data/bd/material', {
    code,
    name: `套装${code}`,
    classCode: 'C1',
    brandCode: 'B1',
    mainUnitCode: 'PCS',
    price: '10',
    taxRate: '13',
    groupFlag: '1',
    combination: combinationOf(held),
  });

export const combinationOf = (held: readonly Line[]): readonly object[] =>
  held.map(([productCode, number]) => ({ productCode, number }));

export const orderOf = (lines: readonly Line[], storageCode = 'W1'): object => ({
  organizeCode: 'O1',
  customerCode: 'CU1',
  storageCode,
  lines: lines.map(([productCode, number]) => ({ productCode, number, price: '10' })),
});

export const movementOf = (moveType: string, lines: readonly Line[], storageCode = 'W1'): object => ({
  organizeCode: 'O1',
  moveType,
  storageCode,
  lines: lines.map(([productCode, number]) => ({ productCode, number, price: '8' })),
});

export const saveOrder = async (session: Session, lines: readonly Line[]): Promise<Bill> =>
  (await session.must<{ data: Bill }>('POST', orders, orderOf(lines))).data;

/** '' when the call succeeded, else the key of the refusal; a fault has no key and shows as its text. */
export const outcome = (reply: Reply<unknown>): string =>
  reply.code === 0 ? '' : ((reply.data as { key?: string } | null)?.key ?? `${reply.code} ${reply.msg}`);

/** Every order back to saved. Audited ones first: what they give back is what closed ones need to be opened again. */
export async function undoOrders(world: World): Promise<void> {
  const idsIn = async (status: string): Promise<string[]> =>
    (
      await world.sql<{ id: string }>(`select id from app.order_order where bill_status = $1 and cancel_flag = '0'`, [
        status,
      ])
    ).map(({ id }) => id);
  const audited = await idsIn('1');
  if (audited.length > 0) await world.first.must('PUT', `${orders}/unaudit`, audited);
  for (const id of await idsIn('2')) {
    await world.first.must('PUT', `${orders}/unclose`, [id]);
    await world.first.must('PUT', `${orders}/unaudit`, [id]);
  }
}

/** Backends report what they saw up to a second late. */
export async function deadlocksIn(world: World): Promise<number> {
  await new Promise((resolve) => {
    setTimeout(resolve, 1100);
  });
  const [row] = await world.sql<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return row?.deadlocks ?? -1;
}
