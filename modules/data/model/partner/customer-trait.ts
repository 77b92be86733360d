import { defineEntity } from '#platform/model/entity.ts';
import { rate } from '#platform/model/field.ts';
import { code, enabled, name, remark, sort } from '#platform/model/preset.ts';

export const customerGroup = defineEntity({
  name: 'data:customergroup',
  label: ['客户组', '客戶組', 'Customer group'],
  path: '/data/bd/customer/group',
  fields: {
    code: code(),
    name: name(),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/customergroup',
    sort: 37,
    title: ['客户组', '客戶組', 'Customer groups'],
    byTenantFlag: true,
  },
});

export const customerTrade = defineEntity({
  name: 'data:customertrade',
  label: ['客户行业', '客戶行業', 'Customer industry'],
  path: '/data/bd/customer/trade',
  fields: {
    code: code(),
    name: name(),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/customertrade',
    sort: 38,
    title: ['客户行业', '客戶行業', 'Customer industries'],
    byTenantFlag: true,
  },
});

export const customerLevel = defineEntity({
  name: 'data:customerlevel',
  label: ['客户等级', '客戶等級', 'Customer rank'],
  path: '/data/bd/customer/level',
  fields: {
    code: code(),
    name: name(),
    sort: sort(),
    discountRate: rate(['折扣率', '折扣率', 'Discount rate']),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'sort', 'discountRate', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/customerlevel',
    sort: 39,
    title: ['客户等级', '客戶等級', 'Customer ranks'],
    byTenantFlag: true,
  },
});

export const customerArea = defineEntity({
  name: 'data:customerarea',
  label: ['客户区域', '客戶區域', 'Customer area'],
  path: '/data/bd/customer/area',
  tree: true,
  fields: {
    code: code(),
    name: name(),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/customerarea',
    sort: 40,
    title: ['客户区域', '客戶區域', 'Customer areas'],
    byTenantFlag: true,
  },
});
