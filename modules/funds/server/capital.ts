import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Reads, type RowOf } from '#platform/server/db/statement.ts';
import { post, reverse, type Source } from '#platform/server/ledger/post.ts';
import { accountKinds, capital, isOwed, openedAccounts, receivable } from '#funds/model/capital.ts';
import { spillOf } from '#funds/model/credit.ts';
import type { Settlement } from '#funds/model/settlement.ts';
import { tempLimitSql } from './temp-limit.ts';

export const creditOver = refusal('E-CREDIT-OVER', 10020, [
  '客户可用额度不足，缺{short}元',
  '客戶可用額度不足，缺{short}元',
  'Credit short by {short}',
]);
export const overdue = refusal('E-OVERDUE', 20302, [
  '客户存在逾期{days}天应收{amount}元，不能下单',
  '客戶存在逾期{days}天應收{amount}元，不能下單',
  'Receivable {amount} overdue by {days} {days:day|days}',
]);
export const fundLack = refusal('E-FUND-LACK', 10020, [
  '账户【{account}】可用{avail}元，不足{need}元',
  '帳戶【{account}】可用{avail}元，不足{need}元',
  'Account {account}: available {avail}, needed {need}',
]);
export const accountOff = refusal('E-ACCOUNT-OFF', 20313, [
  '账户【{code}】已停用，不能使用',
  '帳戶【{code}】已停用，不能使用',
  'Account {code} is disabled',
]);
export const fundsUsed = refusal('E-FUND-USED', 20303, [
  '款项已被使用，不能弃审',
  '款項已被使用，不能棄審',
  'The funds were already used',
]);

/**
 * An account and how it stands. The figures follow what the command posts, so that its second document sees what the
 * first one took.
 */
export interface Account {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly organizeCode: string;
  readonly customerCode: string;
  readonly brandCode: string | null;
  readonly channelCode: string | null;
  /** Switched off it takes no new money; what was promised of it is still paid and given back. */
  readonly isEnabled: boolean;
  balance: string;
  occupied: string;
  frozen: string;
  creditLimit: string;
  tempLimit: string;
}

export const availableOf = (account: Account): string =>
  minus(plus(account.balance, account.creditLimit, account.tempLimit), plus(account.occupied, account.frozen));

const accountRow = {
  accountCode: 'text',
  accountName: 'text',
  accountType: 'text',
  organizeCode: 'text',
  customerCode: 'text',
  brandCode: 'text?',
  channelCode: 'text?',
  status: 'text',
  balance: 'decimal',
  occupied: 'decimal',
  frozen: 'decimal',
  creditLimit: 'decimal',
  tempLimit: 'decimal',
} as const;
export type AccountRow = RowOf<typeof accountRow>;

/**
 * Opens what a customer lacks, locks all he has with the organisation in key order, and reads it: whoever spends looks
 * at figures that nobody else can change before he is done. `owners` is SQL that answers organize_code and
 * customer_code; its values are $1 and on.
 */
export function accountReads(owners: string, values: readonly unknown[]) {
  const opened = openedAccounts.map(([code, name]) => `('${code}', '${name}')`).join(', ');
  const kinds = `(values ${opened}) as k(code, name)`;
  const own = `
    app.sale_capitalaccount a
    join (select distinct organize_code, customer_code from (${owners}) x) o
      on a.organize_code = o.organize_code
      and a.customer_code = o.customer_code`;
  return {
    openedAccounts: {
      text: `
        with typed as (
          insert into app.sale_accounttype (id, code, name)
          select gen_random_uuid(), k.code, k.name
          from ${kinds}
          where not exists (select from app.sale_accounttype t where t.code = k.code)
          on conflict do nothing
        )
        insert into app.sale_capitalaccount (id, account_code, account_name, organize_code, customer_code, account_type)
        select gen_random_uuid(), k.code || '-' || o.organize_code || '-' || o.customer_code, k.name, o.organize_code,
          o.customer_code, k.code
        from (select distinct organize_code, customer_code from (${owners}) x) o
        cross join ${kinds}
        where not exists (
          select from app.sale_capitalaccount a
          where a.organize_code = o.organize_code
            and a.customer_code = o.customer_code
            and a.account_type = k.code
            and a.brand_code is null
            and a.channel_code is null
        )
        order by 2
        on conflict do nothing`,
      values,
    },
    heldAccounts: statement(
      { locked: 'nothing' },
      `
        select app.capital_lock(
          jsonb_build_object(
            'entries',
            coalesce((select jsonb_agg(jsonb_build_object('account_code', a.account_code)) from ${own}), '[]')
          )
        ) as locked`,
      values,
    ),
    accounts: statement(
      accountRow,
      `
        select a.account_code, a.account_name, a.account_type, a.organize_code, a.customer_code, a.brand_code,
          a.channel_code, a.status, b.balance, b.occupied, b.frozen, b.credit_limit, ${tempLimitSql('a')} as temp_limit
        from ${own}
        join app.capital_balance b on b.account_code = a.account_code
        order by a.account_code`,
      values,
    ),
  } satisfies Reads;
}

