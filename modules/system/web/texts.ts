import type { Label } from '#platform/model/label.ts';

export const settingsTexts = {
  look: ['外观', '外觀', 'Appearance'],
  savedForNext: ['已保存，重新打开页面后可见', '已儲存，重新開啟頁面後可見', 'Saved; pages opened from now on show it'],
  cacheKey: ['缓存键', '快取鍵', 'Cache key'],
  cacheName: ['缓存名称', '快取名稱', 'Cache name'],
  size: ['大小', '大小', 'Size'],
  version: ['版本', '版本', 'Version'],
  hitRate: ['命中率', '命中率', 'Hit rate'],
  asked: ['请求次数', '請求次數', 'Requests'],
  clear: ['清除', '清除', 'Clear'],
  cleared: ['已清除，各浏览器会重新读取', '已清除，各瀏覽器會重新讀取', 'Cleared; browsers read it again'],
  nothingFound: ['没有这样的缓存', '沒有這樣的快取', 'No such cache'],
  cacheHelp: [
    '命中：浏览器已有最新版本，服务器只回答“未改变”。数字属于回答本页的进程。',
    '命中：瀏覽器已有最新版本，伺服器只回答「未改變」。數字屬於回答本頁的程序。',
    'A hit: the browser already held the newest version and was told so. Figures are of the process that ' +
      'answered this page.',
  ],
} as const satisfies Readonly<Record<string, Label>>;
