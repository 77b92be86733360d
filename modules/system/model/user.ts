import { defineEntity } from '#platform/model/entity.ts';
import { choice, flag, image, instant, ref, refs, secret, text, type RefTarget } from '#platform/model/field.ts';
import { enabled, remark, yesNo } from '#platform/model/preset.ts';
import { arrivingCode, upward } from './arriving.ts';
import { accountRank, gender, userAccountType, verifyType } from './choices.ts';
import { menu } from './menu.ts';
import { organization } from './organization.ts';
import { shippedNames } from './shipped-role.ts';

/**
 * Grants menus and buttons, and the rows that may be seen: departments, warehouses, organisations, brands, channels.
 */
export const role = defineEntity({
  name: 'sys:role',
  label: ['角色', '角色', 'Role'],
  path: '/sys/role',
  readBy: 'page',
  // What everybody may follows from them.
  stepUp: ['save', 'update', 'delete'],
  without: ['export', 'enable', 'disable'],
  unique: ['code'],
  fields: {
    code: text(['编码', '編碼', 'Code'], { max: 50 }),
    // Those that came with the tenant are called so in every language.
    name: text(['名称', '名稱', 'Name'], { required: true, words: shippedNames }),
    storageList: refs(['数据权限（仓库）', '資料權限（倉庫）', 'Data scope (warehouses)'], () => upward.storage),
    organizeList: refs(['数据权限（组织）', '資料權限（組織）', 'Data scope (organisations)'], () => organization),
    brandList: refs(['数据权限（品牌）', '資料權限（品牌）', 'Data scope (brands)'], () => upward.brand),
    channelList: refs(['数据权限（渠道）', '資料權限（渠道）', 'Data scope (channels)'], () => upward.channel),
    status: enabled(),
    remark: remark(),
    // Only what the editor holds can be handed on, so only that is offered.
    menuList: refs(['菜单权限', '選單權限', 'Menu scope'], () => menu, {
      tree: { from: '/sys/menu/select', takesParents: true },
    }),
    deptList: refs(['数据权限（部门）', '資料權限（部門）', 'Data scope (departments)'], () => upward.dept, {
      tree: {},
    }),
  },
  list: {
    columns: ['code', 'name', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  screen: { area: 'system', url: 'sys/role', sort: 170, title: ['角色管理', '角色管理', 'Roles'] },
});

export const user = defineEntity({
  name: 'sys:user',
  label: ['用户', '使用者', 'User'],
  path: '/sys/user',
  codeField: 'username',
  nameField: 'realName',
  // Accounts from outside see those who stand for the same.
  owner: { customer: 'customerCode', supplier: 'supplierCode' },
  fields: {
    username: text(['用户名', '使用者名稱', 'Username'], { max: 50, required: true }),
    realName: text(['姓名', '姓名', 'Full name'], { max: 50, required: true }),
    password: secret(['密码', '密碼', 'Password']),
    confirmPassword: secret(['确认密码', '確認密碼', 'Confirm password']),
    gender: choice(['性别', '性別', 'Gender'], gender),
    email: text(['邮箱', '電子郵件', 'Email'], { format: 'email', guarded: true }),
    mobile: text(['手机号', '手機號', 'Mobile'], { max: 20, format: 'phone', guarded: true }),
    headUrl: image(['头像', '頭像', 'Avatar']),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    // Answered from organizeCode: two stored keys of one organisation could disagree.
    organizeId: ref(['组织', '組織', 'Organisation'], () => organization, { key: 'id', kept: true, virtual: true }),
    deptId: ref(['部门', '部門', 'Department'], () => upward.dept, { key: 'id' }),
    roleIdList: refs(['角色', '角色', 'Roles'], () => role),
    // Told with every row of the list, in the order of their codes.
    roleNames: text(['角色', '角色', 'Roles'], { kept: true, virtual: true, words: shippedNames }),
    // Beside those of the roles: together they are what the user has power over.
    organizeList: refs(['数据权限（组织）', '資料權限（組織）', 'Data scope (organisations)'], () => organization),
    storageList: refs(['数据权限（仓库）', '資料權限（倉庫）', 'Data scope (warehouses)'], () => upward.storage),
    brandList: refs(['数据权限（品牌）', '資料權限（品牌）', 'Data scope (brands)'], () => upward.brand),
    channelList: refs(['数据权限（渠道）', '資料權限（渠道）', 'Data scope (channels)'], () => upward.channel),
    accountType: choice(['账户类型', '帳戶類型', 'Account type'], userAccountType, { default: '0' }),
    accountRank: choice(['主子账号', '主子帳號', 'Main or sub account'], accountRank, { default: '0' }),
    mainUserId: ref(['主用户', '主使用者', 'Main user'], (): RefTarget => user, { key: 'id' }),
    customerCode: arrivingCode(['客户编码', '客戶編碼', 'Customer code'], 'customer'),
    supplierCode: arrivingCode(['供应商编码', '供應商編碼', 'Supplier code'], 'supplier'),
    personnelCode: arrivingCode(['人员编码', '人員編碼', 'Personnel code'], 'personnel'),
    verifyType: choice(['验证方式', '驗證方式', 'Verification'], verifyType, { default: '0' }),
    // Taken from a request body these two would let an account raise itself.
    superAdmin: choice(['超级管理员', '超級管理員', 'Super administrator'], yesNo, { default: '0', kept: true }),
    superTenant: choice(['超级租户', '超級租戶', 'Super tenant'], yesNo, { default: '0', kept: true }),
    lockFlag: flag(['锁定', '鎖定', 'Locked'], { kept: true }),
    lastLoginDate: instant(['最近登录时间', '最近登入時間', 'Last login'], { kept: true }),
    status: enabled(),
  },
  list: {
    columns: [
      'username',
      'realName',
      'roleNames',
      'deptName',
      'email',
      'mobile',
      'gender',
      'accountType',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['username', 'realName', 'mobile', 'deptId', 'accountType', 'status'],
  },
  screen: { area: 'system', url: 'sys/user', sort: 171, title: ['用户管理', '使用者管理', 'Users'] },
  picker: { columns: ['username', 'deptName', 'email', 'mobile'], filters: ['username'], width: '80%' },
});
