import { material } from '#data/model/goods/material.ts';
import { data } from '#data/model/module.ts';
import { product } from '#data/model/goods/product.ts';
import { labelActions } from '#data/web/label-actions.ts';
import { message } from '#message/model/module.ts';
import { mailActions, smsActions } from '#message/web/actions.ts';
import type {
  Badges,
  BillBar,
  ParamPages,
  RulesOfPickers,
  OwnActions,
  OwnInputs,
  OwnLines,
  OwnLiveLines,
  OwnPickers,
  OwnSections,
  Pages,
} from '#platform/web/registry/registry.ts';
import { funds } from '#funds/model/module.ts';
import { price } from '#price/model/module.ts';
import { sales } from '#sales/model/module.ts';
import { bankStatementActions } from '#funds/web/bank-statement-actions.ts';
import { deliveryActions, releaseActions } from '#sales/web/delivery/delivery-actions.ts';
import { orderActions } from '#sales/web/order/order-actions.ts';
import { stock } from '#stock/model/module.ts';
import { inoutActions } from '#stock/web/inout-actions.ts';
import { system } from '#system/model/module.ts';
import { workflow } from '#workflow/model/module.ts';
import { countTodo } from '#workflow/web/task/badge.ts';
import { hubExchangeActions, hubSqlActions, hubTaskActions } from '#workflow/web/hub/hub-actions.ts';
import { modelActions } from '#workflow/web/process/model-actions.ts';
import { processActions } from '#workflow/web/process/process-actions.ts';
import { processTexts } from '#workflow/web/process/process-texts.ts';
import {
  applicationActions,
  billActions as actionsOfBills,
  runningActions,
  todoActions,
} from '#workflow/web/task/task-actions.ts';
import { taskLabels } from '#workflow/web/task/task-labels.ts';
import { storageActions } from '#system/web/storage-actions.ts';
import { userActions } from '#system/web/user-actions.ts';

/** The one line that a new module costs the browser. */
export const modules = [system, message, data, workflow, stock, price, funds, sales];

/** And the line that a page of its own costs. */
export const pages: Pages = {
  'activiti/deployment': async () => (await import('#workflow/web/process/process-deployment.tsx')).DeploymentPage,
  'activiti/todo': async () => (await import('#workflow/web/task/task-lists.tsx')).TodoPage,
  'activiti/joined': async () => (await import('#workflow/web/task/task-lists.tsx')).JoinedPage,
  'activiti/myapply': async () => (await import('#workflow/web/task/task-lists.tsx')).MyApplicationPage,
  'activiti/running': async () => (await import('#workflow/web/task/task-lists.tsx')).RunningPage,
  'oss/oss': async () => (await import('#system/web/storage.tsx')).Storage,
  'sale/opening': async () => (await import('#funds/web/opening.tsx')).OpeningPage,
  'sale/balance': async () => (await import('#funds/web/balance-page.tsx')).BalancePage,
  'stock/enquiry': async () => (await import('#stock/web/enquiry-page.tsx')).EnquiryPage,
  'stock/deliveryrelease': async () => (await import('#sales/web/delivery/release-page.tsx')).ReleasePage,
  'sys/about': async () => (await import('#system/web/about.tsx')).AboutPage,
  'sys/cache': async () => (await import('#system/web/cache.tsx')).Cache,
  'sys/globalconfig': async () => (await import('#system/web/global-config.tsx')).GlobalConfig,
  'sys/mynotice': async () => (await import('#system/web/my-notice.tsx')).MyNotice,
};

/** And what a module does to chosen rows in a dialog of its own. */
export const actions: OwnActions = {
  'data:material': labelActions(material),
  'data:product': labelActions(product),
  'oss:oss': storageActions,
  'sys:user': userActions,
  'activiti:model': modelActions,
  'activiti:process': processActions,
  'activiti:todo': todoActions,
  'activiti:myapply': applicationActions,
  'activiti:running': runningActions,
  'approve:exchange': hubExchangeActions,
  'approve:sql': hubSqlActions,
  'approve:task': hubTaskActions,
  'order:order': orderActions,
  'order:delivery': deliveryActions,
  'stock:deliveryrelease': releaseActions,
  'sale:bankstatement': bankStatementActions,
  'stock:inout': inoutActions,
  'message:mailtemplate': mailActions,
  'message:sms': smsActions,
};

