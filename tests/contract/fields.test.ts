import { describe, expect, test } from 'vitest';
import * as dataNouns from '#data/model/nouns.ts';
import { isApprovable, numberedLabels } from '#platform/model/document.ts';
import { stampLabels, type Entity } from '#platform/model/entity.ts';
import { nameKeyOf, type Choices, type Field, type Fields } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import type { Noun } from '#platform/model/module.ts';
import { backdatePermission, grantsOf } from '#platform/model/permission.ts';
import { budget } from '#expense/model/budget/budget.ts';
import { reimbursementItem } from '#expense/model/item/reimbursement-item.ts';
import { reimbursementPolicy } from '#expense/model/policy/reimbursement-policy.ts';
import { accountCheck } from '#funds/model/account-check.ts';
import { capitalAccount } from '#funds/model/capital-account.ts';
import { creditChange } from '#funds/model/credit-change.ts';
import { delivery } from '#sales/model/delivery.ts';
import { financing } from '#funds/model/financing.ts';
import { saleBill } from '#funds/model/sale-bill.ts';
import { benchmarkPrice } from '#price/model/benchmark-price.ts';
import { estimatedCost } from '#price/model/estimated-cost.ts';
import { ladderPrice } from '#price/model/ladder-price.ts';
import { order } from '#sales/model/order/order.ts';
import { priceQueryRule } from '#price/model/price-query-rule.ts';
import { priceStrategy } from '#price/model/price-strategy.ts';
import { productRestriction } from '#price/model/product-restriction.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { giftPackage } from '#promotion/model/gift-package.ts';
import { policyRule, policyRuleType } from '#promotion/model/policy-rule.ts';
import { salesObjective } from '#sales/model/sales-objective.ts';
import { stockInout } from '#stock/model/inout.ts';
import { arriving, upward } from '#system/model/arriving.ts';
import { mailLog, mailTemplate } from '#message/model/mail.ts';
import { sms, smsLog } from '#message/model/sms.ts';
import { appUser } from '#system/model/app-user.ts';
import { carousel } from '#system/model/carousel.ts';
import { dictData, dictType } from '#system/model/dict.ts';
import { errorLog, interfaceLog, loginLog, operationLog } from '#system/model/log.ts';
import { externalSystem } from '#system/model/external-system.ts';
import { filePermission } from '#system/model/file-permission.ts';
import { flowNoType } from '#system/model/flow-number.ts';
import { menu } from '#system/model/menu.ts';
import { sysMessage } from '#system/model/message.ts';
import { news } from '#system/model/news.ts';
import { notice } from '#system/model/notice.ts';
import { organization } from '#system/model/organization.ts';
import { param } from '#system/model/parameter/param.ts';
import { accountingPeriod } from '#system/model/period.ts';
import { area, region } from '#system/model/region.ts';
import { scheduleJob, scheduleLog } from '#system/model/schedule.ts';
import { ossFile } from '#system/model/storage.ts';
import { tenantConfig } from '#system/model/tenant-config.ts';
import { tenantHomepage } from '#system/model/tenant-homepage.ts';
import { tenantParam } from '#system/model/tenant-param.ts';
import { tenant, tenantRole } from '#system/model/tenant.ts';
import { role, user } from '#system/model/user.ts';
import { sysVersion } from '#system/model/version.ts';
import { approveOrg, approveTemplate, approveUser, erpBillDict, erpBillType } from '#workflow/model/hub.ts';
import { approveLog, approveMessage, approveSql, approveTask, exchangeInterface } from '#workflow/model/hub-work.ts';
import { contractFile, contractIsHere, labelOf, type ContractEntity, type ContractField } from './shared.ts';

