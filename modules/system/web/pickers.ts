import type { Label } from '#platform/model/label.ts';
import type { Picker } from '#platform/web/registry/picker-rules.ts';

const oneUser: Label = ['请选择一个用户', '請選擇一個使用者', 'Please select exactly one user'];

/** By the names of the specification (001 §2.10). */
export const systemPickers = {
  organization: {
    noun: 'sys:organization',
    rules: { title: ['组织选择', '組織選擇', 'Organisation picker'], wholeFrom: '/sys/organization/powerList' },
  },
  tenant: { noun: 'tenant:tenant', rules: { title: ['集团选择', '集團選擇', 'Tenant picker'] } },
  subTenant: {
    noun: 'tenant:tenant',
    rules: {
      title: ['子租户选择', '子租戶選擇', 'Sub-tenant picker'],
      columns: ['tenantCode', 'tenantName'],
      filters: ['tenantCode', 'tenantName'],
      wholeFrom: '/sys/tenant/list/power',
      sends: { powerFlag: '1' },
    },
  },
  region: {
    noun: 'sys:region',
    rules: { title: ['区域选择', '區域選擇', 'Region picker'], none: ['请选择', '請選擇', 'Please choose'] },
  },
  // Exactly one is asked for: nobody is told the same in two ways.
  user: {
    noun: 'sys:user',
    rules: { title: ['用户选择', '使用者選擇', 'User picker'], key: 'id', tooMany: oneUser, none: oneUser },
  },
} as const satisfies Readonly<Record<string, Picker>>;
