import { defineEntity } from '#platform/model/entity.ts';
import { ref, text } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { customerArea } from './customer-trait.ts';
import { dept, personnel } from '#data/model/staff/staff.ts';

export const manager = defineEntity({
  name: 'data:manager',
  label: ['客户经理', '客戶經理', 'Manager'],
  path: '/data/bd/manager',
  fields: {
    code: code(),
    name: name(),
    personnelCode: ref(['人员编码', '人員編碼', 'Personnel code'], () => personnel),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { max: 20, format: 'phone', guarded: true }),
    areaCode: ref(['区域编码', '區域編碼', 'Area code'], () => customerArea),
    remark: remark(),
    status: enabled(),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
  },
  list: {
    columns: [
      'code',
      'name',
      'personnelCode',
      'deptName',
      'phone',
      'areaCode',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'personnelCode', 'deptCode', 'areaCode', 'organizeCode', 'status'],
  },
  screen: { area: 'masterData', url: 'data/manager', sort: 47, title: ['客户经理', '客戶經理', 'Managers'] },
});
