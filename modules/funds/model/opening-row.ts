import { compare, fixed, isZero, plus } from '#platform/model/decimal.ts';
import { fill, type Label } from '#platform/model/label.ts';
import { reasons } from '#platform/model/refusal.ts';
import { accountKinds } from './capital.ts';
import { itemsOf, neededKeys, type OpeningKey, type OpeningKind } from './opening-kind.ts';

export interface OpeningRow {
  readonly organizeCode: string | null;
  readonly customerCode: string | null;
  readonly customerName?: string | null;
  readonly supplierCode?: string | null;
  readonly item: string | null;
  readonly storageCode: string | null;
  readonly productCode: string | null;
  readonly number: string | null;
  readonly amount: string;
  readonly dueDate: string | null;
}
export interface OpeningFault {
  readonly at: number;
  readonly key: OpeningKey;
  readonly reason: Label;
}

export const openingReasons = {
  positive: ['应大于零', '應大於零', 'must be above zero'],
  notNegative: ['不能为负', '不能為負', 'must not be negative'],
  usedCredit: [
    '授信余额应为零或负数（负数为已用授信）',
    '授信餘額應為零或負數（負數為已用授信）',
    'is zero or negative: used credit is negative',
  ],
  notZero: ['不能为零', '不能為零', 'must not be zero'],
  repeated: ['重复，请合并为一行', '重複，請合併為一列', 'stands twice; make it one row'],
  unbalanced: [
    '客户【{customer}】应收{owed}，与预存款和授信余额之和{balance}不平，两者之和应为零',
    '客戶【{customer}】應收{owed}，與預存款和授信餘額之和{balance}不平，兩者之和應為零',
    '{customer}: the receivable {owed} and the balances of cash and credit {balance} must add up to zero',
  ],
} as const satisfies Readonly<Record<string, Label>>;

/** Everything that is wrong with the rows of an opening, one by one and beside each other. */
export function faultsIn(kind: OpeningKind, rows: readonly OpeningRow[]): readonly OpeningFault[] {
  const faults: OpeningFault[] = [];
  const seen = new Set<string>();
  rows.forEach((row, at) => {
    const missing = neededKeys[kind].filter((key) => (row[key] ?? null) === null);
    faults.push(...missing.map((key) => ({ at, key, reason: reasons.required })));
    if (missing.length > 0) return;
    const items = itemsOf[kind];
    if (items !== undefined && !items.some((item) => item === row.item)) {
      faults.push({ at, key: 'item', reason: reasons.notChosen });
      return;
    }
    const told = figuresOf(kind, row);
    if (told !== undefined) faults.push({ at, ...told });
    if (row.item === 'AR' || row.item === 'AP') return;
    const key = JSON.stringify(
      neededKeys[kind].filter((each) => each !== 'number' && each !== 'amount').map((each) => row[each]),
    );
    if (seen.has(key)) faults.push({ at, key: ownerKeys[kind] ?? 'customerCode', reason: openingReasons.repeated });
    seen.add(key);
  });
  return kind === 'money' && faults.length === 0 ? unbalancedIn(rows) : faults;
}

const ownerKeys: Readonly<Partial<Record<OpeningKind, OpeningKey>>> = { stock: 'productCode', payable: 'supplierCode' };

function figuresOf(
  kind: OpeningKind,
  { item, number, amount, dueDate }: OpeningRow,
): Pick<OpeningFault, 'key' | 'reason'> | undefined {
  const sign = compare(amount, '0');
  if (kind === 'stock') {
    if (compare(number ?? '0', '0') <= 0) return { key: 'number', reason: openingReasons.positive };
    return sign < 0 ? { key: 'amount', reason: openingReasons.notNegative } : undefined;
  }
  if (kind !== 'money' && item !== 'AP')
    return sign <= 0 ? { key: 'amount', reason: openingReasons.positive } : undefined;
  if (item === accountKinds.cash) return sign < 0 ? { key: 'amount', reason: openingReasons.notNegative } : undefined;
  if (item === accountKinds.credit) return sign > 0 ? { key: 'amount', reason: openingReasons.usedCredit } : undefined;
  if (sign === 0) return { key: 'amount', reason: openingReasons.notZero };
  // What is owed falls due one day; what was paid too much does not.
  return sign > 0 && dueDate === null ? { key: 'dueDate', reason: reasons.required } : undefined;
}

/** I20, customer by customer and organisation by organisation; told at the first row of each. */
function unbalancedIn(rows: readonly OpeningRow[]): readonly OpeningFault[] {
  const owners = new Map<string, { readonly at: number; readonly customer: string; owed: string; balance: string }>();
  rows.forEach(({ organizeCode, customerCode, customerName, item, amount }, at) => {
    const key = JSON.stringify([organizeCode, customerCode]);
    const owner = owners.get(key) ?? {
      at,
      customer: [customerCode, customerName].filter((part) => part != null).join(' '),
      owed: '0',
      balance: '0',
    };
    if (item === 'AR') owner.owed = plus(owner.owed, amount);
    else owner.balance = plus(owner.balance, amount);
    owners.set(key, owner);
  });
  return [...owners.values()]
    .filter(({ owed, balance }) => !isZero(plus(owed, balance)))
    .map(({ at, customer, owed, balance }) => {
      const [cn, tw, en] = openingReasons.unbalanced;
      const params = { customer, owed: fixed(owed, 2), balance: fixed(balance, 2) };
      return { at, key: 'amount', reason: [fill(cn, params), fill(tw, params), fill(en, params)] };
    });
}

/** What a document sums up to: goods at their cost, money as what is owed, or as what is given. */
export function openingSums(
  kind: OpeningKind,
  rows: readonly OpeningRow[],
): { readonly totalNumber: string; readonly totalAmount: string } {
  const counted = itemsOf[kind] === undefined ? rows : rows.filter(({ item }) => item === 'AR' || item === 'AP');
  return {
    totalNumber: plus(...rows.map(({ number }) => number)),
    totalAmount: plus(...counted.map(({ amount }) => amount)),
  };
}
