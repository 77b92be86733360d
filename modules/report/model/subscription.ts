import { defineEntity } from '#platform/model/entity.ts';
import { choice, date, ref, refs } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { user } from '#system/model/user.ts';
import { reportDefinition } from './definition.ts';

export const mailedEvery = {
  day: ['每天', '每天', 'Every day'],
  week: ['每周一', '每週一', 'Every Monday'],
  month: ['每月1日', '每月1日', 'First of the month'],
} as const;

export const mailLanguage = {
  'zh-CN': ['简体中文', '簡體中文', 'Simplified Chinese'],
  'zh-TW': ['繁體中文', '繁體中文', 'Traditional Chinese'],
  'en-US': ['English', 'English', 'English'],
} as const;

/**
 * The figures of a definition by mail, on a day that comes back. Each reader gets what he himself may see on that day,
 * and nothing once he may not see the report any more.
 */
export const reportSubscription = defineEntity({
  name: 'report:subscription',
  label: ['报表订阅', '報表訂閱', 'Report subscription'],
  path: '/report/subscription',
  readBy: 'page',
  fields: {
    code: code(),
    name: name(),
    definitionCode: ref(['报表编码', '報表編碼', 'Report code'], () => reportDefinition, { required: true }),
    every: choice(['发送周期', '傳送週期', 'Sent'], mailedEvery, { required: true, default: 'week' }),
    startDate: date(['开始日期', '開始日期', 'From'], { required: true }),
    language: choice(['邮件语言', '郵件語言', 'Language of the mail'], mailLanguage, { default: 'zh-CN' }),
    userIdList: refs(['收件人', '收件人', 'Readers'], () => user, { required: true }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'definitionCode',
      'every',
      'startDate',
      'language',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'definitionCode', 'every', 'status'],
  },
  screen: {
    area: 'report',
    url: 'report/subscription',
    sort: 99,
    title: ['报表订阅', '報表訂閱', 'Report subscriptions'],
  },
});
