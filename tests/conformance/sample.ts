import { models } from '#apps/api/modules.ts';
import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { Field, Fields } from '#platform/model/field.ts';
import type { Noun } from '#platform/model/module.ts';
import { stored, tableOf } from '#platform/server/db/shape.ts';
import { newId } from '#platform/server/db/id.ts';
import { parameters, type Parameter } from '#system/model/parameter/parameter.ts';
import { tenantParam } from '#system/model/tenant-param.ts';
import type { Session, World } from '#tests/world.ts';

/** A record for any noun, made from its definition alone: a noun declared tomorrow is tested tomorrow. */
export interface Sampler {
  /** A body that a save accepts, with every writable field filled and everything it refers to in place. */
  bodyOf(noun: Noun): Promise<Body>;
  /** The record that others refer to: made at the first call, the same ever after. */
  recordOf(noun: Noun): Promise<Row>;
  /** A new record each time. */
  create(noun: Noun): Promise<Row>;
  /** Who may write this noun: global rows belong to the platform. */
  writerOf(noun: Noun): Session;
}
export type Body = Record<string, unknown>;
export interface Row {
  readonly id: string;
  readonly rowVersion: number;
  readonly [key: string]: unknown;
}

export const entities: readonly Entity[] = models.flatMap((module) => module.entities);
export const documents: readonly Document[] = models.flatMap((module) => module.documents);
export const nouns: readonly Noun[] = [...entities, ...documents];
export const nounNamed = (name: string): Noun => {
  const noun = nouns.find((candidate) => candidate.name === name);
  if (noun === undefined) throw new Error(`no noun is called ${name}`);
  return noun;
};

/** The noun itself and all it cannot be saved without. */
function needsOf(noun: Noun, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(noun.name)) return found;
  found.add(noun.name);
  for (const field of Object.values(noun.kind === 'entity' ? noun.fields : { ...noun.head, ...noun.lines })) {
    if (field.kind === 'ref' && field.required) needsOf(nounNamed(field.target().name), found);
  }
  return found;
}

/**
 * What a module's own rule asks beyond the definition. Opening stock comes in by hand, and enough of it for every
 * order.
 */
const ruled: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // A ladder is kept with the flag alone, and has tiers.
  'data:unit': { precision: 2 },
  // Goods that are no kit hold nothing.
  'data:material': { combination: null },
  'data:freeterm': { ladderFlag: '1', ladderList: [{ startNumber: '1', price: '2' }] },
  // Not of orders: with a route in force a special order is not simply audited.
  'activiti:bizroute': { docType: 'SB', condition: 'amount > 1000000' },
  'activiti:substitute': { docTypes: ['SO'] },
  // Its price is typed, which this house allows (SD006); a special one is not audited without a route.
  'order:order': { orderType: '0', giftChoices: [], giftWaivers: null },
  // Two of them, two in each auxiliary unit.
  'order:order lines': { storeNumber: '1' },
  'order:template': { content: { head: { orderType: '0' }, lines: [{ text: 'M1', changes: { number: '2' } }] } },
  'stock:inout': { moveType: '3' },
  'sys:menu': { permissions: 'data:brand:page', url: 'data/brand' },
  'sys:notice': { receiverType: '0', receiverIds: null },
  'sys:carousel': { linkUrl: 'https://example.com/' },
  'message:mailtemplate': { variables: ['name'] },
  'message:sms': { platform: 'aliyun' },
  'sys:filepermission': { fileType: 'pdf' },
  'sys:flownotype': { prefix: 'N', datePattern: 'yyyyMMdd' },
  'job:schedule': { beanName: 'sweepDrafts', params: '{"days":30}', cronExpression: '0 3 * * *' },
  'stock:inout lines': { number: '1000' },
  // Saved it is a draft, whatever was sent.
  'approve:sql': { enableFlag: '0' },
  'sys:tenantconfig': { themeColor: '#1f5eff' },
  'sale:pricestrategy': { pricingMode: '1', scopes: [] },
  'sale:ladderprice': { ladderMode: '0' },
  'promotion:activity': { orderTypes: ['0'], scopes: [] },
  'promotion:rule': { ruleList: [] },
  'promotion:gift': { lines: [] },
  'report:definition': {
    dataSource: 'R03',
    columns: { rows: 'customer', columns: null, measures: ['amount'], measure: 'amount' },
    filters: { span: 'month', compare: 'none', where: {} },
  },
  'sale:objective': { year: 2026 },
  // More of a budget: nothing is moved to another.
  'reimbursement:budgetadjust': { year: 2026, adjustType: '0' },
  'reimbursement:budgetadjust lines': {
    month: 3,
    projectCode: 'PJ1',
    toDeptCode: null,
    toBudgetAccountCode: null,
    toMonth: null,
    toProjectCode: null,
  },
  'reimbursement:budget lines': { month: 3 },
  // Whoever is overdue is lent nothing more.
  'reimbursement:loan': { repayDate: '2099-12-31' },
  // Claimed by whatever document, with nothing beside it.
  'reimbursement:item': { docType: null, needInvoice: '0', needApplication: '0' },
  'reimbursement:policy': { control: '0' },
  'reimbursement:expense': { invoices: [], applicationCode: null, offsetAmount: '0' },
  'reimbursement:citytransport': { invoices: [], applicationCode: null, offsetAmount: '0' },
  'reimbursement:travel': { invoices: [], applicationCode: null, offsetAmount: '0' },
  // Hotels, meals and the rest are the items that RB011 to RB013 name: nobody has made them here.
  'reimbursement:travel lines': { hotelAmount: null, mealAmount: null, otherAmount: null },
  'sale:rebateprogramme': { endDate: '2026-12-31' },
  'points:exchangeactivity': { startDate: '2020-01-01', endDate: '2099-12-31', customerCodes: [], channelCode: null },
  'sale:pricequeryrule': { source: '2', customerDimension: 'customer' },
  // A receipt into the customer's own cash; it pays more than its lines name.
  'sale:bill': { billType: 'RC', amount: '4', accountCode: null, toAccountCode: null, expireDate: null },
  'sale:creditchange': { accountCode: null },
  // One without a parent is a brand owner, whatever the form says.
  'tenant:tenant': { distributorLevel: '0', tenantLevel: '0' },
};

