import { defineEntity } from '#platform/model/entity.ts';
import { choice, flag, integer, json, text } from '#platform/model/field.ts';
import { enabled, name } from '#platform/model/preset.ts';
import { menuType } from './choices.ts';

export const menu = defineEntity({
  name: 'sys:menu',
  label: ['菜单', '選單', 'Menu'],
  path: '/sys/menu',
  realm: 'global',
  readBy: 'page',
  tree: true,
  without: ['export', 'enable', 'disable'],
  // A menu has no code of its own; its permission string is what the rest of the product knows it by.
  codeField: 'permissions',
  fields: {
    name: name(),
    nameTw: text(['繁体名称', '繁體名稱', 'Traditional name']),
    nameEn: text(['英文名称', '英文名稱', 'English name']),
    type: choice(['类型', '類型', 'Type'], menuType, { required: true, default: '0' }),
    url: text(['链接', '連結', 'URL'], { max: 200 }),
    permissions: text(['授权标识', '授權標識', 'Permissions'], { max: 200 }),
    resourceList: json(['授权资源', '授權資源', 'Resources'], { kept: true }),
    icon: text(['图标', '圖示', 'Icon'], { max: 50 }),
    openStyle: flag(['打开方式', '開啟方式', 'Open style']),
    sort: integer(['排序', '排序', 'Sort'], { default: '0' }),
    status: enabled(),
  },
  list: {
    columns: [
      'name',
      'url',
      'type',
      'permissions',
      'parentName',
      'icon',
      'sort',
      'openStyle',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['name', 'type', 'status'],
  },
  screen: { area: 'system', url: 'sys/menu', sort: 165, title: ['菜单管理', '選單管理', 'Menus'] },
});
