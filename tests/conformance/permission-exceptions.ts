/**
 * Routes whose permission the contract does not say, or says otherwise. Every line was weighed by a person: a route
 * that is opened, or that appears without a line here, fails `permissions.test.ts`.
 */
type Permission = 'public' | 'session' | readonly string[];

/** Routes of the contract that ask for something else than it says. */
export const differences: Readonly<Record<string, { readonly permission: Permission; readonly reason: string }>> = {
  'GET /sys/notice/page': {
    permission: ['sys:notice:page'],
    reason: 'stricter: the list holds drafts and notices to others; readers have /sys/notice/mynotice/page',
  },
  'GET /sys/notice/{id}': {
    permission: ['sys:notice:view'],
    reason: 'stricter: a draft is nobody else’s to read; readers have /sys/notice/mynotice/{id}',
  },
  'POST /channelsale/order/calculate': {
    permission: ['order:order:save', 'order:order:view'],
    reason: 'who may see an order sees how its prices came about; the call writes nothing',
  },
  'POST /sys/oss/upload': {
    permission: [
      'approve:template:save',
      'approve:template:update',
      'data:brand:save',
      'data:brand:update',
      'data:freeterm:save',
      'data:freeterm:update',
      'data:material:save',
      'data:material:update',
      'data:product:save',
      'data:product:update',
      'data:productclass:save',
      'data:productclass:update',
      'message:mailtemplate:save',
      'message:mailtemplate:update',
      'oss:oss:save',
      'sys:appuser:save',
      'sys:appuser:update',
      'sys:carousel:save',
      'sys:carousel:update',
      'sys:news:save',
      'sys:news:update',
      'sys:notice:save',
      'sys:notice:update',
      'sys:tenantconfig:save',
      'sys:tenantconfig:update',
      'sys:user:save',
      'sys:user:update',
      'sys:version:save',
      'sys:version:update',
    ],
    reason:
      'whoever may save a record with a picture or a file uploads it; the file store’s own screen asks for oss:oss',
  },
};

interface Beside {
  readonly pattern: RegExp;
  readonly siblings: (base: string) => readonly string[];
  readonly reason: string;
}
/** Families of routes that ask for what a named route beside them asks for. */
export const besideContract: readonly Beside[] = [
  {
    pattern: /^(?:GET|POST) (.+\/page)$/,
    siblings: (path) => [`GET ${path}`],
    reason: 'every page call takes GET and POST (contract, listMethods)',
  },
  {
    pattern: /^GET (.+\/page)$/,
    siblings: (path) => [`POST ${path}`],
    reason: 'every page call takes GET and POST (contract, listMethods)',
  },
  {
    pattern: /^GET (.+\/pushDown)$/,
    siblings: (path) => [`POST ${path}`],
    reason: 'whoever hands records down sees which arrived',
  },
  {
    pattern: /^(?:GET (.+)\/\{id\}\/print|POST (.+)\/print)$/,
    siblings: (base) => [`GET ${base}/{id}`],
    reason: 'paper shows what the document shows',
  },
  {
    pattern: /^GET (.+)\/\{id\}\/attachments(?:\/\{fileId\})?$/,
    siblings: (base) => [`GET ${base}/{id}`],
    reason: 'files of a record are read with the record',
  },
  {
    pattern: /^(?:POST|DELETE) (.+)\/\{id\}\/attachments(?:\/\{fileId\})?$/,
    siblings: (base) => [`PUT ${base}`],
    reason: 'files of a record are changed with the record',
  },
  {
    pattern: /^(?:GET (.+)\/\{id\}\/standing|PUT (.+)\/\{id\}\/urge)$/,
    siblings: (base) => [`GET ${base}/{id}`],
    reason: 'whoever reads a document learns where it stands, and reminds whoever holds it',
  },
  {
    pattern: /^PUT (.+)\/updateBatch$/,
    siblings: (base) => [`PUT ${base}`],
    reason: 'one field of several records is changed by whoever changes one record',
  },
  {
    pattern: /^GET (.+)\/process$/,
    siblings: (base) => [`GET ${base}/{id}`, `POST ${base}`],
    reason: 'whoever sees or makes a document sees which process awaits it',
  },
  {
    pattern: /^POST (.+)\/process$/,
    siblings: (base) => [`POST ${base}`, `PUT ${base}`],
    reason: 'whoever makes or changes a document asks which process it would take',
  },
];

