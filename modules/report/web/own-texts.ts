import type { Label } from '#platform/model/label.ts';

export const ownTexts = {
  title: ['自定义报表', '自訂報表', 'Own report'],
  open: ['打开报表', '開啟報表', 'Open report'],
  chooseSource: ['请先选择数据来源', '請先選擇資料來源', 'Choose a data source first'],
  figures: ['指标', '指標', 'Figures'],
  main: ['主指标', '主指標', 'Main figure'],
  conditions: ['条件', '條件', 'Conditions'],
  addCondition: ['添加条件', '新增條件', 'Add a condition'],
  removeCondition: ['删除条件', '刪除條件', 'Remove the condition'],
  chooseValues: ['选择或输入值', '選擇或輸入值', 'Choose or type values'],
  noCondition: [
    '没有条件：显示查看人有权看到的全部数据',
    '沒有條件：顯示檢視人有權看到的全部資料',
    'None: everything that whoever looks may see',
  ],
  preview: ['预览', '預覽', 'Preview'],
  previewFirst: ['前 {n} 行，按您的数据权限', '前 {n} 列，按您的資料權限', 'First {n} rows, of what you may see'],
  off: ['报表已停用或不存在', '報表已停用或不存在', 'The report was switched off or is gone'],
  allMeasures: ['全部指标', '全部指標', 'All figures'],
} as const satisfies Readonly<Record<string, Label>>;
