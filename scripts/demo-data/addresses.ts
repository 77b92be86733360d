import type { Customer } from './partners.ts';
import type { Load } from './people.ts';
import { dayAfter, streamOf } from './stream.ts';
import { brandWordOf, creditCodeOf, personOf, phoneOf, streetOf } from './words.ts';

const banks = ['中国工商银行', '中国建设银行', '招商银行', '中国银行'];

/**
 * Where the goods of each customer go, on whose name its invoices are, and the shops of those that sell over a counter.
 */
export async function createAddresses({ admin, plan, anchor }: Load, customers: readonly Customer[]): Promise<void> {
  const chance = streamOf(`addresses ${plan.code}`);
  const locations = customers
    .flatMap((customer, i) => (i % 5 < 3 ? [customer, customer] : [customer]).map((owner, at) => ({ owner, at })))
    .map(({ owner, at }, i) => ({
      code: `D${plan.code}${String(i + 1).padStart(4, '0')}`,
      name: `${owner.name.slice(0, 20)}${at === 0 ? '' : '二库'}`,
      ...placeOf(owner),
      address: at === 0 ? owner.address : `${owner.town}${streetOf(chance)}`,
      consignee: at === 0 ? owner.linkman : personOf(chance).name,
      phone: at === 0 ? owner.phone : phoneOf(chance),
      organizeCode: owner.organizeCode,
      customerCode: owner.code,
      storageCode: storageOf(plan, owner, '0'),
      defaultFlag: at === 0 ? '1' : '0',
    }));
  const titles = customers.flatMap((customer, i) =>
    (i % 25 === 12 ? [customer, customer] : [customer]).map((owner, at) => ({
      customerCode: owner.code,
      typeCode: chance.pick(['0', '2', '2', '3']),
      name: at === 0 ? owner.name : `${owner.name.slice(0, 2)}${brandWordOf(chance)}商贸有限公司`,
      taxNumber: at === 0 ? owner.taxNumber : creditCodeOf(chance, owner.cityCode),
      address: owner.address,
      phone: owner.phone,
      openingBank: `${chance.pick(banks)}${owner.name.slice(0, 2)}支行`,
      bankAccount: `62${chance.digits(17)}`,
      email: `fapiao${i + 1}@customer.example`,
      defaultFlag: at === 0 ? '1' : '0',
    })),
  );
  const shops = customers
    .filter(({ customerType }) => customerType === '2')
    .map((owner, i) => ({
      code: `MD${plan.code}${String(i + 1).padStart(3, '0')}`,
      name: owner.name,
      shopType: chance.pick(['0', '1', '1', '2']),
      posType: chance.pick(['0', '1', '2']),
      customerCode: owner.code,
      organizeCode: owner.organizeCode,
      storageCode: storageOf(plan, owner, '3') ?? storageOf(plan, owner, '0'),
      ...placeOf(owner),
      address: owner.address,
      linkman: owner.linkman,
      phone: owner.phone,
      openDate: dayAfter(anchor, -chance.between(60, 2400)),
    }));
  await Promise.all([
    ...locations.map((location) => admin.post('/data/bd/shipping/location', location)),
    ...titles.map((title) => admin.post('/data/bd/customer/invoice', title)),
    ...shops.map((shop) => admin.post('/data/shop', shop)),
  ]);
}

const storageOf = ({ storages }: Load['plan'], owner: Customer, wanted: string): string | undefined =>
  storages.find(({ type, organizeCode }) => type === wanted && organizeCode === owner.organizeCode)?.code;
const placeOf = ({ provinceCode, cityCode, districtCode }: Customer) => ({ provinceCode, cityCode, districtCode });
