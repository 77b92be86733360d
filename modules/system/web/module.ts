import { periodActions } from '#system/web/period/period-actions.ts';
import { storageActions } from '#system/web/storage-actions.ts';
import { userActions } from '#system/web/user-actions.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { system as model } from '#system/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const system: WebModule = {
  model,
  pages: {
    'oss/oss': async () => (await import('#system/web/storage.tsx')).Storage,
    'sale/periodclose': async () => (await import('#system/web/period/period-close.tsx')).PeriodClose,
    'sys/about': async () => (await import('#system/web/about.tsx')).AboutPage,
    'sys/cache': async () => (await import('#system/web/cache.tsx')).Cache,
    'sys/globalconfig': async () => (await import('#system/web/global-config.tsx')).GlobalConfig,
    'sys/params': async () => (await import('#system/web/parameter/parameters-page.tsx')).SystemParameters,
    'sys/role': async () => (await import('#system/web/role/role-page.tsx')).RolePage,
    'sys/mynotice': async () => (await import('#system/web/my-notice.tsx')).MyNotice,
    'tenant/params': async () => (await import('#system/web/parameter/parameters-page.tsx')).TenantParameters,
  },
  actions: {
    'oss:oss': storageActions,
    'sys:accountperiod': periodActions,
    'sys:user': userActions,
  },
  inputs: {
    'tenant:homepage.layout': async () => (await import('#system/web/home-layout.tsx')).HomeLayout,
    'tenant:params.code': async () => (await import('#system/web/parameter/param-inputs.tsx')).ParamCode,
    'tenant:params.value': async () => (await import('#system/web/parameter/param-inputs.tsx')).ParamValue,
    'job:schedule.beanName': async () => (await import('#system/web/job-input.tsx')).JobInput,
    'job:schedule.params': async () => (await import('#system/web/job-params.tsx')).JobParams,
    'sys:notice.receiverIds': async () => (await import('#system/web/receivers-input.tsx')).ReceiversInput,
    'job:schedule.cronExpression': async () => (await import('#system/web/cron-input.tsx')).CronInput,
  },
  paramPages: {
    periodClose: {
      title: ['期间结账', '期間結帳', 'Period close'],
      load: async () => (await import('#system/web/period/period-close.tsx')).PeriodClose,
    },
  },
  sections: {
    'sys:notice': async () => (await import('#system/web/notice-receipts.tsx')).NoticeReceipts,
    'sys:operationlog': async () => (await import('#system/web/operation-changes.tsx')).OperationChanges,
  },
  pickerRules: async () => (await import('#system/web/pickers.ts')).systemPickers,
};
