import type { Locator, Page } from 'playwright-core';
import { contractFile, type ContractScreen } from './shared.ts';

/** Where a screen shows more or less than the contract on purpose, with the reason. */
interface Difference {
  readonly more?: readonly string[];
  readonly fewer?: readonly string[];
  readonly reason: string;
}
const ofBill = { more: ['billCode'], reason: 'a task is known by the number of its document' };
const ofClaim = {
  more: ['overBudget', 'overPolicy', 'payFlag'],
  reason: 'what was granted, whether a budget or a policy is exceeded, and whether it was paid (domain §8.4, am-D6)',
};
const heads: Readonly<Record<string, Difference>> = {
  tenantParam: { more: ['organizeName'], reason: "a value of one organisation is told from the tenant's" },
  stockInout: { more: ['redFlag'], reason: 'a red movement is told from any other' },
  cache: {
    more: ['version', 'asked', 'hitRate'],
    fewer: ['expireSeconds'],
    reason: 'browsers keep a list until its version rises: nothing expires, and whether keeping pays is seen',
  },
  user: { more: ['roleNames'], reason: 'users show their roles (experience §2.11)' },
  product: { fewer: ['retailPrice'], reason: 'the demo leaves SD003 at 0, which hides it' },
  promotionActivity: { more: ['publishStatus'], reason: 'whether customers have an activity is seen in its list' },
  points: {
    more: ['debtPoints', 'expiringPoints'],
    reason: 'what is owed, and what lapses soon, is read at once (B12b)',
  },
  integralBalance: {
    more: ['month', 'expiredPoints', 'lockedPoints'],
    reason: 'a balance is told by month, with what expired and what is held (domain §9)',
  },
  demand: {
    more: ['supplierName', 'source', 'purchaseCode'],
    reason: 'a demand says whose idea it was, who is to bring it and which purchase it became (domain §3.5)',
  },
  purchase: { more: ['confirmFlag'], reason: 'what the supplier has confirmed is seen in the list (domain §1.3)' },
  payment: {
    more: ['payAmount', 'mismatchFlag', 'payFlag', 'organizeName'],
    reason: 'the cashier sees what is to pay, and whether it was (am-D6); a mismatch is told (am-B14)',
  },
  prepayment: {
    more: ['payFlag', 'settleStatus', 'organizeName', 'supplierName'],
    reason: 'the cashier sees whether it was paid (am-D6), the buyer whose it is and what of it was offset',
  },
  loan: {
    more: ['repayDate', 'payFlag', 'settleStatus', 'organizeName'],
    reason: 'by when it comes back, whether it was paid (am-D6) and how much of it is settled',
  },
  repayment: { more: ['repayMode', 'organizeName'], reason: 'how it was brought back, and to which house' },
  expense: { more: ['allowedAmount', 'payAmount', 'organizeName', ...ofClaim.more], reason: ofClaim.reason },
  specialExpense: {
    more: ['allowedAmount', 'payAmount', 'customerName', 'organizeName', ...ofClaim.more],
    reason: ofClaim.reason,
  },
  travel: {
    more: ['allowedAmount', 'tripEndDate', 'payAmount', 'organizeName', ...ofClaim.more],
    reason: ofClaim.reason,
  },
  cityTransport: { more: ['allowedAmount', 'organizeName', ...ofClaim.more], reason: ofClaim.reason },
  myApply: ofBill,
  todo: ofBill,
  joined: ofBill,
  running: ofBill,
};
const filters: Readonly<Record<string, Difference>> = {
  myNotice: {
    more: ['readStatus'],
    fewer: ['status'],
    reason: 'whatever is received was sent: what is looked for is what was not read yet',
  },
  report_receivable: { fewer: ['startDate'], reason: 'what is owed is that of a day (R14, E2a)' },
  saleBalance: { more: ['asOfDate'], reason: 'a balance is told as of any day (looking back)' },
  stockEnquiry: { more: ['asOfDate'], reason: 'stock is told as of any day (looking back)' },
  demand: { more: ['supplierCode', 'source'], reason: 'demands are merged by supplier (domain §3.5)' },
  integralBalance: { more: ['month'], reason: 'a balance is told by month (domain §9)' },
  payment: { more: ['payFlag'], reason: 'what waits for the cashier is found (am-D6)' },
  prepayment: { more: ['payFlag'], reason: 'what waits for the cashier is found (am-D6)' },
  loan: { more: ['payFlag', 'settleStatus'], reason: 'what waits for the cashier, and what is still owed, is found' },
  expense: { more: ['payFlag'], reason: 'what waits for the cashier is found (am-D6)' },
  specialExpense: { more: ['organizeCode', 'payFlag'], reason: 'what waits for the cashier is found (am-D6)' },
  travel: { more: ['payFlag'], reason: 'what waits for the cashier is found (am-D6)' },
  cityTransport: { more: ['payFlag'], reason: 'what waits for the cashier is found (am-D6)' },
  reimbursementLedger: {
    more: ['applicantCode', 'deptCode', 'itemCode'],
    reason: 'what was claimed is found by person, department and item (domain §8.4)',
  },
};
const labels = { more: ['labels'], reason: 'bar codes are printed from the goods' };
const exported = { more: ['export'], reason: 'every list is exported by whoever reads it' };
const cuttable: Difference = {
  more: ['pay', 'unpay', 'cut'],
  reason: 'PUT {base}/pay|unpay of am-D6; an approver lowers a claim (domain §8.4, LN04)',
};
const buttons: Readonly<Record<string, Difference>> = {
  refund: { more: ['reds'], reason: 'a return of invoiced goods leads to its red invoices (domain §7)' },
  wfModel: {
    more: ['design', 'properties', 'exportXml'],
    fewer: ['export'],
    reason: 'a model is drawn, and exported as its XML',
  },
  bizRoute: {
    more: ['arrangeRoutes', 'enableRoutes', 'disableRoutes'],
    reason: 'rules are put in order and switched together (experience §2.8)',
  },
  process: { more: ['picture', 'diff', 'convert'], reason: 'versions are looked at and compared (workflow design)' },
  myApply: {
    more: ['export', 'withdraw', 'urge'],
    reason: 'what one asked for is taken back and its holder reminded where it is listed (workflow design)',
  },
  todo: {
    more: ['export', 'claim', 'addSign'],
    reason: 'a task of several is taken by one, and another may be asked before or after (workflow design)',
  },
  joined: exported,
  running: exported,
  approveTask: { more: ['reject'], reason: 'POST /approve/task/reject of the contract' },
  material: labels,
  product: labels,
  order: {
    more: ['creditWaive', 'reject', 'pushDown', 'askForShort'],
    reason:
      'an order is decided where it is listed, with the waiver of domain §4.2; its goods are delivered or asked for',
  },
  purchase: {
    more: ['confirm', 'announce', 'receive', 'invoice', 'askPayment', 'takeBack', 'push', 'askClose'],
    reason: 'goods are confirmed, taken in, invoiced and paid; a supplier in a tenant is asked (domain §3.5, B14, B17)',
  },
  payment: { more: ['pay', 'unpay'], reason: 'PUT {base}/pay|unpay of am-D6' },
  prepayment: { more: ['pay', 'unpay'], reason: 'PUT {base}/pay|unpay of am-D6' },
  expense: cuttable,
  specialExpense: cuttable,
  travel: cuttable,
  cityTransport: cuttable,
  loan: { more: ['pay', 'unpay'], reason: 'PUT {base}/pay|unpay of am-D6' },
  invoiceMaintain: {
    more: ['number', 'unnumber', 'redReverse', 'redQuery', 'redAgree', 'redRefuse', 'redWithdraw'],
    reason: 'numbers of paper are entered by hand and taken back, red confirmations answered (domain §3.6, §7.1; C5)',
  },
  financing: { more: ['companyAudit'], reason: 'PUT companyAudit of the contract, granted by audit' },
  stockInout: { more: ['printPicking', 'red'], reason: 'picking list and red movement of domain §3.4' },
  promotionActivity: {
    more: ['enable', 'disable', 'unpublish', 'revise', 'simulate'],
    reason:
      'an activity is switched off and on, revised while its version goes on, and simulated (domain §6.1, §3.6; B9)',
  },
  exchangeActivity: { more: ['redeem'], reason: 'whoever sells exchanges by an activity that runs (domain §9)' },
  gift: { more: ['tryGifts'], reason: 'whoever writes a package sees it as people will who choose from it' },
  correction: {
    more: ['audit', 'unaudit', 'close', 'unclose', 'cancel', 'submit', 'withdraw'],
    reason: 'it is decided, closed and opened again as every document is (domain §1.3)',
  },
  myNotice: { fewer: ['add', 'delete'], reason: 'whoever receives notices neither writes nor deletes them' },
  oss: { more: ['open'], fewer: ['add'], reason: 'a file is uploaded, not written, and opened where it is listed' },
  reportDefinition: { more: ['openReport'], reason: 'a report is opened where it is defined' },
  news: { more: ['unpublish'], reason: 'what was published is taken back' },
  user: {
    more: ['explain', 'sessions', 'handover', 'resetTotp', 'superAdmin'],
    reason: 'access is explained, ended and handed over (hardening)',
  },
};

