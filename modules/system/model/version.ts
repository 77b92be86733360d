import { defineEntity } from '#platform/model/entity.ts';
import { choice, date, flag, text } from '#platform/model/field.ts';
import { publishStatus, versionPlatform } from './choices.ts';

export const sysVersion = defineEntity({
  name: 'sys:version',
  label: ['版本信息', '版本資訊', 'Version'],
  path: '/sys/version',
  realm: 'global',
  readBy: 'page',
  without: ['export', 'enable', 'disable'],
  codeField: 'versionCode',
  nameField: 'title',
  unique: ['platform', 'versionCode'],
  fields: {
    versionCode: text(['版本号', '版本號', 'Version code'], { max: 50, required: true }),
    platform: choice(['平台', '平台', 'Platform'], versionPlatform, { default: '0' }),
    releaseDate: date(['发布日期', '發布日期', 'Release date'], { required: true }),
    title: text(['标题', '標題', 'Title'], { required: true }),
    content: text(['内容', '內容', 'Content'], { max: 100_000, format: 'html', required: true }),
    forceFlag: flag(['强制更新', '強制更新', 'Forced update']),
    downloadUrl: text(['下载地址', '下載地址', 'Download URL']),
    status: choice(['状态', '狀態', 'Status'], publishStatus, { default: '0' }),
  },
  list: {
    columns: [
      'versionCode',
      'platform',
      'releaseDate',
      'title',
      'forceFlag',
      'downloadUrl',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['title', 'platform', 'status'],
  },
  screen: { area: 'system', url: 'sys/version', sort: 172, title: ['版本管理', '版本管理', 'Versions'] },
});
