import { defineEntity } from '#platform/model/entity.ts';
import { choice, dict, json } from '#platform/model/field.ts';
import { code, enabled, name, remark, sort } from '#platform/model/preset.ts';
import { viewChoices } from './own-report.ts';

/** A report that people of a tenant put together themselves: which view of figures, and what of it. Never SQL. */
export const reportDefinition = defineEntity({
  name: 'report:definition',
  label: ['报表定义', '報表定義', 'Report definition'],
  path: '/report/definition',
  readBy: 'page',
  fields: {
    code: code(),
    name: name(),
    reportType: dict(['报表类型', '報表類型', 'Report type'], 'report_type', { required: true }),
    chartType: dict(['图表类型', '圖表類型', 'Chart type'], 'chart_type', { required: true, default: 'bar' }),
    dataSource: choice(['数据来源', '資料來源', 'Data source'], viewChoices, { required: true }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    columns: json(['行列与指标', '列欄與指標', 'Rows, columns and figures'], { required: true }),
    filters: json(['期间与条件', '期間與條件', 'Period and conditions']),
  },
  list: {
    columns: ['code', 'name', 'reportType', 'chartType', 'dataSource', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'reportType', 'chartType', 'status'],
  },
  screen: { area: 'report', url: 'report/definition', sort: 98, title: ['报表配置', '報表設定', 'Report definitions'] },
});
