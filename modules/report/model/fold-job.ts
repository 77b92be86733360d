import { defineJob } from '#platform/model/job.ts';

export const foldFigures = defineJob({
  name: 'foldFigures',
  label: ['汇总报表数据', '彙總報表資料', 'Add up figures'],
  remark: [
    '把有变动的日期重新汇总；停用也不影响报表的正确性，只影响速度',
    '把有變動的日期重新彙總；停用也不影響報表的正確性，只影響速度',
    'Adds up the days that changed again; without it reports are slower and just as right',
  ],
  params: {},
  isPerTenant: true,
});
