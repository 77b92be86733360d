/**
 * Who owns a table. A module reads the tables of those below it and writes only its own: another's rows change through
 * a function that the other offers, which keeps their rules. `npm run check` reads the SQL of every server file.
 */

/** By the beginning of a table's name; the longest that fits counts. */
const owners: Readonly<Record<string, string>> = {
  sys_: 'system',
  tenant_: 'system',
  job_: 'system',
  oss_: 'system',
  message_: 'message',
  data_: 'data',
  sale_accounttype: 'data',
  sale_priceclass: 'data',
  approve_: 'workflow',
  wf_: 'workflow',
  activiti_: 'workflow',
  stock_: 'stock',
  cost_: 'stock',
  sale_benchmarkprice: 'price',
  sale_estimatedcost: 'price',
  sale_ladderprice: 'price',
  sale_pricechange: 'price',
  sale_pricequeryrule: 'price',
  sale_pricestrategy: 'price',
  order_productrestrict: 'price',
  price_: 'price',
  points_: 'promotion',
  points_exchange: 'sales',
  promotion_: 'promotion',
  sale_accountcheck: 'funds',
  sale_bankstatement: 'funds',
  sale_bill: 'funds',
  sale_capitalaccount: 'funds',
  sale_creditchange: 'funds',
  sale_financing: 'funds',
  sale_opening: 'funds',
  capital_: 'funds',
  receivable_: 'funds',
  rebate_: 'funds',
  payable_: 'funds',
  order_purchase: 'purchase',
  order_demand: 'purchase',
  invoice_: 'invoice',
  invoice_taxcode: 'data',
  reimbursement_: 'expense',
  reimbursement_payment: 'purchase',
  reimbursement_prepayment: 'purchase',
  budget_: 'expense',
  loan_: 'expense',
  claim_: 'expense',
  claimed_: 'expense',
  order_peer: 'purchase',
  report_: 'report',
  order_: 'sales',
  sale_: 'sales',
};

/** Tables that the platform keeps for every noun: files, logs, imports, links, numbers. */
const ofPlatform: ReadonlySet<string> = new Set([
  'doc_link',
  'exchange_bill',
  'flow_number',
  'heartbeat',
  'idempotency',
  'job_inbox',
  'list_version',
  'message_maillog',
  'period_balance',
  'record_version',
  'search_grams',
  'sys_accountperiod',
  'sys_distribution',
  'sys_file',
  'sys_file_link',
  'sys_import',
  'sys_import_row',
  'sys_interfacelog',
  'sys_logseal',
  'sys_logseal_row',
  'sys_operationlog',
  'sys_origin',
]);

/** Uses beyond the rule, each with the reason for which it stands. One that nobody needs any more is a fault. */
export const furtherUses: Readonly<Record<string, string>> = {
  'data reads stock_balance': 'a warehouse with goods keeps its books: the rule of the warehouse asks for balances',
  'funds reads order_order': 'a receipt is linked to the orders it names; a bank line is matched to what one costs',
  'funds writes sale_accounttype': 'accounts that are opened with a customer have types of their own',
  'funds writes sys_cutover': 'the first opening names the cut-over day',
  'platform reads message_mailtemplate': 'a mail is written from the template that the tenant keeps',
  'platform reads sys_cutover': 'the period of a document ends at the cut-over',
  'platform reads sys_dict': 'an export tells what the entries of a dictionary are called',
  'platform reads sys_dictdata': 'an export tells what the entries of a dictionary are called',
  'platform reads sys_params': 'jobs of the platform ask for parameters of the installation',
  'platform reads sys_user': 'a job acts for the user who asked for it',
  'platform reads tenant_params': 'jobs of the platform ask for parameters of the tenant',
  'platform reads tenant_tenant': 'the platform works tenant by tenant',
  'sales writes stock_inout': 'a release writes the movement that the warehouse carries out',
  'sales writes stock_inout_line': 'a sales out keeps the amounts of its lines',
  'system reads approve_system': 'bills are downloaded from a system that approvals know',
  'system writes approve_system': 'a secret is sealed anew when its key changes',
  'system reads data_brand': 'data scopes of a user name brands',
  'system reads data_channel': 'data scopes of a user name channels',
  'system reads data_customer': 'an account of a customer names him',
  'system writes data_customer': 'whoever leaves hands his customers over',
  'system reads data_depot': 'data scopes of a user name warehouses',
  'system reads data_dept': 'organisations and departments are one tree to an administrator',
  'system writes data_dept': 'whoever leaves hands his departments over',
};

const sqlUse = /(?:\b(insert\s+into|update|delete\s+from)\s+)?\bapp\.([a-z][a-z0-9_]*)\b(\s*\()?/g;

/** What a server file does with tables of others: `sales writes stock_inout`. Calls of functions are none. */
export function usesBeyond(path: string, source: string, modules: readonly string[]): string[] {
  const [, module = 'platform'] = /^modules\/(\w+)\/server\//.exec(path) ?? [];
  if (module === 'platform' && !path.startsWith('platform/server/')) return [];
  const height = modules.indexOf(module);
  const uses = [...source.matchAll(sqlUse)].flatMap(([, verb, table = '', call]) => {
    const owner = ownerOf(table);
    const isWrite = verb !== undefined;
    if (owner === null || owner === module || (call !== undefined && !isWrite)) return [];
    if (owner === 'platform' || (!isWrite && modules.indexOf(owner) < height)) return [];
    return [`${module} ${isWrite ? 'writes' : 'reads'} ${table}`];
  });
  return [...new Set(uses)];
}

function ownerOf(table: string): string | null {
  if (ofPlatform.has(table)) return 'platform';
  const [prefix] = Object.keys(owners)
    .filter((start) => table.startsWith(start))
    .toSorted((a, b) => b.length - a.length);
  return prefix === undefined ? null : (owners[prefix] ?? null);
}

/** One sentence per use without a reason, and per reason without a use. */
export function tableComplaints(
  uses: ReadonlyMap<string, readonly string[]>,
  reasons: Readonly<Record<string, string>>,
): string[] {
  const found = new Set([...uses.values()].flat());
  return [
    ...[...uses].flatMap(([path, own]) =>
      own
        .filter((use) => reasons[use] === undefined)
        .map((use) => `${path}: ${use}, which is not below it; ask a function of its owner (scripts/table-owners.ts)`),
    ),
    ...Object.keys(reasons)
      .filter((use) => !found.has(use))
      .map((use) => `scripts/table-owners.ts: nobody ${use.replace(' ', ': ')} any more; take the reason out`),
  ];
}
