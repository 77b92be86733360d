import { areas } from '#scripts/seed/reference.ts';
import { areaFinder, balanceTypeOf } from './group-data.ts';
import type { Load, Staff } from './people.ts';
import type { Session } from './product.ts';
import { streamOf, type Stream } from './stream.ts';
import { tenants, type OrganizationPlan, type TenantPlan } from './tenants.ts';
import { createLevels } from './tree.ts';
import { brandWordOf, creditCodeOf, personOf, phoneOf, streetOf } from './words.ts';

export interface Customer {
  readonly code: string;
  readonly name: string;
  readonly organizeCode: string;
  readonly deptCode: string;
  readonly salesmanCode: string;
  readonly channelCode: string;
  readonly linkman: string;
  readonly phone: string;
  readonly address: string;
  /** What stands before the street. */
  readonly town: string;
  /** What it pays of the list price, in percent. */
  readonly discount: number;
  readonly isOpen: boolean;
  readonly customerType: string;
  readonly receiveType: string;
  readonly creditControlFlag: string;
  readonly creditDays: number;
  /** What he may owe; nothing where nobody looks. */
  readonly creditLimit: string;
  readonly taxNumber: string;
  readonly provinceCode: string;
  readonly cityCode: string;
  readonly districtCode: string | null;
}

const channels = [
  ['FX', '分销渠道'],
  ['GC', '工程渠道'],
  ['LS', '零售渠道'],
  ['DS', '电商渠道'],
  ['CK', '出口渠道'],
] as const;

interface ClassPlan {
  readonly code: string;
  readonly name: string;
  readonly parent?: string;
  readonly type: string;
  readonly channel: string;
  readonly discount: number;
  readonly weight: number;
  readonly trades: readonly string[];
}
const classes: readonly ClassPlan[] = [
  { code: 'K1', name: '经销商', type: '0', channel: 'FX', discount: 90, weight: 0, trades: [] },
  {
    code: 'K11',
    name: '省级经销商',
    parent: 'K1',
    type: '0',
    channel: 'FX',
    discount: 84,
    weight: 2,
    trades: ['建材贸易有限公司', '装饰材料有限公司'],
  },
  {
    code: 'K12',
    name: '市级经销商',
    parent: 'K1',
    type: '0',
    channel: 'FX',
    discount: 88,
    weight: 5,
    trades: ['建材有限公司', '商贸有限公司', '装饰材料经营部'],
  },
  {
    code: 'K2',
    name: '工程客户',
    type: '1',
    channel: 'GC',
    discount: 86,
    weight: 2,
    trades: ['建设工程有限公司', '装饰工程有限公司'],
  },
  {
    code: 'K3',
    name: '零售门店',
    type: '2',
    channel: 'LS',
    discount: 95,
    weight: 4,
    trades: ['专卖店', '五金商行', '家居生活馆'],
  },
  {
    code: 'K4',
    name: '电商客户',
    type: '3',
    channel: 'DS',
    discount: 92,
    weight: 1,
    trades: ['电子商务有限公司', '网络科技有限公司'],
  },
];
const internal = { code: 'K9', name: '内部客户', type: '4', channel: 'FX', discount: 80 };

/** `limitsOf` says what each customer should be able to owe, given at least so much. */
export async function createPartners(
  { admin, plan, share }: Load,
  staff: Staff,
  limitsOf: (customers: readonly Customer[]) => ReadonlyMap<string, string>,
): Promise<readonly Customer[]> {
  await createGroups(admin);
  const chance = streamOf(`customers ${plan.code}`);
  const selling = plan.organizations.filter(({ sells }) => sells.length > 0);
  const below = tenants.filter(({ parent }) => parent === plan.code);
  const count = Math.max(below.length + selling.length * 2, Math.round(plan.full.customers * share));
  const names = new Set<string>();
  const rows = Array.from({ length: count }, (_, i) => {
    const organization = selling[i % selling.length];
    if (organization === undefined) throw new Error(`${plan.code} sells nothing`);
    return customerRow(chance, { plan, staff, organization, names, sub: below[i], i, count, selling: selling.length });
  });
  const planned = rows.map(plannedOf);
  const limits = limitsOf(planned);
  const customers = planned.map((customer) => ({
    ...customer,
    creditLimit: limits.get(customer.code) ?? customer.creditLimit,
  }));
  const managers = await createManagers(admin, staff, plan.organizations);
  const traits = streamOf(`customer traits ${plan.code}`);
  const areaOf = areaFinder(share);
  await Promise.all(
    rows.map(({ body }, i) =>
      admin.post('/data/customer/manage', {
        ...body,
        creditAmount: customers[i]?.creditLimit,
        ...tradeOf(traits, body, plan.organizations),
        areaCode: areaOf(body.cityCode),
        levelCode: `L0${i < count * 0.1 ? 1 : i < count * 0.3 ? 2 : i < count * 0.9 ? 3 : 4}`,
        priceClassCode: priceClassOf[body.classCode],
        balanceTypeCode: balanceTypeOf[body.receiveType],
        saleTypeCode: 'XS01',
        managerCode: managers.get(body.organizeCode),
      }),
    ),
  );
  return customers;
}

