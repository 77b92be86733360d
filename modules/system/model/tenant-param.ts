import { defineEntity } from '#platform/model/entity.ts';
import { dict, ref, text } from '#platform/model/field.ts';
import { code, enabled, remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from './organization.ts';
import { parameterLabels } from '#system/model/parameter/parameter-labels.ts';

/** Those that came with the tenant are called in every language what they are called in the list of parameters. */
const names = Object.fromEntries(Object.values(parameterLabels).map((label) => [label[0], label]));

export const tenantParam = defineEntity({
  name: 'tenant:params',
  label: ['租户参数', '租戶參數', 'Tenant parameter'],
  path: '/sys/tenant/params',
  // Every screen behaves by what they say.
  slim: ['value', 'typeCode'],
  listed: true,
  readBy: 'plain',
  without: ['export', 'enable', 'disable'],
  // An organisation's value stands beside the tenant's.
  unique: ['organizeCode', 'code'],
  fields: {
    code: code(),
    name: text(['名称', '名稱', 'Name'], { required: true, words: names }),
    value: text(['值', '值', 'Value'], { required: true }),
    typeCode: dict(['类型编码', '類型編碼', 'Type code'], 'tenant_params_type', { required: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'value', 'typeCode', 'organizeName', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'typeCode', 'status'],
    isReadPlain: true,
  },
  screen: { area: 'tenant', url: 'tenant/params', sort: 179, title: ['租户参数', '租戶參數', 'Tenant parameters'] },
});