/** A page that shows its rows in another way first has the list behind a switch. */
async function asList(panel: Locator): Promise<void> {
  const other = panel.locator('[data-verb="asInbox"], [data-view="area"], [data-view="pivot"]');
  await panel
    .locator('[data-verb="asInbox"], [data-view="area"], [data-view="pivot"], [data-head]')
    .first()
    .waitFor({ timeout: 5000 })
    .catch(() => undefined);
  if ((await other.count()) > 0) await panel.locator('[data-verb="asList"], [data-view="records"]').click();
}

/** What differs between the list on the page and the screen of the contract; null when nothing does. */
export async function complaintOfList(page: Page, url: string, screen: ContractScreen): Promise<string | null> {
  const { columns = [], kind, key } = screen;
  if (columns.length === 0) return null;
  const panel = page.locator(`[data-panel="${url.replaceAll('/', '-')}"]`);
  if (kind === 'settings' && (await panel.locator('[data-head]').count()) === 0) return complaintOfForm(panel, columns);
  await asList(panel);
  const row = panel.locator('[data-row-key]').first();
  const hasRow = await row.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
  const differences = [
    differs('heads', await headsIn(panel), wantedHeads(screen), heads[key]),
    await filtersOf(panel, screen, url),
    await buttonsOf(panel, hasRow ? row : null, screen),
    hasRow ? null : 'no row',
  ].filter((each) => each !== null);
  return differences.length === 0 ? null : differences.join('; ');
}

