import { deliveryActions, releaseActions } from '#sales/web/delivery/delivery-actions.ts';
import { orderActions } from '#sales/web/order/order-actions.ts';
import { redeemActions } from '#sales/web/redeem/redeem-actions.ts';
import { refundActions } from '#sales/web/refund/refund-actions.ts';
import { shownOrder } from '#sales/web/promotion/shown-order.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { sales as model } from '#sales/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const sales: WebModule = {
  model,
  pages: {
    'stock/deliveryrelease': async () => (await import('#sales/web/delivery/release-page.tsx')).ReleasePage,
  },
  actions: {
    'order:order': orderActions,
    'order:delivery': deliveryActions,
    'order:refund': refundActions,
    'points:exchangeactivity': redeemActions,
    'stock:deliveryrelease': releaseActions,
  },
  billSteps: {
    'order:order pushDown': async () => (await import('#sales/web/delivery/delivery-steps.ts')).pushDownAndOpen,
    'order:order pushDownAvailable': async () => (await import('#sales/web/delivery/delivery-steps.ts')).deliverRest,
    'order:delivery release': async () => (await import('#sales/web/delivery/delivery-steps.ts')).letOut,
    'order:delivery ship': async () => (await import('#sales/web/delivery/delivery-steps.ts')).shipAtOnce,
  },
  headFills: {
    'order:order': {
      by: ['organizeCode', 'customerCode'],
      load: async () => (await import('#sales/web/order/order-head.ts')).headOfCustomer,
    },
  },
  inputs: {
    'order:template.content': async () =>
      (await import('#sales/web/order/template-content-input.tsx')).TemplateContentInput,
  },
  drawers: {
    'data:customer': {
      permission: 'data:customer:view',
      load: async () => (await import('#sales/web/customer/customer-drawer.tsx')).CustomerDrawer,
    },
  },
  asides: [
    {
      key: 'promotions',
      label: ['促销说明', '促銷說明', 'Promotions'],
      shortcut: 'F8',
      isOffered: ({ name }, { promoTrace }) => name === 'order:order' && promoTrace != null,
      load: async () => (await import('#sales/web/promotion/promotion-panel.tsx')).PromotionAside,
    },
    {
      key: 'versions',
      label: ['变更历史', '變更歷史', 'Versions'],
      isOffered: ({ name }, { revisionNo }) =>
        name === 'order:order' && typeof revisionNo === 'number' && revisionNo > 0,
      load: async () => (await import('#sales/web/revision/versions-aside.tsx')).VersionsAside,
    },
    {
      key: 'refund',
      label: ['为什么退这么多', '為什麼退這麼多', 'Why'],
      shortcut: 'F8',
      isOffered: ({ name }, { estimate }) => name === 'order:refund' && estimate != null,
      load: async () => (await import('#sales/web/refund/refund-aside.tsx')).RefundAside,
    },
    {
      key: 'rebate',
      label: ['返利怎么来的', '返利怎麼來的', 'Why'],
      shortcut: 'F8',
      isOffered: ({ name }, { id }) => name === 'sale:rebate' && id != null,
      load: async () => (await import('#sales/web/rebate/rebate-aside.tsx')).RebateAside,
    },
  ],
  paramPages: {
    simulatePromotion: {
      title: ['模拟', '模擬', 'Simulation'],
      load: async () => (await import('#sales/web/simulation/simulation-page.tsx')).SimulationPage,
    },
  },
  shownRecords: { 'order:order': shownOrder },
  liveLines: {
    'order:order': async () => (await import('#sales/web/order/order-lines.tsx')).orderLines,
    'sale:pricechange': async () => (await import('#sales/web/price-change/price-change-lines.tsx')).priceChangeLines,
  },
};
