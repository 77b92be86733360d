import { defineEntity } from '#platform/model/entity.ts';
import { choice, date, refs, secret, text } from '#platform/model/field.ts';
import { enabled, name, remark, yesNo } from '#platform/model/preset.ts';
import { defaultZone, zones } from '#platform/model/zone.ts';
import { arrivingCode } from './arriving.ts';
import { distributorLevel, tenantLevel } from './choices.ts';
import { menu } from './menu.ts';

/** What the main account of a tenant may be given. */
export const tenantRole = defineEntity({
  name: 'tenant:role',
  label: ['租户角色', '租戶角色', 'Tenant role'],
  path: '/sys/tenant/role',
  realm: 'global',
  readBy: 'page',
  listed: true,
  without: ['export', 'enable', 'disable'],
  unique: ['code'],
  fields: {
    code: text(['编码', '編碼', 'Code'], { max: 50 }),
    name: name(),
    menuList: refs(['菜单权限', '選單權限', 'Menu scope'], () => menu),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  screen: { area: 'tenant', url: 'tenant/role', sort: 178, title: ['租户角色', '租戶角色', 'Tenant roles'] },
});

export const tenant = defineEntity({
  name: 'tenant:tenant',
  knownAs: 'tenant',
  label: ['租户', '租戶', 'Tenant'],
  path: '/sys/tenant',
  without: ['import'],
  realm: 'global',
  tree: true,
  paged: true,
  codeField: 'tenantCode',
  nameField: 'tenantName',
  unowned: 'The code is that of a customer of the tenant above: no account of this installation owns a tenant by it',
  // Everybody in it is out at once.
  stepUp: ['disable'],
  fields: {
    tenantCode: text(['租户编码', '租戶編碼', 'Tenant code'], { max: 50, format: 'tenantNo', required: true }),
    tenantName: text(['租户名称', '租戶名稱', 'Tenant name'], { required: true }),
    tenantLevel: choice(['租户级别', '租戶級別', 'Tenant level'], tenantLevel, { default: '1' }),
    distributorLevel: choice(['经销商级别', '經銷商級別', 'Distributor level'], distributorLevel, { default: '1' }),
    customerCode: arrivingCode(['客户编码', '客戶編碼', 'Customer code'], 'customer'),
    // Its days, its numbers by day and its schedules follow the clocks there.
    zone: choice(['时区', '時區', 'Time zone'], zones, { default: defaultZone }),
    expireDate: date(['到期日期', '到期日期', 'Expiry date']),
    username: text(['用户名', '使用者名稱', 'Username'], { max: 50, required: true }),
    password: secret(['密码', '密碼', 'Password']),
    confirmPassword: secret(['确认密码', '確認密碼', 'Confirm password']),
    realName: text(['姓名', '姓名', 'Full name'], { max: 50 }),
    email: text(['邮箱', '電子郵件', 'Email'], { format: 'email' }),
    mobile: text(['手机号', '手機號', 'Mobile'], { max: 20, format: 'phone' }),
    roleIdList: refs(['角色', '角色', 'Roles'], () => tenantRole),
    // What the first organisation is called; without them it is called as the tenant.
    organizeCode: text(['首个组织编码', '首個組織編碼', 'First organisation code'], { max: 50, virtual: true }),
    organizeName: text(['首个组织名称', '首個組織名稱', 'First organisation name'], { virtual: true }),
    // Taken from a request body these two would let a tenant raise itself.
    superTenant: choice(['超级租户', '超級租戶', 'Super tenant'], yesNo, { default: '0', kept: true }),
    sysTenant: choice(['系统租户', '系統租戶', 'System tenant'], yesNo, { default: '0', kept: true }),
    /** /1000/1001/: who is above whom, in one comparison. */
    path: text(['层级路径', '層級路徑', 'Path'], { max: 200, kept: true }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'tenantCode',
      'username',
      'realName',
      'email',
      'mobile',
      'parentName',
      'tenantLevel',
      'distributorLevel',
      'superTenant',
      'sysTenant',
      'expireDate',
      'customerCode',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['username', 'customerCode', 'tenantLevel', 'distributorLevel', 'superTenant', 'status'],
  },
  screen: { area: 'tenant', url: 'tenant/tenant', sort: 177, title: ['租户管理', '租戶管理', 'Tenants'] },
  picker: {
    columns: ['tenantCode', 'tenantName', 'status'],
    filters: ['tenantCode', 'tenantName', 'status'],
    width: '1200px',
  },
});