/** Parameters are those the product knows; their sampled values change nothing. */
const settable = Object.entries<Parameter>(parameters)
  .filter(([, { isInstallation }]) => isInstallation !== true)
  .map(([code, { values, default: value, typeCode }]) => ({
    code,
    typeCode,
    value: typeof values === 'string' || !('0' in values) ? value : '0',
  }));

/** The same where no two records may be alike: periods do not overlap. */
const counted: Readonly<Record<string, (count: number) => Readonly<Record<string, unknown>>>> = {
  'sys:accountperiod': (count) => ({
    year: 2100 + count,
    month: 1,
    startDate: `${2100 + count}-01-01`,
    endDate: `${2100 + count}-01-31`,
  }),
  // A department has one budget a year.
  'reimbursement:budget': (count) => ({ year: 2000 + (count % 999) }),
  'sale:benchmarkprice': (count) => ({ startDate: dayOf(count), endDate: dayOf(count) }),
  'sale:pricestrategy': (count) => ({ startDate: dayOf(count), endDate: dayOf(count) }),
  'sale:ladderprice': (count) => ({ startDate: dayOf(count), endDate: dayOf(count) }),
  'sale:pricechange': (count) => ({ effectiveDate: dayOf(count) }),
  // Each ends later than the one before, and before anything was posted.
  'sale:accountcheck': (count) => ({
    startDate: '1950-01-01',
    endDate: new Date(Date.UTC(1950, 0, 1 + count)).toISOString().slice(0, 10),
  }),
  'sale:bill': (count) => ({ bankSerialNo: `L${count}` }),
  'sale:estimatedcost': (count) => ({ year: 2000 + (count % 100), month: 1 + (Math.floor(count / 100) % 12) }),
};
const dayOf = (count: number): string => new Date(Date.UTC(2050, 0, 1 + count)).toISOString().slice(0, 10);

/** Documents that name a product once only. */
const ofOneLine: ReadonlySet<string> = new Set([
  'sale:pricestrategy',
  'sale:ladderprice',
  'sale:pricechange',
  'sale:opening',
  'sale:rebate',
  'sale:rebateprogramme',
  'points:exchangeactivity',
  'reimbursement:budget',
]);