/** Settings are one record: a field for each column but those that say who wrote it. */
async function complaintOfForm(panel: Locator, columns: readonly string[]): Promise<string | null> {
  await panel.locator('[data-field]').first().waitFor({ timeout: 5000 });
  const fields = await keysIn(panel, 'data-field');
  const missing = columns.filter((column) => !['creatorName', 'createDate', ...fields].includes(column));
  return missing.length === 0 ? null : `fields${missing.map((column) => ` -${column}`).join('')}`;
}

// A region names its parent as every other tree does.
const wantedHeads = ({ columns = [] }: ContractScreen): readonly string[] =>
  columns.map((column) => (column === 'parent' ? 'parentName' : column));

/** From and to are one filter; brand and warehouse are not asked for at the level of a group (001 §6). */
const wantedFilters = ({ filters: wanted = [] }: ContractScreen, url: string): readonly string[] =>
  [...new Set(wanted.map((filter) => filter.replace(/(Date)(Start|End)$/, '$1')))].filter(
    (filter) => !url.includes('tenantFlag=1') || !['brandCode', 'storageCode'].includes(filter),
  );

function differs(
  what: string,
  shown: readonly string[],
  wanted: readonly string[],
  { more = [], fewer = [] }: Partial<Difference> = {},
): string | null {
  const expected = new Set([...wanted.filter((key) => !fewer.includes(key)), ...more]);
  const missing = [...expected].filter((key) => !shown.includes(key));
  const further = shown.filter((key) => !expected.has(key));
  return missing.length === 0 && further.length === 0
    ? null
    : `${what}${missing.map((key) => ` -${key}`).join('')}${further.map((key) => ` +${key}`).join('')}`;
}

