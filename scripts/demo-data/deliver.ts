import type { Staff } from './people.ts';
import { pieces } from './pieces.ts';
import type { Session } from './product.ts';
import { dayAfter, streamOf } from './stream.ts';
import type { WrittenOrder } from './write-orders.ts';

/** An order that is to leave, and when. */
export interface Shipped extends WrittenOrder {
  readonly shipDate: string;
  readonly isSigned: boolean;
}

export interface Fleet {
  readonly cars: readonly string[];
  readonly drivers: readonly string[];
  readonly carriers: readonly string[];
}

export async function fleetOf(manager: Session): Promise<Fleet> {
  const [cars = [], drivers = [], carriers = []] = await Promise.all(
    ['/tms/vehicle/list', '/tms/driver/list', '/data/bd/logistics/provider/page'].map(async (path) =>
      (
        await manager.get<{ list: readonly { code: string }[] }>(`${path}?page=1&limit=20&orderField=code&order=asc`)
      ).list.map(({ code }) => code),
    ),
  );
  return { cars, drivers, carriers };
}

/** Older orders have left and were signed for, the newest wait (domain §14, state by age). */
export function shipmentsOf(written: readonly WrittenOrder[], anchor: string): readonly Shipped[] {
  return written.flatMap((each): Shipped[] => {
    const { date, fate, organizeCode } = each.order;
    const age = Math.round((Date.parse(anchor) - Date.parse(date)) / 86_400_000);
    if ((fate !== 'audited' && fate !== 'reaudited') || age < 3) return [];
    const chance = streamOf(`ship ${organizeCode} ${each.code}`);
    const become = chance.weighted(
      ['signed', 'shipped', 'waiting'] as const,
      (_state, at) => (age > 14 ? [97, 2, 1] : [55, 25, 20])[at] ?? 0,
    );
    return become === 'waiting'
      ? []
      : [{ ...each, shipDate: dayAfter(date, chance.between(1, 3)), isSigned: become === 'signed' }];
  });
}

/**
 * Sales writes the delivery, the gate lets it out, the warehouse carries it out on the day it says, and most customers
 * sign for it.
 */
export async function deliver(staff: Staff, fleet: Fleet, shipments: readonly Shipped[]): Promise<void> {
  for (const [organizeCode, own] of Map.groupBy(shipments, ({ order }) => order.organizeCode)) {
    const keeper = staff.keeperOf(organizeCode);
    for (const part of pieces(own)) {
      const deliveries = await writeDeliveries(staff.manager, fleet, part);
      const ids = deliveries.map(({ id }) => id);
      await staff.auditor.put('/channelsale/delivery/audit', ids);
      const { ids: movements } = await keeper.put<{ ids: readonly string[] }>('/stock/deliveryrelease/release', ids);
      await dateMovements(keeper, movements, new Map(deliveries.map(({ code, shipDate }) => [code, shipDate])));
      await staff.auditor.put('/stock/inout/audit', movements);
      const signed = deliveries.filter(({ isSigned }) => isSigned).map(({ id }) => id);
      if (signed.length > 0) await staff.manager.put('/channelsale/delivery/sign', signed);
    }
  }
}

interface Delivery {
  readonly id: string;
  readonly code: string;
  readonly shipDate: string;
  readonly isSigned: boolean;
}

/** In turn, as orders are. */
async function writeDeliveries(
  manager: Session,
  { cars, drivers, carriers }: Fleet,
  shipments: readonly Shipped[],
): Promise<readonly Delivery[]> {
  const made: Delivery[] = [];
  for (const {
    code,
    order: { body, storageCode, organizeCode, lines },
    shipDate,
    isSigned,
  } of shipments) {
    const chance = streamOf(`driver ${organizeCode} ${code}`);
    // Full trucks and the own fleet leave with a car and a driver.
    const driven =
      body['shippingMode'] === '3' || body['shippingMode'] === '4'
        ? { carCode: chance.pick(cars), driverCode: chance.pick(drivers) }
        : carriers.length === 0
          ? {}
          : { logisticsCode: chance.pick(carriers), trackingNumber: `SF${chance.digits(12)}` };
    const { id, data } = await manager.ask<{ id: string; data: { code: string } }>('/channelsale/delivery', {
      organizeCode,
      orderCode: code,
      storageCode,
      billDate: shipDate,
      shippingMode: body['shippingMode'],
      consignee: body['consignee'],
      phone: body['phone'],
      address: body['address'],
      ...driven,
      lines: lines.map(({ productCode, number }) => ({ productCode, number })),
    });
    made.push({ id, code: data.code, shipDate, isSigned });
  }
  return made;
}

/** The gate makes movements of today; these left long ago, on the day that their delivery names. */
async function dateMovements(
  keeper: Session,
  ids: readonly string[],
  days: ReadonlyMap<string, string>,
): Promise<void> {
  await Promise.all(
    ids.map(async (id) => {
      const movement = await keeper.get<{ readonly sourceCode: string }>(`/stock/inout/${id}`);
      await keeper.put('/stock/inout', { ...movement, billDate: days.get(movement.sourceCode) });
    }),
  );
}
