import { defineEntity } from '#platform/model/entity.ts';
import { choice, dict, text } from '#platform/model/field.ts';
import { code, enabled, name, sort } from '#platform/model/preset.ts';
import { manageFlag, orgType } from './choices.ts';

/** Prices, periods and parameters that name no organisation are those of all. */
export const everyOrganization = ['全部组织', '全部組織', 'All organisations'] as const;

export const organization = defineEntity({
  name: 'sys:organization',
  knownAs: 'organization',
  label: ['组织', '組織', 'Organisation'],
  path: '/sys/organization',
  slim: ['type', 'manageFlag'],
  without: ['import'],
  tree: true,
  fields: {
    code: code(),
    name: name(),
    type: choice(['类型', '類型', 'Type'], orgType, { default: '0' }),
    manageFlag: choice(['管理组织', '管理組織', 'Managing organisation'], manageFlag, { default: '0' }),
    linkman: text(['联系人', '聯絡人', 'Contact'], { max: 50 }),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { max: 20, format: 'phone' }),
    address: text(['地址', '地址', 'Address'], { max: 200 }),
    erpCode: dict(['ERP编码', 'ERP編碼', 'ERP code'], 'erp_organization'),
    sort: sort(),
    status: enabled(),
  },
  list: {
    columns: [
      'code',
      'name',
      'manageFlag',
      'parentName',
      'type',
      'linkman',
      'phone',
      'address',
      'sort',
      'erpCode',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'manageFlag', 'type', 'erpCode', 'status'],
  },
  screen: { area: 'system', url: 'sys/organization', sort: 167, title: ['组织管理', '組織管理', 'Organisations'] },
  picker: { columns: ['code', 'name', 'tenantCode', 'tenantName'], filters: ['code', 'name'], width: '1080px' },
});