/** Every declared noun under the key that the contract gives it. */
const nouns: Readonly<Record<string, Noun>> = {
  tenant,
  tenantRole,
  organization,
  user,
  role,
  menu,
  dictType,
  dictData,
  param,
  region,
  area,
  accountingPeriod,
  appUser,
  carousel,
  externalSystem,
  filePermission,
  flowNoType,
  news,
  notice,
  scheduleJob,
  scheduleLog,
  loginLog,
  operationLog,
  errorLog,
  interfaceLog,
  sysMessage,
  sysVersion,
  ossFile,
  tenantConfig,
  tenantHomepage,
  tenantParam,
  mailTemplate,
  mailLog,
  sms,
  smsLog,
  ...dataNouns,
  stockInout,
  order,
  benchmarkPrice,
  estimatedCost,
  ladderPrice,
  priceQueryRule,
  priceStrategy,
  productRestriction,
  salesObjective,
  promotionActivity,
  giftPackage,
  policyRule,
  policyRuleType,
  accountCheck,
  capitalAccount,
  creditChange,
  delivery,
  financing,
  saleBill,
  budget,
  reimbursementItem,
  reimbursementPolicy,
  erpBillType,
  erpBillDict,
  exchangeInterface,
  approveTemplate,
  approveLog,
  approveOrg,
  approveSql,
  approveTask,
  approveUser,
  approveMessage,
};
const pickers: Readonly<Record<string, string>> = {
  tenant: 'tenant',
  organization: 'organization',
  user: 'user',
  region: 'region',
  dept: 'dept',
  personnel: 'personnel',
  customer: 'customer',
  supplier: 'supplier',
  material: 'productSelection',
  product: 'productSelection',
  storage: 'warehouse',
  logisticsProvider: 'logisticsProvider',
  shippingLocation: 'shippingLocation',
  externalStandard: 'externalStandard',
  recipeNo: 'recipeNo',
  materialLine: 'materialLine',
  freeTerm: 'freeTerm',
  customerInvoice: 'invoiceInfo',
  capitalAccount: 'capitalAccount',
  giftPackage: 'giftPackage',
};

/** These may not import the data module, so what they say of its nouns are plain codes. */
const systemNouns = new Set(['tenant', 'user', 'role']);
/**
 * Codes of one noun or another, by a field beside them, or of what a document was made by: no reference says that. What
 * they were called is kept with them, as on every document.
 */
const plainCodes = new Set([
  'order.policyCode',
  'order.packageCode',
  'promotionActivity.changeProductCode',
  // A tenant may name classes of rules of its own beside the seven; only the seven make a rule.
  'policyRuleType.code',
]);
/** A list that is left empty is filled by the save: a column has no default that is a list. */
const filledLists = new Set(['promotionActivity.orderTypes']);
const keptNames = new Set(['promotionActivity.giveName', 'promotionActivity.changeProductName']);
/** Stricter than the contract on purpose: every document belongs to an organisation. */
const requiredHere = new Set(
  ['order', 'stockInout', 'accountCheck', 'creditChange', 'delivery', 'financing', 'saleBill', 'budget'].map(
    (key) => `${key}.organizeCode`,
  ),
);
/** The contract's Traditional Chinese of this label is a slip of its conversion (區網域稱). */
const mended: Readonly<Record<string, Label>> = { areaName: ['区域名称', '區域名稱', 'Area name'] };
/**
 * Buttons and calls of later issues: approval, push to other systems (orders have it), and lists that become documents.
 */
const laterActions: Readonly<Record<Noun['kind'], ReadonlySet<string>>> = {
  entity: new Set(['approve', 'reject', 'push']),
  document: new Set(['import', 'approve', 'reject', 'push']),
};
/**
 * Columns beside the contract's: a value of one organisation must be told from the tenant's, a red movement from any
 * other.
 */
const furtherColumns: Readonly<Record<string, readonly string[]>> = {
  tenantParam: ['organizeName'],
  stockInout: ['redFlag'],
  promotionActivity: ['publishStatus'],
  user: ['roleNames'],
  budget: ['projectCode'],
  reimbursementItem: ['control', 'needApplication'],
  // What the limit is measured in, and where and when it holds (D1).
  reimbursementPolicy: ['cityLevel', 'unit', 'startDate', 'endDate'],
};
/** Calls of the contract that its list of operations forgot. */
const forgotten: Readonly<Record<string, readonly string[]>> = {
  salesObjective: ['cancel'],
  accountCheck: ['submit', 'reject'],
  financing: ['companyAudit', 'submitBank', 'bankAudit', 'release'],
};
/** Steps that the domain asks for and the contract lacks, under the grants that it has. */
const designed: Readonly<Record<string, readonly string[]>> = {
  financing: ['companyUnaudit', 'bankReject'],
  // Status is a field of an activity's head (§6.1); to revise is to change it while its last version goes on.
  promotionActivity: ['enable', 'disable', 'publish', 'unpublish', 'revise'],
};
/**
 * Grants that the domain asks for and no screen lists: letting an order through beyond its customer's credit (§4.2),
 * deciding on what terms a customer buys, and granting less than was claimed (§8.4).
 */
