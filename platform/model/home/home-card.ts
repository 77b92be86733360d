import type { Label } from '#platform/model/label.ts';

/** What a home page can be made of; a page without a layout of its own shows them all, in this order. */
export const homeCards = {
  figures: ['经营数据', '營運數據', 'Key figures'],
  waiting: ['等我处理', '等我處理', 'Waiting'],
  todo: ['待办', '待辦', 'To do'],
  recent: ['最近单据', '最近單據', 'Recent documents'],
  charts: ['近两周单据', '近兩週單據', 'Documents of the last 14 days'],
  notices: ['通知', '通知', 'Notices'],
  news: ['新闻', '新聞', 'News'],
  shortcuts: ['常用功能', '常用功能', 'Frequently used'],
  menu: ['全部功能', '全部功能', 'All screens'],
} as const satisfies Readonly<Record<string, Label>>;
export type HomeCard = keyof typeof homeCards;
