/**
 * What of figures a session may see: the same rows whose documents it may open. A column is the SQL of what the row
 * belongs to; one that is left out limits nobody.
 */
interface Owners {
  readonly organize?: string;
  readonly dept?: string;
  readonly channel?: string;
  readonly brand?: string;
  readonly storage?: string;
  readonly salesman?: string;
  readonly creator?: string;
  readonly customer?: string;
  readonly customerOf?: string;
  readonly supplier?: string;
}

export function withinScope(owners: Owners): string {
  const { organize, dept, channel, brand, storage, salesman, creator, customer, customerOf, supplier } = owners;
  const parts = [
    ...(organize === undefined ? [] : [within(organize, 'sec.organizations()')]),
    ...(channel === undefined ? [] : [within(channel, 'sec.channels()')]),
    ...(brand === undefined ? [] : [within(brand, 'sec.brands()')]),
    ...(dept === undefined ? [] : [deptRule(dept, salesman, creator)]),
    ...(storage === undefined ? [] : [within(storage, 'sec.storages()')]),
    customer === undefined ? '(select sec.own(1)) is null' : owned(customer, 1),
    supplier === undefined ? '(select sec.own(2)) is null' : owned(supplier, 2),
    ...(salesman === undefined ? [] : [ofTeam(salesman, 'sec.team_of')]),
    ...(customerOf === undefined ? [] : [ofTeam(customerOf, 'sec.team_customers_of')]),
    ...(salesman === undefined && customerOf === undefined ? ['(select sec.own(3)) is null'] : []),
  ];
  return parts.join(' and ');
}

/**
 * Figures that were added up know neither the writer nor the brand of an order: who may see only some departments or
 * brands reads the documents themselves.
 */
export const isUnlimited = '((select sec.departments()) is null and (select sec.brands()) is null)';

const deptRule = (dept: string, salesman: string | undefined, creator: string | undefined): string => {
  const mine = [
    ...(creator === undefined ? [] : [`${creator} = (select sec.user_id())`]),
    ...(salesman === undefined ? [] : [`${salesman} = (select sec.personnel())`]),
  ];
  return `(${[within(dept, 'sec.departments()'), ...mine].join(' or ')})`;
};
const within = (column: string, list: string): string => `coalesce(${column} = any((select ${list})::text[]), true)`;
const ofTeam = (column: string, list: string): string =>
  `coalesce(coalesce(${column}, '') = any((select ${list}(sec.own(3)))::text[]), true)`;
const owned = (column: string, n: number): string => `coalesce(coalesce(${column}, '') = (select sec.own(${n})), true)`;

/** Who sees an order, `h`. */
export const orderInScope = withinScope({
  organize: 'h.organize_code',
  dept: 'h.dept_code',
  channel: 'h.channel_code',
  brand: 'h.brand_code',
  storage: 'h.storage_code',
  salesman: 'h.salesman_code',
  creator: 'h.creator_id',
  customer: 'h.customer_code',
});
