import { material } from '#data/model/material.ts';
import { data } from '#data/model/module.ts';
import { product } from '#data/model/product.ts';
import { labelActions } from '#data/web/label-actions.ts';
import { message } from '#message/model/module.ts';
import { mailActions, smsActions } from '#message/web/actions.ts';
import type { RulesOfPickers, OwnActions, OwnInputs, OwnLines, OwnPickers, OwnSections, Pages } from '#platform/web/registry.ts';
import { sales } from '#sales/model/module.ts';
import { stock } from '#stock/model/module.ts';
import { system } from '#system/model/module.ts';
import { workflow } from '#workflow/model/module.ts';
import { storageActions } from '#system/web/storage-actions.ts';
import { userActions } from '#system/web/user-actions.ts';

/** The one line that a new module costs the browser. */
export const modules = [system, message, data, workflow, stock, sales];

/** And the line that a page of its own costs. */
export const pages: Pages = {
  'oss/oss': async () => (await import('#system/web/storage.tsx')).Storage,
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