const keysIn = (within: Locator, attribute: string): Promise<string[]> =>
  within
    .locator(`[${attribute}]`)
    .evaluateAll((all, name) => [...new Set(all.map((one) => one.getAttribute(name) ?? ''))], attribute);

/** The column of buttons has no name of the contract's. */
const headsIn = async (panel: Locator): Promise<readonly string[]> =>
  (await keysIn(panel, 'data-head')).filter((head) => !head.startsWith('$'));

async function filtersOf(panel: Locator, screen: ContractScreen, url: string): Promise<string | null> {
  const unfold = panel.locator('.unfold');
  if ((await unfold.count()) > 0) await unfold.first().click();
  const shown = await keysIn(panel, 'data-filter');
  // A class or a department is chosen in the tree beside the list.
  const hasTree = (await panel.locator('.group-tree').count()) > 0;
  const inTree = ['classCode', 'deptCode'].filter((key) => hasTree && !shown.includes(key));
  return differs('filters', shown, wantedFilters(screen, url), {
    ...filters[screen.key],
    fewer: [...inTree, ...(filters[screen.key]?.fewer ?? [])],
  });
}

/** Buttons above a list, by the action that the contract grants for them. */
const above: Readonly<Record<string, string>> = { save: 'add', import: 'import', export: 'export' };
/** Verbs that every holder of a list has, and that no permission of the contract names. */
const everywhere: ReadonlySet<string> = new Set([
  'clearSelection',
  'print',
  'copy',
  'refresh',
  'columns',
  'preview',
  'moreVerbs',
  // One field of several records (experience §3.9), wherever records are edited.
  'bulkEdit',
  // Whoever may approve may reject: the contract's call asks for the same permission.
  'reject',
]);

async function buttonsOf(panel: Locator, row: Locator | null, screen: ContractScreen): Promise<string | null> {
  const granted = grantedOn(screen);
  const { more = [], fewer = [] } = buttons[screen.key] ?? {};
  const shown = await keysIn(panel.locator('.toolbar').first(), 'data-verb');
  const wrong = Object.entries(above).flatMap(([action, verb]) =>
    granted.has(action) === shown.includes(verb) ? [] : [granted.has(action) ? `-${verb}` : `+${verb}`],
  );
  const tick = row?.locator(':is([role="checkbox"], input[type="checkbox"])').first();
  if (tick !== undefined && (await tick.count()) > 0) {
    await tick.click();
    const chosen = panel.locator('.toolbar-chosen');
    await chosen.waitFor({ timeout: 5000 });
    for (const verb of await keysIn(chosen, 'data-verb'))
      if (!granted.has(verb.toLowerCase()) && !everywhere.has(verb)) wrong.push(`+${verb}`);
    await chosen.locator('[data-verb="clearSelection"]').click();
  } else if (row !== null && granted.has('delete')) wrong.push('-delete');
  const left = wrong.filter((each) => !(each.startsWith('+') ? more : fewer).includes(each.slice(1)));
  return left.length === 0 ? null : `buttons ${left.join(' ')}`;
}

/** Actions of the screen, without those whose call the contract itself leaves out. */
function grantedOn({ permissions, entity }: ContractScreen): ReadonlySet<string> {
  const { explicit, decidedSiblings } = contractFile('endpoints.json');
  const absent = new Set(
    [...explicit, ...decidedSiblings].filter((call) => call.absent === true).map((call) => call.permission),
  );
  // A document has a call for each verb, also where its screen lists fewer buttons.
  const ofCalls = [...explicit, ...decidedSiblings]
    .filter((call) => entity !== null && call.entity === entity)
    .map((call) => call.permission);
  return new Set(
    [...permissions, ...ofCalls]
      .filter((permission) => !absent.has(permission))
      .map((permission) => (permission.split(':')[2] ?? '').toLowerCase()),
  );
}
