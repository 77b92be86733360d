import type { processCategories } from '#workflow/model/choices.ts';
import { drawProcess } from '#workflow/model/engine/drawing.ts';
import { withPlaces } from '#workflow/model/engine/layout.ts';
import { claimRoutes } from './claims.ts';
import { exchangeProcess } from './exchanges.ts';
import { invoiceProcess } from './invoices.ts';
import type { Load, Staff } from './people.ts';
import type { Session } from './product.ts';
import { returnProcess } from './returns.ts';
import { revisionProcess } from './revisions.ts';
import { send } from './send.ts';
import { showStates } from './states.ts';
import { supplierPapers } from './supplier-money.ts';
import { allocationProcess, countProcess } from './warehouse-papers.ts';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Route {
  readonly id: string;
  readonly processDefinitionKey: string;
}

/**
 * What the general manager agrees to beside orders: prices, promotions, returns, and money and credit when they are
 * large.
 */
const agreed: readonly (readonly [
  category: keyof typeof processCategories,
  docType: string,
  key: string,
  name: string,
  screen: string,
  saveUrl: string,
  condition: string | null,
])[] = [
  ['价格', 'BP', 'BP_PRICE', '基准价审批', 'sale-benchmarkprice', '/channelsale/price/benchmark', null],
  ['价格', 'PS', 'PS_PRICE', '价格策略审批', 'sale-pricestrategy', '/channelsale/price/strategy', null],
  ['价格', 'LP', 'LP_PRICE', '阶梯价审批', 'sale-ladderprice', '/channelsale/price/ladder', null],
  ['价格', 'PC', 'PC_PRICE', '调价审批', 'sale-pricechange', '/channelsale/price/change', null],
  ['销售', 'PA', 'PA_ACTIVITY', '促销活动审批', 'promotion-activity', '/channelsale/promotion/activity', null],
  ['销售', 'RF', returnProcess, '退货审批', 'order-refund', '/channelsale/refund', null],
  ['销售', 'SR', revisionProcess, '订单变更审批', 'order-revision', '/channelsale/orderrevision', null],
  ['销售', 'EO', exchangeProcess, '积分兑换审批', 'points-exchangeorder', '/channelsale/points/exchange', null],
  ['采购', 'PO', 'PO_PURCHASE', '采购订单审批', 'order-purchase', '/channelsale/purchase', null],
  ['采购', 'DM', 'DM_DEMAND', '要货审批', 'order-demand', '/channelsale/demand', null],
  ['库存', 'TA', allocationProcess, '调拨审批', 'stock-allocation', '/stock/allocation', null],
  ['库存', 'IN', countProcess, '盘点审批', 'stock-inventory', '/stock/inventory', null],
  ['费用', 'BG', 'BG_BUDGET', '费用预算审批', 'reimbursement-budget', '/reimbursement/budget', null],
  ['费用', 'BA', 'BA_ADJUST', '预算调整审批', 'reimbursement-budgetadjust', '/reimbursement/budgetadjust', null],
  ['费用', 'AP', 'AP_APPLY', '费用申请审批', 'reimbursement-application', '/reimbursement/application', null],
  ...supplierPapers.map(
    ({ document, process, name }) =>
      [
        '采购',
        document.number.prefix,
        process,
        name,
        document.screen.url.replace('/', '-'),
        document.path,
        null,
      ] as const,
  ),
  ...claimRoutes.map(
    ([document, key, name]) =>
      ['费用', document.number.prefix, key, name, document.screen.url.replace('/', '-'), document.path, null] as const,
  ),
  ['资金', 'IA', invoiceProcess, '开票申请审批', 'invoice-apply', '/invoice/apply', null],
  ['资金', 'SB', 'SB_LARGE', '大额收付款审批', 'sale-bill', '/channelsale/bill', 'amount >= 500000'],
  [
    '资金',
    'CL',
    'CL_LARGE',
    '大额授信审批',
    'sale-creditchange',
    '/channelsale/creditchange',
    'changeAmount >= 300000',
  ],
];

/**
 * The house is run as strictly as one should (A17): when the months before were written down, orders, special ones and
 * prices have their routes in force. Some of each wait for somebody, one was sent back.
 */
export async function putInForce(load: Load, staff: Staff): Promise<void> {
  const { admin, plan } = load;
  await layRoutes(admin);
  await sendOrders(staff);
  // One tenant shows every state of every document; the others are as they grew.
  if (plan.parent === null) await showStates(load, staff);
}

async function layRoutes(admin: Session): Promise<void> {
  for (const [category, docType, key, name, routeName, saveUrl, condition] of agreed) {
    const id = await admin.post('/activiti/model', {
      name,
      key,
      category,
      modelXml: drawn(docType, key, name),
    });
    await admin.ask(`/activiti/model/deploy/${id}`, {});
    await admin.post('/activiti/bizroute', {
      name,
      processDefinitionKey: key,
      docType,
      priority: 100,
      status: '1',
      routeName,
      saveUrl,
      formName: routeName.split('-')[1],
      condition,
    });
  }
  const { list } = await admin.get<Page<Route>>('/activiti/bizroute/page?page=1&limit=50&status=0');
  for (const { id } of list)
    await admin.put('/activiti/bizroute', { ...(await admin.get<object>(`/activiti/bizroute/${id}`)), status: '1' });
}

const drawn = (docType: string, key: string, name: string): string =>
  withPlaces(
    drawProcess({
      key,
      name,
      docType,
      nodes: [
        { kind: 'startEvent', id: 'start', name: '提交' },
        {
          kind: 'userTask',
          id: 'general',
          name: '总经理审批',
          approvers: 'role:GENERAL_MANAGER',
          fallbackRole: 'TENANT_ADMIN',
          dueDate: 'P2D',
        },
        { kind: 'endEvent', id: 'end', name: '审核' },
      ],
      flows: [
        ['start', 'general'],
        ['general', 'end'],
      ],
    }),
  );

/** The newest of those that are saved: two of each kind wait, and of the ordinary ones the third was sent back. */
async function sendOrders(staff: Staff): Promise<void> {
  const { manager } = staff;
  for (const [orderType, key, count] of [
    ['0', 'SO_NORMAL', 3],
    ['1', 'SO_SPECIAL', 2],
  ] as const) {
    const asked = `billStatus=0&orderType=${orderType}&orderField=billDate&order=desc`;
    const { list } = await manager.get<Page<{ readonly id: string }>>(
      `/channelsale/order/page?page=1&limit=${count}&${asked}`,
    );
    for (const [at, { id }] of list.entries()) {
      const bill = await manager.get<{ organizeCode: string }>(`/channelsale/order/${id}`);
      const { organizeCode } = bill;
      // Promotions have begun since it was written: as it stands it would not be approved any more.
      await staff.clerkOf(organizeCode).put('/channelsale/order', bill);
      await send(staff.clerkOf(organizeCode), key, id);
      if (at === 2) await manager.put('/channelsale/order/reject', { ids: [id], operateMsg: '请与客户确认数量' });
    }
  }
}