/** Channels and classes that customers are sorted by. */
async function createGroups(admin: Session): Promise<void> {
  await Promise.all([
    ...channels.map(([code, name], i) => admin.post('/data/bd/channel', { code, name, sort: i + 1 })),
    createLevels(
      admin,
      '/data/bd/customer/class',
      [...classes, internal].map(({ code, name, ...rest }) => ({
        code,
        name,
        parent: 'parent' in rest ? rest.parent : undefined,
      })),
    ),
  ]);
}

interface Place {
  readonly plan: TenantPlan;
  readonly staff: Staff;
  readonly organization: OrganizationPlan;
  readonly names: Set<string>;
  /** The tenant below that this customer is. */
  readonly sub: TenantPlan | undefined;
  readonly i: number;
  readonly count: number;
  /** Organisations that sell. */
  readonly selling: number;
}

/** What is known of a customer before it is written. */
type Known = Pick<
  Customer,
  'code' | 'name' | 'organizeCode' | 'deptCode' | 'salesmanCode' | 'linkman' | 'phone' | 'isOpen'
>;
type CustomerRow = ReturnType<typeof customerRow>;

/** What is decided of a customer by chance stands in the order in which it is drawn: another order is other data. */
function customerRow(chance: Stream, of: Place) {
  const { plan, staff, organization, names, sub, i, count, selling } = of;
  const kind = sub === undefined ? chance.weighted(classes, ({ weight }) => weight) : internal;
  const place = placeOf(chance, organization);
  // Who can log in has customers of his own, large ones too: the first order most.
  const salesmen = staff.salesmen.filter(({ organizeCode }) => organizeCode === organization.code);
  const withAccount = salesmen.filter(({ hasAccount }) => hasAccount);
  const salesman = chance.pick(withAccount.length > 0 && (i < selling || chance.chance(40)) ? withAccount : salesmen);
  const made = sub?.name ?? newName(chance, place.short, 'trades' in kind ? kind.trades : [], names);
  const isCredit = chance.chance(70);
  const linkman = personOf(chance).name;
  const phone = phoneOf(chance);
  const customer = {
    code: `C${plan.code}${String(i + 1).padStart(4, '0')}`,
    name: made,
    organizeCode: organization.code,
    deptCode: salesman.deptCode,
    salesmanCode: salesman.code,
    channelCode: kind.channel,
    linkman,
    phone,
    address: place.address,
    town: place.town,
    discount: kind.discount,
    isOpen: i === 0 || i < count - 1,
  };
  return { customer, body: bodyOf(chance, of, { customer, kind, place, isCredit }) };
}

const bodyOf = (
  chance: Stream,
  { sub, i }: Place,
  {
    customer,
    kind,
    place,
    isCredit,
  }: {
    readonly customer: Known;
    readonly kind: Pick<typeof internal, 'code' | 'type' | 'channel'>;
    readonly place: ReturnType<typeof placeOf>;
    readonly isCredit: boolean;
  },
) => ({
  code: customer.code,
  name: customer.name,
  abbreviation: customer.name.slice(0, 4),
  classCode: kind.code,
  customerType: kind.type,
  organizeCode: customer.organizeCode,
  deptCode: customer.deptCode,
  salesmanCode: customer.salesmanCode,
  channelCode: kind.channel,
  receiveType: isCredit ? chance.pick(['2', '3']) : chance.pick(['0', '1']),
  creditControlFlag: isCredit ? '1' : '0',
  creditAmount: isCredit ? `${chance.between(1, 60) + 10}000` : '0',
  creditDays: isCredit ? chance.pick([15, 30, 45, 60]) : 0,
  targetManagerFlag: chance.chance(40) ? '1' : '0',
  economicType: chance.pick(['0', '1', '1', '1', '2', '3']),
  marketTerm: chance.pick(['0', '0', '1', '2']),
  freightFor: chance.pick(['0', '1', '2']),
  transportMode: chance.pick(['road', 'road', 'road', 'rail']),
  taxNumber: creditCodeOf(chance, place.districtCode ?? place.cityCode),
  taxRate: '13',
  linkman: customer.linkman,
  phone: customer.phone,
  email: `buyer${i + 1}@customer.example`,
  provinceCode: place.provinceCode,
  cityCode: place.cityCode,
  districtCode: place.districtCode,
  address: place.address,
  status: customer.isOpen ? '1' : '0',
  ...(sub === undefined ? {} : { relTenantFlag: '1', relTenantCode: sub.code, distributorLevel: sub.distributorLevel }),
});

