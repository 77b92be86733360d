import { image, text, type Fields } from '#platform/model/field.ts';
import { definePage } from '#platform/model/page.ts';

/** How the installation is seen: names, colour and pictures, read by everybody before the login. */
export const globalConfigFields = {
  globalAppName: text(['应用名称', '應用名稱', 'Application name'], { max: 50 }),
  globalRegisterCode: text(['备案号', '備案號', 'Filing no.']),
  globalThemeColor: text(['主题色', '主題色', 'Theme colour'], { max: 20 }),
  backstageName: text(['后台名称', '後台名稱', 'Back-office name'], { max: 50 }),
  mallName: text(['商城名称', '商城名稱', 'Mall name'], { max: 50 }),
  globalLogoUrl: image(['全局Logo', '全域Logo', 'Global logo']),
  loginBackgroundUrl: image(['登录背景', '登入背景', 'Login background']),
  loginLogoUrl: image(['登录Logo', '登入Logo', 'Login logo']),
  homePageLogoUrl: image(['首页Logo', '首頁Logo', 'Home-page logo']),
} as const satisfies Fields;

export const globalConfig = definePage({
  name: 'sys:globalconfig',
  label: ['全局配置', '全域設定', 'Global config'],
  realm: 'P',
  grants: { view: ['查看', '檢視', 'View'], update: ['修改', '修改', 'Edit'] },
  screen: { area: 'system', url: 'sys/globalconfig', sort: 161, title: ['全局配置', '全域設定', 'Global config'] },
});

/** The lists that browsers keep: how long each is, which version it has, how often a browser already had it. */
export const cache = definePage({
  name: 'sys:cache',
  label: ['缓存', '快取', 'Cache'],
  realm: 'A',
  grants: { page: ['查询', '查詢', 'Query'], delete: ['清除', '清除', 'Clear'] },
  screen: { area: 'system', url: 'sys/cache', sort: 154, title: ['缓存管理', '快取管理', 'Cache'] },
});

export const about = definePage({
  name: 'sys:about',
  label: ['关于软件', '關於軟體', 'About'],
  realm: 'A',
  grants: { view: ['查看', '檢視', 'View'] },
  screen: { area: 'system', url: 'sys/about', sort: 151, title: ['关于软件', '關於軟體', 'About'] },
});

/** A month of the books is closed here, with what keeps it open; its right to close is that of the period. */
export const periodClose = definePage({
  name: 'sys:periodclose',
  label: ['期间结账', '期間結帳', 'Period close'],
  realm: 'B',
  grants: { page: ['查询', '查詢', 'Query'] },
  screen: { area: 'sale', url: 'sale/periodclose', sort: 146, title: ['期间结账', '期間結帳', 'Period close'] },
});