const furtherGrants: Readonly<Record<string, readonly string[]>> = {
  expense: ['reimbursement:expense:cut'],
  specialExpense: ['reimbursement:specialexpense:cut'],
  travel: ['reimbursement:travel:cut'],
  cityTransport: ['reimbursement:citytransport:cut'],
  customer: ['data:customer:credit'],
  order: [
    'order:order:creditWaive',
    'order:order:giftFirst',
    'order:order:giftWaive',
    'order:order:price',
    'order:order:trial',
  ],
  promotionActivity: [
    'promotion:activity:enable',
    'promotion:activity:disable',
    'promotion:activity:pushdown',
    'promotion:activity:simulate',
  ],
};
/** Calls of documents that are no step between states: written by hand, granted by a button of their own. */
const handCalls: Readonly<Record<string, readonly string[]>> = { delivery: ['sign', 'unsign'] };
/** Parameters of the list conventions rather than fields, and the filters that look into several fields. */
const notFields = new Set(['tenantFlag', 'organizeCodes', 'customerCodes', 'deptCodes', 'stockQueryType', 'specModel']);
/** Price, credit, tax, bank and contact data. */
const secretive = new Set([
  'price',
  'retailPrice',
  // Each item of a combination has a price.
  'combination',
  'creditAmount',
  'creditDays',
  'taxNumber',
  'phone',
  'email',
  'address',
  'linkman',
  'idCard',
]);
/** What a row of a tree carries beside its fields. */
const treeKeys = new Set(['pid', 'parentCode', 'parentName', 'parent', 'children']);
/** Number rules are listed flat (noTreelist): nothing hangs below one. */
const absentHere = new Set(['flowNoType.pid', 'flowNoType.children']);
/** D1b: an account that says nothing of control asks the budget, and only that has a default. */
const asksNext = new Set(['budgetAccount.control']);
const lineKeys = new Set(['id', 'parentId', 'lineNo', 'lineKey']);
const formats: Readonly<Record<string, string>> = {
  string: 'line',
  text: 'multiline',
  html: 'html',
  xml: 'xml',
  email: 'email',
  phone: 'phone',
  tenantNo: 'tenantNo',
};
const kinds: Readonly<Record<string, string>> = {
  int: 'integer',
  date: 'date',
  datetime: 'instant',
  flag: 'flag',
  bool: 'bool',
  json: 'json',
  list: 'json',
  id: 'text line',
  password: 'secret',
};
const measures: Readonly<Record<string, string>> = {
  decimal: 'plain',
  quantity: 'quantity',
  price: 'price',
  amount: 'amount',
  rate: 'rate',
};

