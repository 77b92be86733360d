import { defineEntity } from '#platform/model/entity.ts';
import { choice, date, flag, ref, text, type RefTarget } from '#platform/model/field.ts';
import { code, enabled, locked, name, remark, sort } from '#platform/model/preset.ts';
import { gender } from '#system/model/choices.ts';
import { organization } from '#system/model/organization.ts';
import { user } from '#system/model/user.ts';
import { personnelType } from './personnel-type.ts';

export const dept = defineEntity({
  name: 'data:dept',
  label: ['部门', '部門', 'Department'],
  path: '/data/bd/dept',
  slim: ['lockFlag'],
  tree: true,
  fields: {
    code: code(),
    name: name(),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    leaderCode: ref(['负责人编码', '負責人編碼', 'Leader code'], (): RefTarget => personnel),
    lockFlag: locked(),
    sort: sort(),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'organizeName',
      'parentName',
      'leaderName',
      'lockFlag',
      'sort',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'organizeCode', 'leaderCode', 'status'],
  },
  screen: {
    area: 'masterData',
    url: 'data/dept',
    sort: 42,
    title: ['部门', '部門', 'Departments'],
    byTenantFlag: true,
  },
  picker: { columns: ['name', 'code', 'organizeName', 'status'], filters: ['name', 'code'], width: '80%' },
});

export const personnel = defineEntity({
  name: 'data:personnel',
  label: ['人员', '人員', 'Personnel'],
  path: '/data/bd/personnel',
  groupedBy: 'deptCode',
  fields: {
    code: code(),
    name: name(),
    gender: choice(['性别', '性別', 'Gender'], gender),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { max: 20, format: 'phone', guarded: true }),
    email: text(['邮箱', '電子郵件', 'Email'], { format: 'email', guarded: true }),
    idCard: text(['身份证号', '身分證號', 'ID card'], { max: 30, guarded: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept, { required: true }),
    typeCode: ref(['类型编码', '類型編碼', 'Type code'], () => personnelType),
    entryDate: date(['入职日期', '入職日期', 'Entry date']),
    salesmanFlag: flag(['业务员标志', '業務員標誌', 'Salesperson']),
    userId: ref(['用户', '使用者', 'User'], () => user, { key: 'id' }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'gender',
      'phone',
      'deptName',
      'typeName',
      'organizeName',
      'email',
      'idCard',
      'entryDate',
      'salesmanFlag',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'deptCode', 'typeCode', 'organizeCode', 'gender', 'status'],
  },
  screen: {
    area: 'masterData',
    url: 'data/personnel',
    sort: 53,
    title: ['人员', '人員', 'Personnel'],
    byTenantFlag: true,
  },
  picker: {
    columns: ['code', 'name', 'gender', 'phone', 'deptCode', 'deptName', 'status'],
    filters: ['organizeCode', 'deptCode', 'code', 'name', 'status'],
    width: '80%',
  },
});
