import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const data = defineModule({
  name: 'data',
  label: ['基础数据', '基礎資料', 'Master data'],
  areas: [{ key: 'masterData', label: ['基础数据', '基礎資料', 'Master data'], sort: 30, icon: 'DatabaseOutlined' }],
  nouns,
});