describe.skipIf(!contractIsHere)('definitions against the contract', () => {
  const { entities, mixins } = contractIsHere ? contractFile('entities.json') : { entities: [], mixins: [] };
  const contractOf = (key: string): ContractEntity => entities.find((entity) => entity.key === key)!;
  const fieldsOf = ({ fields, mixins: names }: ContractEntity): ContractField[] => [
    ...fields,
    ...mixins
      .filter((mixin) => names.includes(mixin.key))
      .flatMap((mixin) => mixin.fields)
      .filter((field) => !fields.some((own) => own.name === field.name)),
  ];

  // The body runs while tests are collected, even of a group that is skipped.
  describe.each(contractIsHere ? Object.entries(nouns) : [])('%s', (key, noun) => {
    const contract = contractOf(key);
    const screen = contractFile('screens.json').screens.find((one) => one.entity === key && one.menuUrl !== undefined);

    test('every field is there with its kind, words, default and need', () => {
      const own = noun.kind === 'entity' ? noun.fields : noun.head;
      expect(compareFields(key, fieldsOf(contract), own, (name) => keptOf(noun, name))).toEqual([]);
      if (noun.kind === 'document' && contract.lines === undefined) expect(noun.lines).toEqual({});
      else if (noun.kind === 'document') {
        expect(
          compareFields(key, fieldsOf(contractOf(contract.lines!)), noun.lines, (name) => lineKeys.has(name)),
        ).toEqual([]);
        expect(noun.lineLabel).toEqual(labelOf(contractOf(contract.lines!).title));
      }
    });

    test('name, path and calls', () => {
      expect(noun.label).toEqual(labelOf(contract.title));
      expect(noun.path).toBe(contract.base);
      const ops = contract.ops!.filter((op) => !laterActions[noun.kind].has(op));
      if (noun.kind === 'document') {
        const usual = ['page', 'info', 'save', 'update', 'delete', 'deleteBatch', 'export'];
        expect(
          [
            ...usual,
            ...Object.keys(noun.verbs),
            ...(noun.isToggled === true ? ['enable', 'disable'] : []),
            ...(handCalls[key] ?? []),
          ].toSorted(),
        ).toEqual([...ops, ...(forgotten[key] ?? []), ...(designed[key] ?? [])].toSorted());
        return;
      }
      expect(noun.calls.toSorted()).toEqual(ops.toSorted());
      const isTwofold =
        noun.calls.includes('page') && noun.calls.includes('list') && contract.list !== `${contract.base}/page`;
      const listPath = isTwofold
        ? (noun.list.plainPath ?? `${noun.path}/list`)
        : (noun.list.path ?? `${noun.path}/${noun.calls.includes('page') ? 'page' : 'list'}`);
      expect(listPath).toBe(contract.list ?? `${contract.base}/${isTwofold ? 'list' : 'page'}`);
      expect(noun.list.aliases ?? []).toEqual(contract.aliases ?? []);
      const { explicit, decidedSiblings } = contractFile('endpoints.json');
      const listCall = [...explicit, ...decidedSiblings].find((call) => call.path === listPath)!;
      const pageCall = [...explicit, ...decidedSiblings].find((call) => call.path === `${noun.path}/page`);
      // The plain list is everybody's, its pages are for holders.
      const isGuarded = isTwofold && pageCall !== undefined && pageCall.permission !== 'session';
      expect(noun.readBy).toBe(listCall.permission !== 'session' ? 'page' : isGuarded ? 'plain' : 'session');
    });

    test.runIf(screen)('screen, columns, filters and permissions', () => {
      const { area: inArea, menuUrl, title, tenantFlagVariants, columns, filters, permissions } = screen!;
      expect(noun.screen).toEqual({
        area: inArea,
        url: menuUrl,
        title: labelOf(title),
        sort: contractFile('screens.json').screens.findIndex((one) => one.menuUrl === menuUrl),
        ...(tenantFlagVariants ? { byTenantFlag: true } : {}),
      });
      // A region names its parent as every other tree does.
      expect(noun.list.columns.filter((column) => !(furtherColumns[key] ?? []).includes(column))).toEqual(
        columns!.map((column) => (column === 'parent' ? 'parentName' : column)),
      );
      expect(noun.list.filters).toEqual([
        ...new Set(filters!.map((filter) => filter.replace(/^(billDate|createDate)(Start|End)$/, '$1'))),
      ]);
      const absent = new Set(
        contractFile('endpoints.json')
          .decidedSiblings.filter((call) => call.absent)
          .map((call) => call.permission),
      );
      const isHere = (action: string): boolean =>
        !laterActions[noun.kind].has(action) ||
        (action === 'push' && noun.kind === 'document' && 'push' in (noun.grants ?? {})) ||
        (action === 'import' && noun.kind === 'document' && noun.isImported === true) ||
        (action === 'approve' &&
          (noun.kind === 'document'
            ? isApprovable(noun) || 'approve' in (noun.grants ?? {})
            : 'approve' in (noun.verbs ?? {})));
      // A screen that lists fewer buttons than its document has calls (prices, objectives) still has a permission for
      // each call.
      const isOperation = (action: string): boolean => [...contract.ops!, ...(forgotten[key] ?? [])].includes(action);
      const ofCalls = contractFile('endpoints.json')
        .decidedSiblings.filter(
          (call) => call.entity === key && noun.kind === 'document' && isOperation(call.permission.split(':')[2]!),
        )
        .map((call) => call.permission);
      const expected = [...new Set([...permissions, ...ofCalls])].filter(
        (permission) => isHere(permission.split(':')[2]!) && !absent.has(permission),
      );
      // Back-dating is no button of a screen: domain C9 asks for it.
      const dated = noun.kind === 'document' ? [backdatePermission(noun)] : [];
      expect(
        grantsOf(noun)
          .map((grant) => grant.permission)
          .toSorted(),
      ).toEqual([...expected, ...dated, ...(furtherGrants[key] ?? [])].toSorted());
    });
  });

  test.each(Object.entries(pickers))('picker of %s', (key, pickerKey) => {
    const { picker } = nouns[key] as Entity;
    const contract = contractFile('pickers.json').pickers.find((one) => one.key === pickerKey)!;
    expect(picker!.columns).toEqual(contract.columns);
    const filters = key === 'product' ? contract.alternate!.filters : contract.filters.map((filter) => filter.field);
    expect(picker!.filters).toEqual(filters.filter((filter) => !notFields.has(filter)));
    expect(picker!.width).toBe(contract.width.split(' ')[0]);
  });

  test.each(
    Object.entries({
      customer: dataNouns.customer,
      material: dataNouns.material,
      product: dataNouns.product,
      personnel: dataNouns.personnel,
      storage: dataNouns.storage,
    }),
  )('what %s tells only on its screen', (key, noun) => {
    // The radio dialog shows a material's price, so that one is no secret.
    const dialogs = [pickers[key], ...(key === 'material' ? ['productRadio'] : [])];
    const shown = new Set(
      contractFile('pickers.json')
        .pickers.filter((one) => dialogs.includes(one.key))
        .flatMap((one) => one.columns),
    );
    // How a person is reached is, even where a picker has a column for it: holders of the page see it there.
    const sensitive = Object.keys(noun.fields).filter(
      (name) => secretive.has(name) && (name === 'phone' || !shown.has(name)),
    );
    expect(
      Object.entries<Field>(noun.fields)
        .filter(([, field]) => field.guarded)
        .map(([name]) => name),
    ).toEqual(sensitive);
  });

  test.each([
    ['order', order, 'billStatus'],
    ['stockInout', stockInout, 'billStatusShort'],
  ] as const)('states of %s', (_key, document, enumeration) => {
    const states = Object.fromEntries(Object.values(document.states).map(({ code, label }) => [code, [...label]]));
    expect(states).toEqual(codesOf(enumeration));
  });

  test('a noun that exists is not listed as arriving', () => {
    expect(Object.keys(arriving).filter((key) => key in nouns)).toEqual([]);
    for (const [key, label] of Object.entries(arriving))
      expect([key, label]).toEqual([key, labelOf(contractOf(key).title)]);
    for (const [key, { name, path, label, codeField, nameField }] of Object.entries(upward)) {
      const real = nouns[key] as Entity;
      expect({ name, path, label, codeField, nameField }).toEqual({
        name: real.name,
        path: real.path,
        label: real.label,
        codeField: real.codeField,
        nameField: real.nameField,
      });
    }
  });
});

