import { defineEntity } from '#platform/model/entity.ts';
import { image, text } from '#platform/model/field.ts';

/**
 * How one tenant wants to be seen. It belongs to that tenant: the platform's global config speaks for those that have
 * none.
 */
export const tenantConfig = defineEntity({
  name: 'sys:tenantconfig',
  knownAs: 'branding',
  label: ['租户配置', '租戶設定', 'Tenant config'],
  path: '/sys/tenant/config',
  readBy: 'page',
  without: ['export'],
  codeField: 'backstageName',
  nameField: 'backstageName',
  fields: {
    backstageName: text(['后台名称', '後台名稱', 'Back-office name']),
    mallName: text(['商城名称', '商城名稱', 'Mall name']),
    themeColor: text(['主题色', '主題色', 'Theme colour']),
    logoUrl: image(['Logo', 'Logo', 'Logo']),
    loginBackgroundUrl: image(['登录背景', '登入背景', 'Login background']),
    loginLogoUrl: image(['登录Logo', '登入Logo', 'Login logo']),
    homePageLogoUrl: image(['首页Logo', '首頁Logo', 'Home-page logo']),
    registerCode: text(['备案号', '備案號', 'Filing no.'], { max: 50 }),
  },
  list: {
    columns: ['backstageName', 'mallName', 'themeColor', 'registerCode', 'creatorName', 'createDate'],
    filters: [],
  },
  screen: { area: 'system', url: 'sys/tenantconfig', sort: 173, title: ['租户配置', '租戶設定', 'Tenant config'] },
});