/** How a customer pays who may owe nothing. */
export const cashBeforeDelivery = '0';

const seen = new WeakMap<readonly AccountRow[], Account[]>();
export function accountsIn(rows: readonly AccountRow[]): readonly Account[] {
  let accounts = seen.get(rows);
  if (accounts === undefined) {
    seen.set(
      rows,
      (accounts = rows.map((row) => ({
        code: row.accountCode,
        name: row.accountName,
        type: row.accountType,
        organizeCode: row.organizeCode,
        customerCode: row.customerCode,
        brandCode: row.brandCode,
        channelCode: row.channelCode,
        isEnabled: row.status === '1',
        balance: row.balance,
        occupied: row.occupied,
        frozen: row.frozen,
        creditLimit: row.creditLimit,
        tempLimit: row.tempLimit,
      }))),
    );
  }
  return accounts;
}

interface Owner {
  readonly organizeCode: string;
  readonly customerCode: string;
}

/**
 * The pocket for a brand and a channel, else for the brand, else for the channel, else for everything; of those that
 * are switched on.
 */
export function accountFor(
  accounts: readonly Account[],
  type: string,
  {
    organizeCode,
    customerCode,
    brandCode = null,
    channelCode = null,
  }: Owner & { readonly brandCode?: string | null; readonly channelCode?: string | null },
): Account | undefined {
  const own = accounts.filter(
    (account) =>
      account.isEnabled &&
      account.type === type &&
      account.organizeCode === organizeCode &&
      account.customerCode === customerCode,
  );
  const at = (brand: string | null, channel: string | null): Account | undefined =>
    own.find((account) => account.brandCode === brand && account.channelCode === channel);
  return at(brandCode, channelCode) ?? at(brandCode, null) ?? at(null, channelCode) ?? at(null, null);
}

/**
 * The customer's cash beside another of his accounts: what credit cannot take goes there (A1). One that is switched off
 * still takes it, for the money is his and has no other place.
 */
export function cashBeside(accounts: readonly Account[], account: Account): Account {
  const cash =
    accountFor(accounts, accountKinds.cash, account) ??
    accounts.find(
      ({ type, organizeCode, customerCode }) =>
        type === accountKinds.cash && organizeCode === account.organizeCode && customerCode === account.customerCode,
    );
  if (cash === undefined) throw new Error(`account ${account.code} has no cash beside it`);
  return cash;
}

/** Used credit of a customer with an organisation, over all his pockets; zero or below. */
export const creditOwed = (accounts: readonly Account[], { organizeCode, customerCode }: Owner): string =>
  plus(
    ...accounts
      .filter(
        (account) =>
          account.type === accountKinds.credit &&
          account.organizeCode === organizeCode &&
          account.customerCode === customerCode,
      )
      .map(({ balance }) => balance),
  );

/** Moves what stands above nothing on credit to the cash beside it, with what is held of it (A1b, I16). */
export function spill(accounts: readonly Account[], account: Account, amount: string, orderId?: string): Movement[] {
  const both = (way: string): Movement['changes'] => ({
    balance: way,
    ...(orderId === undefined ? {} : { occupied: way }),
  });
  const held = orderId === undefined ? {} : { orderId };
  return [
    { account, postType: 'TRF', changes: both(negated(amount)), ...held },
    { account: cashBeside(accounts, account), postType: 'TRF', changes: both(amount), ...held },
  ];
}

/** The account that the books name. Posting past one that is not there would ship goods for nothing. */
export function accountNamed(accounts: readonly Account[], code: string): Account {
  const account = accounts.find((each) => each.code === code);
  if (account === undefined) throw new Error(`account ${code} is not among those that were read`);
  return account;
}