function keptOf(noun: Noun, name: string): boolean {
  if (treeKeys.has(name)) return noun.kind === 'entity' && noun.tree;
  return name in stampLabels || name === 'tenantName' || (noun.kind === 'document' && name in numberedLabels);
}

/** One line per difference, so that a failure names the field and both sides. */
function compareFields(
  key: string,
  contract: readonly ContractField[],
  own: Fields,
  kept: (name: string) => boolean,
): string[] {
  const words = new Map(contractFile('labels.json').labels.map((label) => [label.field, labelOf(label)]));
  return contract.flatMap((wanted) => {
    const { name, derivedFrom } = wanted;
    const field = own[name];
    const at = `${key}.${name}`;
    if (derivedFrom !== undefined && field === undefined && own[derivedFrom]?.kind === 'ref')
      return nameKeyOf(derivedFrom) === name ? [] : [`${at}: derived as ${nameKeyOf(derivedFrom)}`];
    if (field === undefined) return kept(name) || absentHere.has(at) ? [] : [`${at}: missing`];
    const differs = (what: string, mine: unknown, theirs: unknown): string[] =>
      JSON.stringify(mine) === JSON.stringify(theirs)
        ? []
        : [`${at}: ${what} ${JSON.stringify(mine)}, contract ${JSON.stringify(theirs)}`];
    return [
      ...differs('kind', kindOf(field), kindWanted(key, wanted)),
      ...differs('label', field.label, mended[name] ?? (wanted.label ? labelOf(wanted.label) : words.get(name))),
      ...differs('required', field.required, (wanted.required ?? false) || requiredHere.has(at)),
      ...(filledLists.has(at) || asksNext.has(at) ? [] : differs('default', field.default, wanted.default)),
      ...(derivedFrom !== undefined && !keptNames.has(at) && !(field.virtual && field.kept)
        ? [`${at}: a derived name has no column`]
        : []),
      ...(field.kind === 'choice'
        ? differs('codes', without(plain(field.choices), codesBeyond[at]), codesOf(wanted.enum!))
        : []),
    ];
  });
}

