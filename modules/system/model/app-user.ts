import { defineEntity } from '#platform/model/entity.ts';
import { choice, flag, image, instant, ref, text, type RefTarget } from '#platform/model/field.ts';
import { enabled } from '#platform/model/preset.ts';
import { upward } from './arriving.ts';
import { userAccountType } from './choices.ts';

export const appUser = defineEntity({
  name: 'sys:appuser',
  label: ['App用户', 'App使用者', 'App user'],
  path: '/sys/appuser',
  without: ['import'],
  readBy: 'page',
  codeField: 'username',
  nameField: 'realName',
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  fields: {
    username: text(['用户名', '使用者名稱', 'Username'], { required: true }),
    realName: text(['姓名', '姓名', 'Full name']),
    mobile: text(['手机号', '手機號', 'Mobile'], { max: 20, format: 'phone', required: true }),
    email: text(['邮箱', '電子郵件', 'Email'], { format: 'email' }),
    status: enabled(),
    accountType: choice(['账户类型', '帳戶類型', 'Account type'], userAccountType, { default: '1' }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => upward.customer),
    mainUserFlag: flag(['是否主用户', '是否主使用者', 'Main user'], { default: '1' }),
    mainUserId: ref(['主用户', '主使用者', 'Main user'], (): RefTarget => appUser, { key: 'id' }),
    openId: text(['微信OpenID', '微信OpenID', 'WeChat OpenID']),
    lastLoginDate: instant(['最近登录时间', '最近登入時間', 'Last login'], {
      kept: true,
      none: ['从未登录', '從未登入', 'Never'],
    }),
    headUrl: image(['头像', '頭像', 'Avatar']),
  },
  list: {
    columns: [
      'username',
      'realName',
      'mobile',
      'email',
      'accountType',
      'customerName',
      'mainUserFlag',
      'lastLoginDate',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['username', 'customerCode', 'accountType', 'status'],
  },
  screen: { area: 'system', url: 'sys/appuser', sort: 153, title: ['App用户', 'App使用者', 'App users'] },
});