const plannedOf = ({
  customer,
  body: {
    customerType,
    receiveType,
    creditControlFlag,
    creditDays,
    creditAmount,
    taxNumber,
    provinceCode,
    cityCode,
    districtCode,
  },
}: CustomerRow): Customer => ({
  ...customer,
  customerType,
  receiveType,
  creditControlFlag,
  creditDays,
  creditLimit: creditAmount,
  taxNumber,
  provinceCode,
  cityCode,
  districtCode,
});

/** One of the salespeople of each organisation looks after its customers. */
async function createManagers(
  admin: Session,
  { salesmen }: Staff,
  organizations: readonly OrganizationPlan[],
): Promise<ReadonlyMap<string, string>> {
  // Who sells everywhere sits in the east.
  const homeOf = (organizeCode: string): string => {
    const { provinces } = organizations.find(({ code }) => code === organizeCode) ?? { provinces: [] };
    return provinces.length === 1 ? (provinces[0] ?? 'QY3') : 'QY3';
  };
  const heads = [...Map.groupBy(salesmen, ({ deptCode }) => deptCode).values()].flatMap(([first]) => first ?? []);
  await Promise.all(
    heads.map(({ code, name, phone, deptCode, organizeCode }) =>
      admin.post('/data/bd/manager', {
        code: managerOf(code),
        name,
        phone,
        personnelCode: code,
        deptCode,
        organizeCode,
        areaCode: homeOf(organizeCode),
      }),
    ),
  );
  return new Map(heads.toReversed().map(({ code, organizeCode }) => [organizeCode, managerOf(code)]));
}
const managerOf = (personnelCode: string): string => personnelCode.replace(/^E/, 'JL');

const priceClassOf: Readonly<Record<string, string>> = {
  K11: 'PC02',
  K12: 'PC01',
  K2: 'PC03',
  K3: 'PC04',
  K4: 'PC04',
  K9: 'PC02',
};

/** Whom it sells to says the trade; where it is says the group, unless it buys for many sites. */
function tradeOf(
  traits: Stream,
  {
    classCode,
    organizeCode,
    provinceCode,
  }: { readonly classCode: string; readonly organizeCode: string; readonly provinceCode: string },
  organizations: readonly OrganizationPlan[],
): { readonly tradeCode: string; readonly customerGroupCode: string } {
  const isClothes = organizations.find(({ code }) => code === organizeCode)?.sells.includes('apparel') === true;
  const region = { 44: 'KG02', 11: 'KG03', 42: 'KG04', 51: 'KG05' }[provinceCode.slice(0, 2)] ?? 'KG01';
  if (classCode === 'K2')
    return { tradeCode: traits.pick(['HY02', 'HY03', 'HY04']), customerGroupCode: traits.pick(['KG06', 'KG07']) };
  if (classCode === 'K4') return { tradeCode: 'HY09', customerGroupCode: 'KG08' };
  return {
    tradeCode: isClothes ? traits.pick(['HY07', 'HY08']) : traits.pick(['HY01', 'HY01', 'HY05', 'HY06', 'HY10']),
    customerGroupCode: region,
  };
}

interface PlaceFound {
  readonly provinceCode: string;
  readonly cityCode: string;
  readonly districtCode: string | null;
  readonly short: string;
  readonly town: string;
  readonly address: string;
}

function placeOf(chance: Stream, { provinces }: OrganizationPlan): PlaceFound {
  const province = chance.pick(
    areas.filter(({ code, levelType }) => levelType === '1' && provinces.includes(code.slice(0, 2))),
  );
  const city = chance.pick(areas.filter(({ parent }) => parent === province.code));
  const districts = areas.filter(({ parent }) => parent === city.code);
  const district = districts.length === 0 ? null : chance.pick(districts);
  // The city of a municipality is called 市辖区; people say the name of the municipality.
  const cityName = city.name === '市辖区' ? province.name : city.name;
  const town = `${province.name}${city.name === '市辖区' ? '' : city.name}${district?.name ?? ''}`;
  const address = `${town}${streetOf(chance)}`;
  return {
    provinceCode: province.code,
    cityCode: city.code,
    districtCode: district?.code ?? null,
    short: cityName.replace(/(市|土家族苗族自治州|藏族羌族自治州|藏族自治州|彝族自治州)$/, ''),
    town,
    address,
  };
}

function newName(chance: Stream, city: string, trades: readonly string[], taken: Set<string>): string {
  for (;;) {
    const name = `${city}${brandWordOf(chance)}${chance.pick(trades)}`;
    if (!taken.has(name)) {
      taken.add(name);
      return name;
    }
  }
}
