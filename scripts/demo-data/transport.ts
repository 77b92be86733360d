import type { Load } from './people.ts';
import { streamOf } from './stream.ts';
import { createLevels } from './tree.ts';
import { brandWordOf, personOf, phoneOf, streetOf } from './words.ts';

const classes = [
  { code: 'WL1', name: '快递' },
  { code: 'WL2', name: '零担专线' },
  { code: 'WL3', name: '整车运输' },
  { code: 'WL4', name: '自有车队' },
] as const;
const express = [
  ['SF', '顺丰速运'],
  ['DBL', '德邦物流'],
  ['JD', '京东物流'],
  ['ZTO', '中通快递'],
] as const;

/** Who carries the goods of a tenant: companies, and cars with their drivers. */
export async function createTransport({ admin, plan, share }: Load): Promise<void> {
  const chance = streamOf(`transport ${plan.code}`);
  const sized = (full: number): number => Math.max(2, Math.round(full * share));
  const organizations = [...new Set(plan.storages.map(({ organizeCode }) => organizeCode))];
  const letter =
    plan.storages[0]?.city.startsWith('44') === true
      ? '粤A'
      : plan.storages[0]?.city.startsWith('33') === true
        ? '浙A'
        : '沪A';
  await createLevels(admin, '/data/bd/logistics/provider/class', classes);
  const providers = Array.from({ length: sized(plan.full.logistics) }, (_, i) => {
    const [companyCode, company] = express[i % express.length] ?? express[0];
    const isExpress = i % 2 === 0;
    return {
      code: `W${String(i + 1).padStart(3, '0')}`,
      name: isExpress ? `${company}${plan.name.slice(0, 2)}分部` : `${brandWordOf(chance)}物流有限公司`,
      classCode: isExpress ? 'WL1' : chance.pick(['WL2', 'WL3']),
      organizeCode: chance.pick(organizations),
      ...(isExpress ? { companyCode } : {}),
      linkman: personOf(chance).name,
      phone: phoneOf(chance),
      address: streetOf(chance),
    };
  });
  await Promise.all(providers.map((provider) => admin.post('/data/bd/logistics/provider', provider)));
  const drivers = Array.from({ length: sized(plan.full.drivers) }, (_, i) => ({
    code: `SJ${String(i + 1).padStart(3, '0')}`,
    name: personOf(chance).name,
    phone: phoneOf(chance),
    licenseNumber: chance.digits(12),
    licenseType: chance.pick(['A2', 'B2', 'C1']),
    organizeCode: chance.pick(organizations),
    ...(chance.chance(40) ? { logisticsCode: chance.pick(providers).code } : {}),
  }));
  await Promise.all(drivers.map((driver) => admin.post('/tms/driver', driver)));
  await Promise.all(
    Array.from({ length: sized(plan.full.vehicles) }, (_, i) => {
      const driver = drivers[i % drivers.length];
      return admin.post('/tms/vehicle', {
        code: `CL${String(i + 1).padStart(3, '0')}`,
        plateNumber: `${letter}·T${String(1000 + i * 37).slice(-4)}`,
        name: ['4.2米厢货', '6.8米厢货', '9.6米厢货', '金杯面包车'][i % 4],
        vehicleType: i % 4 === 3 ? '3' : '0',
        loadWeight: ['2', '8', '18', '0.8'][i % 4],
        volume: ['14', '36', '56', '5'][i % 4],
        driverCode: driver?.code,
        organizeCode: driver?.organizeCode,
        ...(driver !== undefined && 'logisticsCode' in driver ? { logisticsCode: driver.logisticsCode } : {}),
      });
    }),
  );
}
