import { defineEntity } from '#platform/model/entity.ts';
import { choice, date, image, text } from '#platform/model/field.ts';
import { enabled, sort } from '#platform/model/preset.ts';
import { carouselTarget } from './choices.ts';

export const carousel = defineEntity({
  name: 'sys:carousel',
  label: ['轮播图', '輪播圖', 'Carousel'],
  path: '/sys/carousel',
  readBy: 'page',
  without: ['export'],
  codeField: 'title',
  nameField: 'title',
  unique: [],
  fields: {
    title: text(['标题', '標題', 'Title'], { required: true }),
    imageUrl: image(['图片', '圖片', 'Image'], { required: true }),
    linkUrl: text(['跳转链接', '跳轉連結', 'Link']),
    place: choice(['位置', '位置', 'Place'], carouselTarget, { default: '0' }),
    startDate: date(['开始日期', '開始日期', 'Start date']),
    endDate: date(['结束日期', '結束日期', 'End date']),
    sort: sort(),
    status: enabled(),
  },
  list: {
    columns: ['title', 'linkUrl', 'place', 'startDate', 'endDate', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['title', 'place', 'status'],
  },
  screen: { area: 'system', url: 'sys/carousel', sort: 155, title: ['轮播图', '輪播圖', 'Carousel'] },
});