interface Outside {
  readonly reason: string;
  readonly routes: Readonly<Record<string, Permission | '*:import'>>;
}
/**
 * Routes that the contract does not know. `*:import`: one of the import permissions, checked again for the noun of the
 * file.
 */
export const outsideContract: readonly Outside[] = [
  {
    reason: 'before the login, and the look of the login page',
    routes: {
      'GET /sys/api/theme.css': 'public',
      'GET /sys/api/picture': 'public',
      'POST /sys/user/forgot': 'public',
      'POST /sys/user/restore': 'public',
    },
  },
  {
    reason: 'what is one’s own: ticket, second factor, drafts, settings, messages; the handler sees nobody else’s rows',
    routes: {
      'POST /sys/ticket': 'session',
      'GET /sys/user/totp': 'session',
      'POST /sys/user/totp': 'session',
      'PUT /sys/user/totp': 'session',
      'DELETE /sys/user/totp': 'session',
      'GET /sys/user/mail': 'session',
      'PUT /sys/user/mail': 'session',
      'POST /sys/user/confirm': 'session',
      'GET /sys/draft': 'session',
      'GET /sys/draft/{key}': 'session',
      'PUT /sys/draft/{key}': 'session',
      'DELETE /sys/draft/{key}': 'session',
      'GET /sys/setting/{key}': 'session',
      'PUT /sys/setting/{key}': 'session',
      'PUT /sys/notice/mynotice/read': 'session',
      'GET /sys/notice/mynotice/{id}': 'session',
      'PUT /sys/message/mine/read': 'session',
      'PUT /sys/message/mine/read/{id}': 'session',
      'GET /sys/unread': 'session',
      'GET /sys/export/state': 'session',
    },
  },
  {
    reason: 'the to-do list as an inbox, and the document of a task to whoever holds it (decision 0096)',
    routes: {
      'GET /activiti/task/inbox': ['activiti:todo:page'],
      'GET /activiti/task/inbox/{id}': ['activiti:todo:page'],
    },
  },
  {
    reason:
      'for whoever is logged in: each row or file is checked for the right of its own noun, or holds nothing of a tenant',
    routes: {
      'GET /sys/search': 'session',
      'GET /sys/tenant/config/current': 'session',
      'GET /sys/event': 'session',
      'GET /sys/history': 'session',
      'GET /sys/link': 'session',
      'GET /sys/life': 'session',
      'GET /sys/number': 'session',
      'DELETE /message/comment/{id}': 'session',
      'POST /message/comment': 'session',
      'GET /message/comment/counts': 'session',
      'GET /message/comment/people': 'session',
      'GET /message/comment': 'session',
      'GET /sys/oss/image': 'session',
      'GET /sys/oss/download': 'session',
      'GET /sys/oss/label': 'session',
      'GET /sys/openapi': 'session',
      'POST /data/bd/material/match': 'session',
      'GET /activiti/his/getInstXml': 'session',
      'POST /activiti/task/fields': 'session',
      'POST /activiti/task/claim': 'session',
    },
  },
  {
    reason: 'what is told of a customer beside any page: by the right to the list that it is taken from',
    routes: {
      'GET /data/customer/manage/byCode': ['data:customer:view'],
      'GET /channelsale/balance/ageing': ['sale:balance:page'],
      'GET /channelsale/order/customerFigures': ['order:order:page'],
      'GET /channelsale/order/customerGoods': ['order:order:page'],
    },
  },
  {
    reason: 'whoever is quoted what an order earns sees what he may choose from; the call writes nothing',
    routes: { 'POST /channelsale/order/gifts': ['order:order:save', 'order:order:view'] },
  },
  {
    reason: 'sessions, rights and second factors of others',
    routes: {
      'GET /sys/user/session/page': ['sys:user:view'],
      'PUT /sys/user/session/end': ['sys:user:disable'],
      'PUT /sys/user/totp/reset': ['sys:user:update'],
      'PUT /sys/user/superAdmin': ['sys:user:update'],
      'GET /sys/user/explain': ['sys:user:view'],
      'GET /sys/user/handover': ['sys:user:update'],
      'PUT /sys/user/handover': ['sys:user:update'],
      'GET /sys/role/offers': ['sys:role:update'],
      'PUT /sys/role/takeOffers': ['sys:role:update'],
      'PUT /sys/role/dismissOffers': ['sys:role:update'],
    },
  },
  {
    reason: 'buttons of a system screen beyond the contract’s',
    routes: {
      'GET /sys/schedule/preview': ['job:schedule:page'],
      'GET /sys/log/operation/chain': ['sys:operationlog:export'],
      'PUT /sys/notice/send': ['sys:notice:send'],
      'POST /sys/mailtemplate/preview': ['message:mailtemplate:view'],
      'DELETE /sys/cache': ['sys:cache:delete'],
      'GET /sys/accountperiod/checklist': ['sys:periodclose:page', 'sys:accountperiod:settle'],
      'GET /sys/accountperiod/closing': ['sys:periodclose:page', 'sys:accountperiod:settle'],
      'GET /sys/oss/config': ['oss:oss:config'],
      'PUT /sys/oss/config': ['oss:oss:config'],
      'POST /sys/oss/config/test': ['oss:oss:config'],
    },
  },
  {
    reason: 'an import is worked on by whoever may import; its noun’s own permission is asked for in the call',
    routes: {
      'GET /sys/import/{id}': '*:import',
      'GET /sys/import/{id}/rows': '*:import',
      'GET /sys/import/{id}/file': '*:import',
      'PUT /sys/import/{id}': '*:import',
      'PUT /sys/import/{id}/cells': '*:import',
      'PUT /sys/import/{id}/apply': '*:import',
      'DELETE /sys/import/{id}': '*:import',
    },
  },
  {
    reason: 'lists and the designer of the workflow',
    routes: {
      'GET /activiti/task/export': ['activiti:todo:export'],
      'POST /activiti/task/export': ['activiti:todo:export'],
      'GET /activiti/his/joined/export': ['activiti:joined:export'],
      'POST /activiti/his/joined/export': ['activiti:joined:export'],
      'GET /activiti/his/myApply/export': ['activiti:myapply:export'],
      'POST /activiti/his/myApply/export': ['activiti:myapply:export'],
      'GET /activiti/running/export': ['activiti:running:export'],
      'POST /activiti/running/export': ['activiti:running:export'],
      'GET /activiti/model/basis': ['activiti:model:view'],
      'POST /activiti/model/check': ['activiti:model:update'],
      'GET /activiti/process/{id}/xml': ['activiti:process:view'],
      'POST /activiti/model/dryRun': ['activiti:model:deploy'],
    },
  },
  {
    reason: 'rules of routes put in order, tried and put in force; several enabled at once is an edit of each',
    routes: {
      'GET /activiti/bizroute/types': ['activiti:bizroute:view'],
      'GET /activiti/bizroute/board': ['activiti:bizroute:view'],
      'GET /activiti/bizroute/tryBill': ['activiti:bizroute:view'],
      'POST /activiti/bizroute/way': ['activiti:bizroute:view'],
      'POST /activiti/bizroute/change': ['activiti:bizroute:view'],
      'POST /activiti/bizroute/publish': ['activiti:bizroute:update'],
      'PUT /activiti/bizroute/enable': ['activiti:bizroute:update'],
      'PUT /activiti/bizroute/disable': ['activiti:bizroute:update'],
    },
  },
  {
    reason: 'verbs of the data correction that the contract’s table lacks',
    routes: {
      'PUT /activiti/correction/audit': ['activiti:correction:audit'],
      'PUT /activiti/correction/unaudit': ['activiti:correction:unaudit'],
      'PUT /activiti/correction/close': ['activiti:correction:close'],
      'PUT /activiti/correction/unclose': ['activiti:correction:unclose'],
      'PUT /activiti/correction/cancel': ['activiti:correction:cancel'],
      'PUT /activiti/correction/stash': ['activiti:correction:stash'],
      'PUT /activiti/correction/unstash': ['activiti:correction:unstash'],
      'PUT /activiti/correction/approve': ['activiti:correction:approve'],
      'PUT /activiti/correction/reject': ['activiti:correction:approve'],
    },
  },
  {
    reason: 'stock: what stands behind a number, the red document, picking',
    routes: {
      'GET /stock/enquiry/entries': ['stock:enquiry:page'],
      'POST /stock/inout/red': ['stock:inout:save'],
      'PUT /stock/inout/pick': ['stock:inout:update'],
      'PUT /stock/inout/unpick': ['stock:inout:update'],
    },
  },
  {
    reason: 'money and orders: what stands behind a number, waivers, generation, the undo of a step of a financing',
    routes: {
      'GET /channelsale/balance/entries': ['sale:balance:page'],
      'PUT /channelsale/order/creditWaive': ['order:order:creditWaive'],
      'POST /channelsale/order/giftShort': ['order:order:giftWaive'],
      'POST /channelsale/promotion/activity/pushDown': ['promotion:activity:pushdown'],
      'GET /channelsale/promotion/activity/pushDown': ['promotion:activity:pushdown'],
      'POST /channelsale/order/pushDown': ['order:delivery:save'],
      'GET /channelsale/order/head': ['order:order:save', 'order:order:update'],
      'PUT /channelsale/delivery/ship': ['stock:deliveryrelease:release'],
      'POST /channelsale/refund/calculate': ['order:refund:save', 'order:refund:update'],
      'PUT /channelsale/refund/inbound': ['order:refund:audit'],
      'PUT /channelsale/financing/companyUnaudit': ['sale:financing:audit'],
      'PUT /channelsale/financing/bankReject': ['sale:financing:bankaudit'],
    },
  },
  {
    reason: 'an activity is switched off and on as §6.1 has it; to revise it is to take its audit back for a while',
    routes: {
      'PUT /channelsale/promotion/activity/enable': ['promotion:activity:enable'],
      'PUT /channelsale/promotion/activity/disable': ['promotion:activity:disable'],
      'PUT /channelsale/promotion/activity/revise': ['promotion:activity:unaudit'],
    },
  },
  {
    reason: 'the calendar is the list by days; whoever writes an activity knows what it would come across',
    routes: {
      'GET /channelsale/promotion/activity/calendar': ['promotion:activity:page'],
      'POST /channelsale/promotion/activity/meetings': ['promotion:activity:save', 'promotion:activity:update'],
    },
  },
  {
    reason: 'order templates: a noun of ours',
    routes: {
      'GET /channelsale/ordertemplate/page': 'session',
      'GET /channelsale/ordertemplate/{id}': ['order:template:view'],
      'POST /channelsale/ordertemplate': ['order:template:save'],
      'PUT /channelsale/ordertemplate': ['order:template:update'],
      'DELETE /channelsale/ordertemplate/{id}': ['order:template:delete'],
      'DELETE /channelsale/ordertemplate': ['order:template:delete'],
      'PUT /channelsale/ordertemplate/enable': ['order:template:enable'],
      'PUT /channelsale/ordertemplate/disable': ['order:template:disable'],
    },
  },
  {
    reason: 'bank statements: a noun of ours',
    routes: {
      'GET /channelsale/bankstatement/page': ['sale:bankstatement:page'],
      'GET /channelsale/bankstatement/export': ['sale:bankstatement:export'],
      'POST /channelsale/bankstatement/export': ['sale:bankstatement:export'],
      'GET /channelsale/bankstatement/{id}': ['sale:bankstatement:view'],
      'POST /channelsale/bankstatement': ['sale:bankstatement:save'],
      'PUT /channelsale/bankstatement': ['sale:bankstatement:update'],
      'DELETE /channelsale/bankstatement/{id}': ['sale:bankstatement:delete'],
      'DELETE /channelsale/bankstatement': ['sale:bankstatement:delete'],
      'PUT /channelsale/bankstatement/claim': ['sale:bankstatement:claim'],
      'POST /channelsale/bankstatement/suggest': ['sale:bankstatement:claim'],
      'GET /channelsale/bankstatement/template': ['sale:bankstatement:import'],
      'POST /channelsale/bankstatement/import': ['sale:bankstatement:import'],
    },
  },
  {
    reason: 'opening balances: a document of ours',
    routes: {
      'GET /channelsale/opening/page': ['sale:opening:page'],
      'GET /channelsale/opening/export': ['sale:opening:export'],
      'POST /channelsale/opening/export': ['sale:opening:export'],
      'GET /channelsale/opening/{id}': ['sale:opening:view'],
      'POST /channelsale/opening': ['sale:opening:save'],
      'PUT /channelsale/opening': ['sale:opening:update'],
      'DELETE /channelsale/opening/{id}': ['sale:opening:delete'],
      'DELETE /channelsale/opening': ['sale:opening:delete'],
      'PUT /channelsale/opening/audit': ['sale:opening:audit'],
      'PUT /channelsale/opening/unaudit': ['sale:opening:unaudit'],
      'PUT /channelsale/opening/cancel': ['sale:opening:cancel'],
      'PUT /channelsale/opening/lock': ['sale:opening:lock'],
      'GET /channelsale/opening': ['sale:opening:page'],
      'PUT /channelsale/opening/date': ['sale:opening:import'],
      'GET /channelsale/opening/stock/template': ['sale:opening:import'],
      'POST /channelsale/opening/stock/import': ['sale:opening:import'],
      'GET /channelsale/opening/money/template': ['sale:opening:import'],
      'POST /channelsale/opening/money/import': ['sale:opening:import'],
      'GET /channelsale/opening/rebate/template': ['sale:opening:import'],
      'POST /channelsale/opening/rebate/import': ['sale:opening:import'],
      'GET /channelsale/opening/credit/template': ['sale:opening:import'],
      'POST /channelsale/opening/credit/import': ['sale:opening:import'],
    },
  },
  {
    reason: 'simulation of promotions (amendment B9): a call of ours; the activity and its orders are asked for inside',
    routes: { 'POST /channelsale/promotion/simulate': ['promotion:activity:simulate'] },
  },
  {
    reason: 'price changes: a document of ours',
    routes: {
      'GET /channelsale/price/change/page': ['sale:pricechange:page'],
      'GET /channelsale/price/change/export': ['sale:pricechange:export'],
      'POST /channelsale/price/change/export': ['sale:pricechange:export'],
      'GET /channelsale/price/change/{id}': ['sale:pricechange:view'],
      'POST /channelsale/price/change/impact': ['sale:pricechange:save', 'sale:pricechange:view'],
      'POST /channelsale/price/change': ['sale:pricechange:save'],
      'PUT /channelsale/price/change': ['sale:pricechange:update'],
      'DELETE /channelsale/price/change/{id}': ['sale:pricechange:delete'],
      'DELETE /channelsale/price/change': ['sale:pricechange:delete'],
      'PUT /channelsale/price/change/audit': ['sale:pricechange:audit'],
      'PUT /channelsale/price/change/cancel': ['sale:pricechange:cancel'],
      'PUT /channelsale/price/change/stash': ['sale:pricechange:stash'],
      'PUT /channelsale/price/change/unstash': ['sale:pricechange:unstash'],
      'PUT /channelsale/price/change/approve': ['sale:pricechange:approve'],
      'PUT /channelsale/price/change/reject': ['sale:pricechange:approve'],
    },
  },
];