const floored = ['occupied', 'frozen', 'creditLimit', 'tempLimit'] as const;
const measures = ['balance', ...floored] as const;
type Measure = (typeof measures)[number];
export interface Movement {
  readonly account: Account;
  readonly postType:
    | 'RCH'
    | 'RFD'
    | 'OCC'
    | 'RLS'
    | 'DED'
    | 'RTN'
    | 'GRT'
    | 'CLW'
    | 'EXP'
    | 'TRF'
    | 'ADJ'
    | 'OPN'
    | 'FRZ'
    | 'UFZ'
    | 'LIM';
  readonly changes: Readonly<Partial<Record<Measure, string>>>;
  readonly lineId?: string;
  /** The order whose hold it raises or lowers. */
  readonly orderId?: string;
  /** A gift line of it that this account pays for by itself: no part of how the order is paid. */
  readonly orderLineId?: string;
  /** Spending asks whether there is enough; what was promised, or may be owed, does not. */
  readonly isGuarded?: boolean;
}
export interface Debt extends Owner {
  readonly postType: 'SAL' | 'RET' | 'RBT' | 'REC' | 'RFD' | 'ADJ' | 'TRF' | 'OPN';
  readonly amount: string;
  readonly lineId?: string;
  readonly dueDate?: string | null;
  readonly orderCode?: string | null;
}

/**
 * The only way money is written. What cash and credit lose the customer owes: both sides are posted together, and a
 * caller that forgot one is a mistake of ours that must not reach the books (I20).
 */
export function book(
  ctx: Command,
  source: Source,
  movements: readonly Movement[],
  debts: readonly Debt[],
  short: (account: string) => Error,
): void {
  const moved = plus(
    ...movements.filter(({ account }) => isOwed(account.type)).map(({ changes }) => changes.balance ?? '0'),
  );
  const owed = plus(...debts.map(({ amount }) => amount));
  if (!isZero(plus(moved, owed)))
    throw new Error(`${source.type} ${source.code}: accounts move by ${moved}, the receivable by ${owed}`);
  const real = movements.filter(({ changes }) => Object.values(changes).some((change) => !isZero(change)));
  for (const { account, changes } of real)
    for (const [measure, change] of Object.entries(changes))
      account[measure as Measure] = plus(account[measure as Measure], change);
  for (const { account, changes } of real)
    if (compare(changes.balance ?? '0', '0') > 0 && isRaised(account))
      throw new Error(`${source.type} ${source.code}: credit ${account.code} would stand at ${account.balance}`);
  post(
    ctx,
    capital,
    source,
    real.map(({ account, postType, changes, lineId = source.id, orderId, orderLineId, isGuarded = false }) => ({
      accountCode: account.code,
      changes,
      postType,
      lineId,
      guards: isGuarded ? ('available' as const) : ('nothing' as const),
      ...(orderId === undefined ? {} : { holder: { docId: orderId, lineId: orderLineId ?? orderId } }),
    })),
    (shortage) => short(shortage.accountCode),
  );
  postDebts(ctx, source, debts);
}

function postDebts(ctx: Command, source: Source, debts: readonly Debt[]): void {
  post(
    ctx,
    receivable,
    source,
    debts
      .filter(({ amount }) => !isZero(amount))
      .map(
        ({
          organizeCode,
          customerCode,
          postType,
          amount,
          lineId = source.id,
          dueDate = dueAtOnce.has(postType) ? source.date : null,
          orderCode = null,
        }) => ({
          organizeCode,
          customerCode,
          changes: { amount },
          postType,
          lineId,
          guards: 'nothing' as const,
          notes: { dueDate, orderCode },
        }),
      ),
    () => new Error('the receivable has no floor'),
  );
}

/**
 * What is owed by an adjustment, a refund or a transfer is due on its day: without one it never counted as late (A11).
 */
const dueAtOnce: ReadonlySet<Debt['postType']> = new Set(['ADJ', 'RFD', 'TRF']);

/** Credit is never money: what stands above nothing on it would be paid out as such (I16). */
const isRaised = (account: Account): boolean =>
  account.type === accountKinds.credit && compare(account.balance, '0') > 0;

/** Takes back everything that the document posted to both. */
export function unbook(ctx: Command, source: Source): void {
  // Asks for nothing but that rebate which it gave is whole.
  reverse(ctx, capital, source, 'nothing', () => fundsUsed());
  reverse(ctx, receivable, source, 'nothing', () => new Error('the receivable has no floor'));
}

