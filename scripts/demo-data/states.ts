import type { Document } from '#platform/model/document.ts';
import { application } from '#expense/model/application/application.ts';
import { budgetAdjust } from '#expense/model/budget/budget-adjust.ts';
import { budget } from '#expense/model/budget/budget.ts';
import { creditChange } from '#funds/model/credit-change.ts';
import { opening } from '#funds/model/opening.ts';
import { saleBill } from '#funds/model/sale-bill.ts';
import { benchmarkPrice } from '#price/model/benchmark-price.ts';
import { estimatedCost } from '#price/model/estimated-cost.ts';
import { ladderPrice } from '#price/model/ladder-price.ts';
import { priceChange } from '#price/model/price-change.ts';
import { priceStrategy } from '#price/model/price-strategy.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { demand } from '#purchase/model/demand.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { salesObjective } from '#sales/model/sales-objective.ts';
import { correction } from '#workflow/model/correction.ts';
import { showClaims } from './claims.ts';
import { fleetOf } from './deliver.ts';
import { openSince } from './office.ts';
import { showExchanges } from './exchanges.ts';
import type { Load, Staff } from './people.ts';
import type { Body, Session } from './product.ts';
import { showRebates } from './rebates.ts';
import { showInvoices } from './invoices.ts';
import { showReturns } from './returns.ts';
import { showRevisions } from './revisions.ts';
import { send } from './send.ts';
import { dayAfter } from './stream.ts';
import { supplierPapers } from './supplier-money.ts';
import { showWarehouse } from './warehouse-papers.ts';

type Row = Body & { readonly id: string };
interface Page {
  readonly list: readonly Row[];
}

/** How documents of a kind differ from one that is there, so that none overlaps another. */
interface Kind {
  readonly document: Document;
  /** What the n-th of them says otherwise. */
  readonly another: (n: number, anchor: string) => Body;
  /** Written from nothing, where there is none. */
  readonly first?: (staff: Staff) => Promise<Body>;
  readonly process?: string;
  /** Who agrees, in turn; the general manager where nobody is named. */
  readonly approvers?: readonly ('deputy' | 'leader')[];
}

/** Days on which nothing else was in force. */
const long = (n: number, anchor: string): Body => ({
  startDate: dayAfter(anchor, -400 - 10 * n),
  endDate: dayAfter(anchor, -395 - 10 * n),
});
const kinds: readonly Kind[] = [
  { document: benchmarkPrice, process: 'BP_PRICE', another: long },
  { document: priceStrategy, process: 'PS_PRICE', another: long },
  { document: ladderPrice, process: 'LP_PRICE', another: long },
  {
    document: priceChange,
    process: 'PC_PRICE',
    another: (n, anchor) => ({ billDate: anchor, effectiveDate: dayAfter(anchor, 300 + n), reason: '原料涨价' }),
  },
  {
    document: promotionActivity,
    process: 'PA_ACTIVITY',
    another: (n, anchor) => ({ ...long(n, anchor), billDate: anchor, name: `去年第${n + 1}期活动` }),
  },
  {
    document: purchase,
    process: 'PO_PURCHASE',
    another: (n, anchor) => ({ billDate: anchor, arrivalDate: dayAfter(anchor, 10 + n) }),
  },
  {
    document: demand,
    process: 'DM_DEMAND',
    another: (n, anchor) => ({ billDate: anchor, requiredDate: dayAfter(anchor, 14 + n) }),
  },
  {
    document: budget,
    process: 'BG_BUDGET',
    // A department has one budget a year.
    another: (n, anchor) => ({ billDate: anchor, year: yearOf(anchor) + 1 + n }),
  },
  {
    document: budgetAdjust,
    process: 'BA_ADJUST',
    another: (n, anchor) => ({ billDate: anchor, reason: `第${n + 1}次调整` }),
  },
  {
    document: application,
    process: 'AP_APPLY',
    another: (n, anchor) => ({ billDate: anchor, dueDate: dayAfter(anchor, 30 + n) }),
  },
  { document: estimatedCost, another: (n, anchor) => ({ year: yearOf(anchor) + 1, month: n + 1 }) },
  { document: salesObjective, another: (n, anchor) => ({ year: yearOf(anchor) + 1 + n }) },
  {
    document: saleBill,
    process: 'SB_LARGE',
    another: (n, anchor) => ({
      billDate: anchor,
      billType: 'RC',
      amount: `${500 + n}000`,
      bankSerialNo: null,
      remark: '大额预付款',
      lines: [],
    }),
  },
  {
    document: creditChange,
    process: 'CL_LARGE',
    another: (n, anchor) => ({
      billDate: anchor,
      changeType: '0',
      changeAmount: `${300 + n}000`,
      startDate: null,
      endDate: null,
      remark: '工程项目授信',
    }),
  },
  {
    document: correction,
    process: 'DEMO_CORRECTION',
    // He leads the department of whoever writes it here: himself.
    approvers: ['deputy', 'leader'],
    first: ({ deputy }) => ownPlaceOf(deputy),
    another: (n, anchor) => ({
      billDate: anchor,
      post: ['门店导购', '渠道专员', '仓库文员', '配送司机', '调色师', '会计助理'][n] ?? '专员',
      entryDate: dayAfter(anchor, -90 - n),
      correctionDate: anchor,
      workContent: '按岗位说明书完成试用期工作',
      achievement: '各项考核合格',
    }),
  },
];
const yearOf = (day: string): number => Number.parseInt(day.slice(0, 4), 10);