function kindOf(field: Field): string {
  switch (field.kind) {
    case 'text':
      return `text ${field.format}`;
    case 'decimal':
      return `decimal ${field.measure}`;
    case 'dict':
      return `dict ${field.dictType}`;
    case 'ref':
    case 'refs':
      return `${field.kind} ${field.target().name} by ${field.key}`;
    case 'file':
      return `file ${field.accepts}${field.many ? ' many' : ''}`;
    default:
      return field.kind;
  }
}

function kindWanted(key: string, { name, type, dict, ref }: ContractField): string {
  if (plainCodes.has(`${key}.${name}`)) return 'text line';
  if (type in formats) return `text ${formats[type]}`;
  if (type in measures) return `decimal ${measures[type]}`;
  if (type === 'enum') return 'choice';
  if (type === 'dict') return `dict ${dict}`;
  if (type === 'image') return 'file image';
  if (type === 'file' || type === 'files') return `file any${type === 'files' ? ' many' : ''}`;
  if (
    type === 'ref' &&
    (ref!.entity in arriving || (systemNouns.has(key) && ref!.key !== 'id' && ref!.entity in upward))
  )
    return 'text line';
  // A dictionary type is known by its fixed number (000 §9), not by the id of its row.
  if (type === 'ref' && ref!.entity === 'dictType') return 'ref sys:dict by code';
  // Whole records inside a row are one answer, not a list of keys.
  if (type === 'refList' && ref!.key === '*') return 'json';
  if (type === 'ref' || type === 'refList')
    return `${type === 'ref' ? 'ref' : 'refs'} ${nouns[ref!.entity]!.name} by ${ref!.key === 'id' ? 'id' : 'code'}`;
  return kinds[type] ?? `unknown ${type}`;
}

/**
 * A statement names goods, rebates and openings, too: a line without a word would say nothing (experience §2.12). A
 * mail of an installation without a mail server did not fail.
 */
const codesBeyond: Readonly<Record<string, readonly string[]>> = {
  'accountCheck.billType': ['SL', 'RT', 'RB', 'OP'],
  'mailLog.status': ['2'],
};
const without = (codes: Record<string, string[]>, beyond: readonly string[] = []): Record<string, string[]> =>
  Object.fromEntries(Object.entries(codes).filter(([code]) => !beyond.includes(code)));

const plain = (choices: Choices): Record<string, string[]> =>
  Object.fromEntries(Object.entries(choices).map(([code, [cn, tw, en]]) => [code, [cn, tw, en]]));
const codesOf = (enumeration: string): Record<string, string[]> =>
  Object.fromEntries(
    contractFile('enums.json')
      .enumerations.find((one) => one.key === enumeration)!
      .values.map(({ value, label }) => [value, [...labelOf(label)]]),
  );