/** Documents that hang on another without saying so as a reference. */
const hanging: Readonly<Record<string, readonly [noun: string, of: (row: Row) => Body]>> = {
  'sale:ladderprice': ['sale:pricestrategy', ({ id }) => ({ sourceType: 'strategy', sourceId: id })],
};

/**
 * `code` goes into codes (answers may quote them), `mark` into every text: seen in a stranger's answer it is a leak.
 */
export function sampler(
  session: Session,
  platform: Session,
  { code, mark, sql }: { code: string; mark: string; sql: World['sql'] },
): Sampler {
  const made = new Map<string, Promise<Row>>();
  const underway = new Set<string>();
  let count = 0;
  let params = 0;
  let another: Promise<Row> | undefined;
  let elsewhere: Promise<Row> | undefined;
  let owners: Promise<readonly Row[]> | undefined;
  const turns = new Map<string, number>();
  let ordered: Promise<Row & { readonly lines: readonly Row[] }> | undefined;
  let sold: Promise<Row & { readonly lines: readonly Row[] }> | undefined;
  let invoiced: ReturnType<typeof soldOrder> | undefined;

  const writerOf = (noun: Noun): Session => (noun.kind === 'entity' && noun.realm === 'global' ? platform : session);

  async function bodyOf(noun: Noun): Promise<Body> {
    count += 1;
    if (noun.name === 'tenant:params')
      return {
        ...(await valuesFor(tenantParam.fields, noun.name, tenantParam)),
        ...settable[(params += 1) % settable.length],
      };
    // Nobody stands in for himself.
    if (noun.name === 'activiti:substitute')
      return {
        ...(await valuesFor(noun.kind === 'entity' ? noun.fields : {}, noun.name, null)),
        ...ruled[noun.name],
        substituteId: (await (another ??= create(nounNamed('sys:user')))).id,
      };
    if (noun.name === 'sale:capitalaccount')
      return {
        ...(await valuesFor(noun.kind === 'entity' ? noun.fields : {}, noun.name, noun as Entity)),
        customerCode: await nextOwner(noun),
      };
    if (noun.kind === 'entity')
      return {
        ...(await valuesFor(noun.fields, noun.name, noun)),
        ...ruled[noun.name],
        ...counted[noun.name]?.(count),
      };
    if (noun.name === 'order:delivery') return deliveryBody(noun);
    if (noun.name === 'order:refund') return refundBody(noun);
    if (noun.name === 'sale:rebate') return rebateBody(noun);
    if (noun.name === 'order:revision') return revisionBody(noun);
    if (noun.name === 'stock:allocation') return allocationBody(noun);
    if (noun.name === 'points:exchangeorder') return exchangeBody(noun);
    if (noun.name === 'stock:inventory') return countBody(noun);
    if (noun.name === 'order:purchaseinvoice') return invoiceBody(noun);
    if (noun.name === 'invoice:apply') return applicationBody(noun);
    if (noun.name === 'reimbursement:payment') return paymentBody(noun);
    if (noun.name === 'reimbursement:repayment') return repaymentBody(noun);
    if (noun.name === 'reimbursement:travel') return tripBody(noun);
    if (noun.name === 'reimbursement:specialexpense') return specialBody(noun);
    const lines: Body[] = [];
    for (
      let n = 0;
      n < (ofOneLine.has(noun.name) ? 1 : 2) && Object.values(noun.lines).some(({ kept }) => kept !== true);
      n += 1
    )
      lines.push({ ...(await valuesFor(noun.lines, noun.name, null)), ...ruled[`${noun.name} lines`] });
    const [source, valuesOf] = hanging[noun.name] ?? [];
    const hung = source === undefined ? {} : valuesOf?.(await recordOf(nounNamed(source)));
    return {
      ...(await valuesFor(noun.head, noun.name, null)),
      ...ruled[noun.name],
      ...counted[noun.name]?.(count),
      ...hung,
      ...(noun.name === 'sale:accountcheck' ? { customerCode: await nextOwner(noun) } : {}),
      billDate: '2026-03-01',
      lines,
    };
  }

  /**
   * A customer has one account of a kind, and only his last statement is changed: they take turns among enough of them,
   * and the first one is alone.
   */
  async function nextOwner({ name }: Noun): Promise<unknown> {
    const all = await (owners ??= (async () => {
      const made: Row[] = [];
      for (let n = 0; n < 16; n += 1) made.push(await create(nounNamed('data:customer')));
      return made;
    })());
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    return all[turn === 0 ? 0 : 1 + (turn % (all.length - 1))]?.['code'];
  }

  /** What is delivered was ordered, and the order audited: one large order serves them all. */
  async function deliveryBody(noun: Document): Promise<Body> {
    const { code: orderCode, organizeCode, storageCode, lines } = await (ordered ??= largeOrder());
    return {
      ...(await valuesFor(noun.head, noun.name, null)),
      organizeCode,
      orderCode,
      storageCode: lines[0]?.['outStorageCode'] ?? storageCode,
      billDate: '2026-03-01',
      lines: lines.map((line) => ({
        orderLineId: line.id,
        productCode: line['productCode'],
        lineType: line['lineType'],
        number: '2',
        storeNumber: '2',
        rate: line['rate'],
        remark: `remark ${mark}`,
      })),
    };
  }

  /** What comes back was sold and signed for: another large order serves them all. */
  async function refundBody(noun: Document): Promise<Body> {
    const { code: orderCode, organizeCode, lines } = await (sold ??= soldOrder());
    const { storageCode: _other, ...head } = await valuesFor(noun.head, noun.name, null);
    return {
      ...head,
      organizeCode,
      orderCode,
      billDate: '2026-03-01',
      lines: lines.map((line) => ({
        ...ruled['order:refund lines'],
        orderLineId: line.id,
        productCode: line['productCode'],
        direction: '-1',
        number: '2',
        price: '2',
        remark: `remark ${mark}`,
      })),
    };
  }

  /** Goods go to another warehouse of the same house. */
  async function allocationBody(noun: Document): Promise<Body> {
    const { code: inStorageCode } = await (elsewhere ??= create(nounNamed('data:depot')));
    return {
      ...(await valuesFor(noun.head, noun.name, null)),
      inStorageCode,
      billDate: '2026-03-01',
      lines: [await valuesFor(noun.lines, noun.name, null)],
    };
  }

  /** What is counted lies still: each counts a warehouse of its own. */
  async function countBody(noun: Document): Promise<Body> {
    const { code: storageCode } = await create(nounNamed('data:depot'));
    return {
      ...(await valuesFor(noun.head, noun.name, null)),
      storageCode,
      billDate: '2026-03-01',
      lines: [await valuesFor(noun.lines, noun.name, null)],
    };
  }

  /** What is invoiced and paid came in: each has a receipt of its own. */
  async function receipt(): Promise<Row & { readonly lines: readonly Row[] }> {
    const order = nounNamed('order:purchase');
    const { id } = await create(order);
    await session.must('PUT', `${order.path}/audit`, [id]);
    const { ids } = await session.must<{ ids: string[] }>('POST', `${order.path}/receive`, [id]);
    await session.must('PUT', '/stock/inout/audit', ids);
    return session.must('GET', `/stock/inout/${ids[0]}`);
  }
  async function invoiceBody(noun: Document): Promise<Body> {
    const { code: sourceCode, organizeCode, supplierCode, billDate, lines } = await receipt();
    return {
      ...(await valuesFor(noun.head, noun.name, null)),
      organizeCode,
      supplierCode,
      billDate,
      invoiceNumber: `${mark}${(count += 1)}`,
      lines: lines.map((line) => ({
        sourceCode,
        sourceLineNo: line['lineNo'],
        number: line['number'],
        amount: '5',
        taxRate: '13',
        remark: `remark ${mark}`,
      })),
    };
  }
  /** What is invoiced left and was signed for: a third large order serves them all. */
  async function applicationBody(noun: Document): Promise<Body> {
    const { movementId } = await (invoiced ??= soldOrder());
    const { customerCode, organizeCode, code, lines } = await session.must<Row & { readonly lines: readonly Row[] }>(
      'GET',
      `/stock/inout/${movementId}`,
    );
    const titles = nounNamed('data:customerinvoice');
    const sampled = await recordOf(titles);
    const info =
      sampled['customerCode'] === customerCode
        ? sampled
        : await session.must<Row>('POST', titles.path, { ...(await bodyOf(titles)), customerCode });
    return {
      ...(await valuesFor(noun.head, noun.name, null)),
      organizeCode,
      customerCode,
      invoiceInfoId: info.id,
      invoiceType: '3',
      billDate: '2026-03-01',
      lines: lines.map((line) => ({
        sourceCode: code,
        sourceKind: '0',
        sourceLineNo: line['lineNo'],
        number: '2',
        remark: `remark ${mark}`,
      })),
    };
  }
  async function paymentBody(noun: Document): Promise<Body> {
    const { code: sourceCode, organizeCode, supplierCode } = await receipt();
    const { prepaymentCode: _none, ...head } = await valuesFor(noun.head, noun.name, null);
    const line = await valuesFor(noun.lines, noun.name, null);
    return {
      ...head,
      organizeCode,
      supplierCode,
      offsetAmount: '0',
      billDate: '2026-03-01',
      lines: [{ ...line, sourceCode, taxRate: '13', amount: '2' }],
    };
  }

  /**
   * What is repaid was lent. Nobody pays himself (am-D6), and nobody else is here: the cashier's entry is put there.
   */
  async function repaymentBody(noun: Document): Promise<Body> {
    const loan = nounNamed('reimbursement:loan');
    // Somebody else than who claims: what he owes would be offset.
    const { code: applicantCode } = await create(nounNamed('data:personnel'));
    const body = { ...(await bodyOf(loan)), applicantCode };
    const { data: lent } = await session.must<{ data: Row }>('POST', loan.path, body);
    const { organizeCode, code: loanCode, totalAmount } = lent;
    await session.must('PUT', '/reimbursement/loan/audit', [lent.id]);
    await sql(
      `
        with paid as (
          update app.reimbursement_loan
          set pay_flag = '1', pay_date = bill_date, balance_amount = total_amount
          where id = $1
          returning tenant_code, id, code, applicant_code, total_amount, bill_date
        ),
        balance as (
          insert into app.loan_balance (tenant_code, applicant_code, loan_code, amount, version)
          select tenant_code, applicant_code, code, total_amount, 1
          from paid
          returning tenant_code, id
        )
        insert into app.loan_entry (
          tenant_code, balance_id, version, d_amount, amount_after, d_locked, locked_after, post_type, doc_type, doc_id,
          doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, biz_date
        )
        select p.tenant_code, b.id, 1, p.total_amount, p.total_amount, 0, 0, 'PAY', 'reimbursement:loan', p.id, p.code,
          p.id, p.id, p.id, 99, p.id::text, p.bill_date
        from paid p
        cross join balance b`,
      [lent.id],
    );
    return {
      ...(await valuesFor(noun.head, noun.name, null)),
      organizeCode,
      applicantCode,
      loanCode,
      billDate: '2026-03-01',
      lines: [{ ...(await valuesFor(noun.lines, noun.name, null)), loanCode, amount: totalAmount }],
    };
  }

  /** Nobody is on two trips at once, and its legs are within each. */
  async function tripBody(noun: Document): Promise<Body> {
    const day = dayOf(count);
    const leg = { ...(await valuesFor(noun.lines, noun.name, null)), ...ruled[`${noun.name} lines`] };
    return {
      ...(await valuesFor(noun.head, noun.name, null)),
      ...ruled[noun.name],
      tripStartDate: day,
      tripEndDate: day,
      billDate: '2026-03-01',
      lines: [{ ...leg, startDate: day, endDate: day }],
    };
  }

  /** What was special was applied for, by whoever claims it. */
  async function specialBody(noun: Document): Promise<Body> {
    const plan = await create(nounNamed('reimbursement:application'));
    await session.must('PUT', '/reimbursement/application/audit', [plan.id]);
    const { organizeCode, applicantCode, code: applicationCode } = plan;
    return {
      ...(await valuesFor(noun.head, noun.name, null)),
      organizeCode,
      applicantCode,
      applicationCode,
      invoices: [],
      offsetAmount: '0',
      billDate: '2026-03-01',
      lines: [{ ...(await valuesFor(noun.lines, noun.name, null)) }],
    };
  }

  /** One programme, customer and period once: each has a programme of its own, which was approved. */
  async function rebateBody(noun: Document): Promise<Body> {
    const programme = nounNamed('sale:rebateprogramme');
    const { id, code: programmeCode } = await create(programme);
    await session.must('PUT', `${programme.path}/audit`, [id]);
    const head = await valuesFor(noun.head, noun.name, null);
    return {
      ...head,
      programmeCode,
      startDate: '2026-03-15',
      endDate: '2026-03-16',
      expireDate: '2026-12-31',
      billDate: '2026-03-20',
      lines: [await valuesFor(noun.lines, noun.name, null)],
    };
  }

  /** An order has one revision that waits, and no more: each has its own. */
  async function revisionBody(noun: Document): Promise<Body> {
    const { code: orderCode, organizeCode, lines } = await largeOrder();
    return {
      ...(await valuesFor(noun.head, noun.name, null)),
      organizeCode,
      orderCode,
      billDate: '2026-03-01',
      lines: lines.map((line) => ({
        orderLineId: line.id,
        action: 'C',
        productCode: line['productCode'],
        afterNumber: '800',
        afterPrice: line['price'],
        spec: `spec ${mark}`,
        mainUnitName: `unit ${mark}`,
        remark: `remark ${mark}`,
      })),
    };
  }

  /**
   * What an activity has left is had once: each exchange has one of its own, points to spend and goods that are there.
   */
  async function exchangeBody(noun: Document): Promise<Body> {
    const [activity, movement] = [nounNamed('points:exchangeactivity'), nounNamed('stock:inout')];
    await writerOf(movement).must('PUT', `${movement.path}/audit`, [(await create(movement)).id]);
    const { id, code: activityCode } = await create(activity);
    await session.must('PUT', `${activity.path}/audit`, [id]);
    const { lines } = await session.must<{ lines: Row[] }>('GET', `${activity.path}/${id}`);
    const head = await valuesFor(noun.head, noun.name, null);
    await session.must('POST', '/channelsale/points/account/adjust', {
      customerCode: head['customerCode'],
      points: 100,
      remark: 'sample',
    });
    return {
      ...head,
      activityCode,
      billDate: '2026-03-01',
      lines: lines.map((line) => ({
        productCode: line['productCode'],
        number: '1',
        spec: `spec ${mark}`,
        mainUnitName: `unit ${mark}`,
        remark: `remark ${mark}`,
      })),
    };
  }

  async function soldOrder(): Promise<Row & { readonly lines: readonly Row[]; readonly movementId: string }> {
    const bill = await largeOrder();
    const act = (path: string, ids: readonly unknown[], method: 'POST' | 'PUT' = 'PUT') =>
      session.must<{ ids: string[] }>(method, path, ids);
    const { ids: sent } = await act('/channelsale/order/pushDown', [bill.id], 'POST');
    await act('/channelsale/delivery/audit', sent);
    const { ids } = await act('/stock/deliveryrelease/release', sent);
    await act('/stock/inout/audit', ids);
    await act('/channelsale/delivery/sign', sent);
    return { ...bill, movementId: ids[0] ?? '' };
  }

  async function largeOrder(): Promise<Row & { readonly lines: readonly Row[] }> {
    const [order, movement] = [nounNamed('order:order'), nounNamed('stock:inout')];
    await writerOf(movement).must('PUT', `${movement.path}/audit`, [(await create(movement)).id]);
    const body = await bodyOf(order);
    const { id } = await writerOf(order).must<{ id: string }>('POST', order.path, {
      ...body,
      lines: (body['lines'] as Body[]).map((line) => ({ ...line, number: '900' })),
    });
    await writerOf(order).must('PUT', `${order.path}/audit`, [id]);
    return writerOf(order).must('GET', `${order.path}/${id}`);
  }

  async function valuesFor(fields: Fields, owner: string, entity: Entity | null): Promise<Body> {
    const body: Body = {};
    for (const [key, field] of Object.entries(fields)) {
      if (field.kept === true || (field.virtual === true && field.kind !== 'secret')) continue;
      const value = field.kind === 'ref' ? await referred(field, owner) : plainValue(key, field, entity);
      if (value !== undefined) body[key] = value;
    }
    return body;
  }

  /** A circle (a department and its leader) is cut at the optional side. */
  async function referred(field: Extract<Field, { kind: 'ref' }>, owner: string): Promise<unknown> {
    const target = nounNamed(field.target().name) as Entity;
    if (target.name === 'tenant:tenant') return session.tenantCode;
    if (!field.required && (target.name === owner || [...needsOf(target)].some((name) => underway.has(name))))
      return undefined;
    const row = await recordOf(target);
    return row[field.key === 'id' ? 'id' : (target as Noun).kind === 'document' ? 'code' : target.codeField];
  }

  function plainValue(key: string, field: Exclude<Field, { kind: 'ref' }>, entity: Entity | null): unknown {
    switch (field.kind) {
      case 'text':
        return textValue(key, field, entity);
      case 'integer':
        return entity?.unique.includes(key) === true ? 7 + count : 7;
      case 'decimal':
        return '2';
      case 'date':
        return '2026-03-15';
      case 'instant':
        return '2026-03-15T08:30:00Z';
      case 'flag':
        return '0';
      case 'bool':
        return true;
      case 'choice':
        return field.default ?? Object.keys(field.choices)[0];
      case 'dict':
        return '1';
      case 'refs':
        return [];
      case 'json':
        return { mark };
      case 'secret':
        return 'Sample2026test';
      case 'file':
        return `/files/${mark}.png`;
    }
  }

  function textValue(key: string, field: Extract<Field, { kind: 'text' }>, entity: Entity | null): string {
    const isKey = key === 'username' || key === entity?.codeField || entity?.unique.includes(key) === true;
    switch (field.format) {
      case 'email':
        return `${mark.toLowerCase()}@example.com`;
      case 'phone':
        return `138${String(count).padStart(8, '0')}`;
      case 'url':
        return `https://example.com/${mark}`;
      case 'tenantNo':
        return `${session.tenantCode}${count}`;
      // Global rows are everybody's: no mark of one tenant belongs on them.
      default:
        return (isKey ? `${code}${count}` : `${key} ${entity?.realm === 'global' ? 'global' : mark}`).slice(
          0,
          field.max,
        );
    }
  }

  async function create(noun: Noun): Promise<Row> {
    const body = await bodyOf(noun);
    return (await writerOf(noun).must<{ data: Row }>('POST', noun.path, body)).data;
  }

  function recordOf(noun: Noun): Promise<Row> {
    let row = made.get(noun.name);
    if (row === undefined) {
      underway.add(noun.name);
      row = (noun.kind === 'entity' && isFurnished(noun) ? firstOf(noun) : create(noun)).finally(() => {
        underway.delete(noun.name);
      });
      made.set(noun.name, row);
    }
    return row;
  }

  /** Nobody writes it, or others refer only to what every tenant has of it: the seven types of promotion rules. */
  const isFurnished = ({ name, calls }: Entity): boolean => name === 'promotion:ruletype' || !calls.includes('save');

  /**
   * A list that nobody writes (areas) came with the installation; what the product itself writes (logs) is put there.
   */
  async function firstOf(entity: Entity): Promise<Row> {
    if (entity.realm === 'tenant' && !entity.calls.includes('save')) await writeLog(entity);
    const list = await session.must<Row[] | { list: Row[] }>(
      'GET',
      (entity.list.path ?? `${entity.path}/${entity.calls.includes('page') ? 'page' : 'list'}`) +
        (entity.name === 'promotion:ruletype' ? '?code=P001' : ''),
    );
    const row = (Array.isArray(list) ? list : list.list)[0];
    if (row === undefined) throw new Error(`${entity.name} came without rows`);
    return row;
  }

  async function writeLog(entity: Entity): Promise<void> {
    const body: Body = { tenantCode: session.tenantCode, id: newId(), creatorName: mark };
    for (const [key, field] of stored(entity.fields))
      body[key] =
        field.kind !== 'ref'
          ? plainValue(key, field, entity)
          : field.required
            ? await referred(field, entity.name)
            : null;
    const keys = Object.keys(body);
    await sql(
      `
        insert into app.${tableOf(entity)} (${keys.map(snakeCase).join(', ')})
        values (${keys.map((_key, i) => `$${i + 1}`).join(', ')})`,
      Object.values(body),
    );
  }

  return { bodyOf, recordOf, create, writerOf };
}
