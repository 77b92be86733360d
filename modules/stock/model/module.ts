import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const stock = defineModule({
  name: 'stock',
  label: ['库存管理', '庫存管理', 'Stock'],
  areas: [{ key: 'stock', label: ['库存管理', '庫存管理', 'Stock'], sort: 150, icon: 'InboxOutlined' }],
  nouns,
});
