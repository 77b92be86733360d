import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const report = defineModule({
  name: 'report',
  label: ['报表', '報表', 'Reports'],
  areas: [
    { key: 'report', label: ['报表中心', '報表中心', 'Reports'], sort: 152, icon: 'BarChartOutlined' },
    { key: 'statistics', label: ['统计分析', '統計分析', 'Statistics'], sort: 154, icon: 'LineChartOutlined' },
  ],
  nouns,
});
