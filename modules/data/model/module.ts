import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const data = defineModule({
  name: 'data',
  label: ['基础数据', '基礎資料', 'Master data'],
  areas: [
    { key: 'masterData', label: ['基础数据', '基礎資料', 'Master data'], sort: 30, icon: 'DatabaseOutlined' },
    // Tax codes, price classes and account types are master data that the menu keeps beside what uses them.
    { key: 'invoice', label: ['发票管理', '發票管理', 'Invoices'], sort: 40, icon: 'FileTextOutlined' },
    { key: 'sale', label: ['销售管理', '銷售管理', 'Sales'], sort: 140, icon: 'DollarOutlined' },
  ],
  nouns,
});
