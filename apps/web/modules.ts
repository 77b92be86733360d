import { data } from '#data/model/module.ts';
import { message } from '#message/model/module.ts';
import { mailActions, smsActions } from '#message/web/actions.ts';
import type { OwnActions, OwnInputs, OwnSections, Pages } from '#platform/web/registry.ts';
import { sales } from '#sales/model/module.ts';
import { stock } from '#stock/model/module.ts';
import { system } from '#system/model/module.ts';
import { storageActions } from '#system/web/storage-actions.ts';
import { userActions } from '#system/web/user-actions.ts';

/** The one line that a new module costs the browser. */
export const modules = [system, message, data, stock, sales];

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
  'oss:oss': storageActions,
  'sys:user': userActions,
  'message:mailtemplate': mailActions,
  'message:sms': smsActions,
};

/** Inputs of fields that need more than their kind gives. */
export const inputs: OwnInputs = {
  'tenant:homepage.layout': async () => (await import('#system/web/home-layout.tsx')).HomeLayout,
  'tenant:params.code': async () => (await import('#system/web/param-inputs.tsx')).ParamCode,
  'tenant:params.value': async () => (await import('#system/web/param-inputs.tsx')).ParamValue,
  'job:schedule.beanName': async () => (await import('#system/web/job-input.tsx')).JobInput,
  'job:schedule.params': async () => (await import('#system/web/job-params.tsx')).JobParams,
  'sys:notice.receiverIds': async () => (await import('#system/web/receivers-input.tsx')).ReceiversInput,
  'message:mailtemplate.variables': async () => (await import('#message/web/variables-input.tsx')).VariablesInput,
  'message:sms.platform': async () => (await import('#message/web/platform-input.tsx')).PlatformInput,
  'job:schedule.cronExpression': async () => (await import('#system/web/cron-input.tsx')).CronInput,
};

/** What a saved record shows below its fields. */
export const sections: OwnSections = {
  'sys:notice': async () => (await import('#system/web/notice-receipts.tsx')).NoticeReceipts,
  'sys:operationlog': async () => (await import('#system/web/operation-changes.tsx')).OperationChanges,
};