const postedRow = {
  docId: 'uuid',
  accountCode: 'text',
  balance: 'decimal',
  occupied: 'decimal',
  frozen: 'decimal',
  creditLimit: 'decimal',
  tempLimit: 'decimal',
} as const;
/** What documents posted to accounts and did not take back. */
export const postedRead = (ids: readonly string[]) =>
  statement(
    postedRow,
    `
      select e.doc_id, b.account_code, sum(e.d_balance) as balance, sum(e.d_occupied) as occupied,
        sum(e.d_frozen) as frozen, sum(e.d_credit_limit) as credit_limit, sum(e.d_temp_limit) as temp_limit
      from (select * from app.capital_entry where doc_id = any($1::uuid[]) offset 0) e
      join app.capital_balance b on b.id = e.balance_id
      group by e.doc_id, b.account_code
      order by b.account_code`,
    [ids],
  );
/**
 * Who is not controlled may owe again what was paid; money that is gone, and what was unfrozen or cut since, cannot be
 * taken back.
 */
export function takeBack(
  ctx: Command,
  source: Source,
  {
    accounts,
    posted,
    mayOwe,
  }: {
    readonly accounts: readonly Account[];
    readonly posted: readonly RowOf<typeof postedRow>[];
    readonly mayOwe: boolean;
  },
): void {
  for (const row of posted.filter(({ docId }) => docId === source.id)) {
    const account = accountNamed(accounts, row.accountCode);
    const before = availableOf(account);
    for (const measure of measures) account[measure] = minus(account[measure], row[measure]);
    const isSpent =
      compare(availableOf(account), before) < 0 &&
      compare(availableOf(account), '0') < 0 &&
      !(mayOwe && account.type === accountKinds.credit);
    if (isSpent || floored.some((measure) => compare(account[measure], '0') < 0)) throw fundsUsed();
  }
  unbook(ctx, source);
  const raised = accounts.filter(isRaised);
  book(
    ctx,
    source,
    raised.flatMap((account) => spill(accounts, account, spillOf(account.balance))),
    [],
    () => new Error('moving to cash asks for nothing'),
  );
}

const settlementRow = {
  orderId: 'uuid',
  accountCode: 'text',
  occupied: 'decimal',
  deducted: 'decimal',
  released: 'decimal',
  returned: 'decimal',
} as const;
type SettlementRow = RowOf<typeof settlementRow>;

/**
 * `orders` is SQL of an array of their ids. What each account did for an order: promised, paid, given back unspent,
 * refunded; not what its gifts take of an account of their own. Entries and their reversals cancel out. The entries are
 * found first: planned while the ledger was empty it would go through the balances, and read all entries of every
 * customer (200 ms after some thousand audits).
 */
export const settlementRead = (orders: string, values: readonly unknown[]) =>
  statement(
    settlementRow,
    `
      select e.holder_doc_id as order_id, b.account_code,
        coalesce(sum(e.d_occupied) filter (where e.post_type in ('OCC', 'TRF')), 0) as occupied,
        coalesce(-sum(e.d_balance) filter (where e.post_type = 'DED'), 0) as deducted,
        coalesce(-sum(e.d_occupied) filter (where e.post_type = 'RLS'), 0) as released,
        coalesce(sum(e.d_balance) filter (where e.post_type = 'RTN'), 0) as returned
      from (select * from app.capital_entry where holder_doc_id = any(${orders}) offset 0) e
      join app.capital_balance b on b.id = e.balance_id
      where e.holder_line_id = e.holder_doc_id
      group by e.holder_doc_id, b.account_code
      order by b.account_code`,
    values,
  );
export const settlementsIn = (rows: readonly SettlementRow[], orderId: string): readonly Settlement[] =>
  rows
    .filter((row) => row.orderId === orderId)
    .map(({ accountCode, occupied, deducted, released, returned }) => ({
      accountId: accountCode,
      occupied,
      deducted,
      released,
      returned,
    }));
/** Two movements of one order in one command: the second knows which account holds how much since the first. */
export function moveHold(rows: readonly SettlementRow[], orderId: string, accountCode: string, change: string): void {
  const row = rows.find((each) => each.orderId === orderId && each.accountCode === accountCode);
  if (row !== undefined) row.occupied = plus(row.occupied, change);
  else
    (rows as SettlementRow[]).push({
      orderId,
      accountCode,
      occupied: change,
      deducted: '0',
      released: '0',
      returned: '0',
    });
}
export const heldBy = ({ occupied, deducted, released }: Settlement): string =>
  minus(occupied, plus(deducted, released));