/** Inputs of fields that need more than their kind gives. */
export const inputs: OwnInputs = {
  'data:freeterm.ladderList': async () => (await import('#data/web/free-term-ladder.tsx')).FreeTermLadder,
  'tenant:homepage.layout': async () => (await import('#system/web/home-layout.tsx')).HomeLayout,
  'tenant:params.code': async () => (await import('#system/web/param-inputs.tsx')).ParamCode,
  'tenant:params.value': async () => (await import('#system/web/param-inputs.tsx')).ParamValue,
  'job:schedule.beanName': async () => (await import('#system/web/job-input.tsx')).JobInput,
  'job:schedule.params': async () => (await import('#system/web/job-params.tsx')).JobParams,
  'sys:notice.receiverIds': async () => (await import('#system/web/receivers-input.tsx')).ReceiversInput,
  'message:mailtemplate.variables': async () => (await import('#message/web/variables-input.tsx')).VariablesInput,
  'message:sms.platform': async () => (await import('#message/web/platform-input.tsx')).PlatformInput,
  'sys:role.storageList': async () => (await import('#data/web/warehouse-field.tsx')).WarehousesInput,
  'sys:user.storageList': async () => (await import('#data/web/warehouse-field.tsx')).WarehousesInput,
  'stock:enquiry.productCode': async () => (await import('#data/web/product-select-field.tsx')).ProductSelectField,
  'activiti:model.modelXml': async () => (await import('#workflow/web/designer/model-xml-input.tsx')).ModelXmlInput,
  'activiti:substitute.docTypes': async () => (await import('#workflow/web/task/doc-types-input.tsx')).DocTypesInput,
  'order:template.content': async () =>
    (await import('#sales/web/order/template-content-input.tsx')).TemplateContentInput,
  'sale:pricestrategy.scopes': async () => (await import('#price/web/scope-rows.tsx')).ScopeRows,
  'sale:ladderprice.sourceType': async () => (await import('#price/web/ladder-inputs.tsx')).LadderSourceType,
  'sale:ladderprice.sourceId': async () => (await import('#price/web/ladder-inputs.tsx')).LadderSource,
  'sale:ladderprice.ladderMode': async () => (await import('#price/web/ladder-inputs.tsx')).LadderMode,
  'job:schedule.cronExpression': async () => (await import('#system/web/cron-input.tsx')).CronInput,
};

/** What a saved record shows below its fields. */
export const sections: OwnSections = {
  'data:material': async () => (await import('#data/web/product-specs.tsx')).ProductSpecs,
  'data:product': async () => (await import('#data/web/product-specs.tsx')).ProductSpecs,
  'data:customer': async () => (await import('#data/web/customer-addresses.tsx')).CustomerAddresses,
  'sys:notice': async () => (await import('#system/web/notice-receipts.tsx')).NoticeReceipts,
  'sys:operationlog': async () => (await import('#system/web/operation-changes.tsx')).OperationChanges,
};

/** What the pickers do beside what the definitions of their nouns say. */
export const pickerRules: RulesOfPickers = async () => (await import('./pickers.ts')).rulesByNoun;

/** Dialogs of a module's own for choosing records of a noun. */
export const pickers: OwnPickers = {
  'data:material': async () => (await import('#data/web/product-picker.ts')).pickMaterials,
  'data:product': async () => (await import('#data/web/product-picker.ts')).pickProducts,
};

/** Where the lines of documents about a noun come from: its dialog, its matrix, a pasted sheet. */
export const lines: OwnLines = {
  'data:material': async () => (await import('#data/web/product-lines.ts')).productLines,
};

/** What is told of the lines of a document while they are written. */
export const liveLines: OwnLiveLines = {
  'order:order': async () => (await import('#sales/web/order/order-lines.tsx')).orderLines,
};

/** What a process adds to every document that it may decide on: in its form, and in its list. */
export const billBar = async (): Promise<BillBar> => (await import('#workflow/web/task/bill-bar.tsx')).BillBar;
export const billActions = actionsOfBills;

/** Pages about one record that are in nobody's menu. */
export const paramPages: ParamPages = {
  processModel: {
    title: processTexts.designer,
    load: async () => (await import('#workflow/web/designer/designer.tsx')).Designer,
  },
  processInstance: {
    title: taskLabels.processDetail,
    load: async () => (await import('#workflow/web/task/instance-detail.tsx')).InstanceDetail,
  },
};

/** What waits on pages of the menu. */
export const badges: Badges = { 'activiti/todo': countTodo };