/** Whatever was not needed in the months before: one document of each kind in each state that it can be in. */
export async function showStates(load: Load, staff: Staff): Promise<void> {
  for (const kind of kinds) await showKind(load, staff, kind);
  for (const { document, process, bodies } of supplierPapers) {
    const bodyOf = await bodies(load, staff);
    await showKind(load, staff, { document, process, first: () => Promise.resolve({}), another: bodyOf });
  }
  await showOpenings(load, staff);
  await showDeliveries(staff);
  await showReturns(load, staff);
  await showInvoices(load, staff);
  await showRebates(load, staff);
  await showRevisions(load, staff);
  await showExchanges(load, staff);
  await showWarehouse(load, staff);
  await showClaims(load, staff);
}

async function showKind({ anchor }: Load, staff: Staff, kind: Kind): Promise<void> {
  const { deputy, auditor } = staff;
  const { document, another, first, process, approvers = ['leader'] } = kind;
  const { path } = document;
  const example = await (first?.(staff) ?? exampleOf(kind, deputy));
  const write = (n: number, query = ''): Promise<string> =>
    deputy.post(`${path}${query}`, { ...example, ...another(n, anchor) });
  await write(0);
  await deputy.put(`${path}/cancel`, { ids: [await write(1)], operateMsg: '录入有误' });
  if ('stashed' in document.states) await write(2, '?stash=1');
  const isSent = process !== undefined;
  if (isSent) await send(deputy, process, await write(3));
  const agree = async (id: string): Promise<string> => {
    if (isSent) await send(deputy, process, id);
    else await auditor.put(`${path}/audit`, [id]);
    if (isSent) for (const who of approvers) await staff[who].put(`${path}/approve`, { ids: [id], operateMsg: '同意' });
    return id;
  };
  if (first !== undefined) await agree(await write(5));
  if ('close' in document.verbs)
    await auditor.put(`${path}/close`, { ids: [await agree(await write(4))], operateMsg: '业务完结' });
}

/** Whoever writes of himself: who he is, and where he works. */
async function ownPlaceOf(who: Session): Promise<Body> {
  const { id } = await who.get<Row>('/sys/user/info');
  const { organizeCode, deptId } = await who.get<Row & { readonly deptId: string }>(`/sys/user/${id}`);
  const { code: deptCode } = await who.get<Row>(`/data/bd/dept/${deptId}`);
  return { applicantId: id, organizeCode, deptCode };
}

/** What a person wrote of a document that is there, without what makes it that one. */
async function exampleOf({ document: { path, head, lines } }: Kind, who: Session): Promise<Body> {
  const {
    list: [first],
  } = await who.get<Page>(`${path}/page?page=1&limit=1&billStatus=1`);
  if (first === undefined) throw new Error(`there is nothing at ${path}`);
  const row = await who.get<Row & { readonly lines?: readonly Body[] }>(`${path}/${first.id}`);
  const written = (fields: Document['head'], of: Body): Body =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([key, field]) => (field.kept === true ? [] : [[key, of[key] ?? null]])),
    );
  return { ...written(head, row), lines: (row.lines ?? []).map((line) => written(lines, line)) };
}

/** Rebate that the customer had before we kept books here. */
async function showOpenings({ anchor }: Load, { deputy, auditor }: Staff): Promise<void> {
  const { path } = opening;
  const {
    list: [limit],
  } = await deputy.get<Page>(`${creditChange.path}/page?page=1&limit=1&billStatus=1`);
  const { organizeCode, customerCode } = await deputy.get<Row>(`${creditChange.path}/${limit?.id ?? ''}`);
  const write = (amount: string): Promise<string> =>
    deputy.post(path, {
      kind: 'rebate',
      billDate: openSince(anchor),
      remark: '期初返利',
      lines: [{ organizeCode, customerCode, amount }],
    });
  await auditor.put(`${path}/audit`, [await write('800')]);
  await deputy.put(`${path}/cancel`, { ids: [await write('80')], operateMsg: '重复录入' });
  await write('120');
}

/** One is written, one audited, one let out, one voided; the rest has long left. */
async function showDeliveries(staff: Staff): Promise<void> {
  const { manager, auditor } = staff;
  const { list } = await manager.get<Page>(
    '/channelsale/order/page?page=1&limit=200&billStatus=1&orderStatus=1&orderField=billDate&order=desc',
  );
  const made: { id: string; organizeCode: string }[] = [];
  for (const { id } of list) {
    const { organizeCode, deliveryStatus } = await manager.get<Row & { organizeCode: string }>(
      `/channelsale/order/${id}`,
    );
    if (deliveryStatus !== '0' || made.length === 4) continue;
    const { ids } = await manager.ask<{ ids: readonly string[] }>('/channelsale/order/pushDown', [id] as never);
    made.push({ id: ids[0] ?? '', organizeCode });
  }
  const [, audited, released, voided] = made;
  if (audited !== undefined) await auditor.put('/channelsale/delivery/audit', [audited.id]);
  if (released !== undefined) {
    // Whatever way it goes: a truck is let out with its car and driver only.
    const {
      cars: [carCode],
      drivers: [driverCode],
    } = await fleetOf(manager);
    const written = await manager.get<Row>(`/channelsale/delivery/${released.id}`);
    await manager.put('/channelsale/delivery', { ...written, carCode, driverCode });
    await auditor.put('/channelsale/delivery/audit', [released.id]);
    await staff.keeperOf(released.organizeCode).put('/stock/deliveryrelease/release', [released.id]);
  }
  if (voided !== undefined)
    await manager.put('/channelsale/delivery/cancel', { ids: [voided.id], operateMsg: '改期发货' });
}
