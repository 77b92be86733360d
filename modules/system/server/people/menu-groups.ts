import type { AreaGroup } from '#platform/model/module.ts';

/** Headings of the system's own screens. */
export const systemGroups: readonly AreaGroup[] = [
  {
    label: ['组织与权限', '組織與權限', 'People and rights'],
    screens: ['sys/organization', 'sys/user', 'sys/role', 'sys/menu', 'sys/appuser', 'sys/filepermission'],
  },
  {
    label: ['设置', '設定', 'Settings'],
    screens: [
      'sys/params',
      'sys/tenantconfig',
      'sys/globalconfig',
      'sys/accountperiod',
      'sys/flownotype',
      'sys/dict',
      'sys/dictdata',
      'sys/region',
    ],
  },
  {
    label: ['消息与公告', '訊息與公告', 'Messages and news'],
    screens: ['sys/mynotice', 'sys/notice', 'sys/message', 'sys/news', 'sys/carousel'],
  },
  {
    label: ['日志', '日誌', 'Logs'],
    screens: ['sys/operationlog', 'sys/loginlog', 'sys/errorlog', 'sys/interfacelog'],
  },
  { label: ['维护', '維護', 'Maintenance'], screens: ['sys/cache', 'sys/version', 'sys/about'] },
];
