import { defineEntity } from '#platform/model/entity.ts';
import { choice, dict, image, instant, text } from '#platform/model/field.ts';
import { sort } from '#platform/model/preset.ts';
import { publishStatus } from './choices.ts';

export const news = defineEntity({
  name: 'sys:news',
  label: ['新闻', '新聞', 'News'],
  path: '/sys/news',
  readBy: 'page',
  without: ['export', 'enable', 'disable'],
  codeField: 'title',
  nameField: 'title',
  unique: [],
  fields: {
    title: text(['标题', '標題', 'Title'], { required: true }),
    type: dict(['类型', '類型', 'Type'], 'news_type'),
    summary: text(['摘要', '摘要', 'Summary'], { max: 500, format: 'multiline' }),
    content: text(['内容', '內容', 'Content'], { max: 100_000, format: 'html', required: true }),
    coverUrl: image(['封面', '封面', 'Cover']),
    status: choice(['状态', '狀態', 'Status'], publishStatus, { kept: true, default: '0' }),
    publishDate: instant(['发布时间', '發布時間', 'Published at'], { kept: true }),
    author: text(['作者', '作者', 'Author']),
    sort: sort(),
  },
  list: {
    columns: ['title', 'type', 'publishDate', 'author', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['title', 'type', 'status'],
  },
  screen: { area: 'system', url: 'sys/news', sort: 164, title: ['新闻管理', '新聞管理', 'News'] },
  verbs: {
    publish: { label: ['发布', '發布', 'Publish'], when: { status: ['0'] } },
    unpublish: { label: ['撤回', '撤回', 'Withdraw'], when: { status: ['1'] }, grantedBy: 'publish' },
  },
});
