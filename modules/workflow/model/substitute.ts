import { defineEntity } from '#platform/model/entity.ts';
import { date, json, ref } from '#platform/model/field.ts';
import { enabled, remark } from '#platform/model/preset.ts';
import { user } from '#system/model/user.ts';

/** While somebody is away, his tasks are offered to another as well. What the other does is told of both. */
export const substitute = defineEntity({
  name: 'activiti:substitute',
  label: ['审批代理', '審批代理', 'Substitute'],
  path: '/activiti/substitute',
  readBy: 'page',
  without: ['export'],
  unique: [],
  fields: {
    userId: ref(['用户', '使用者', 'User'], () => user, { key: 'id', required: true }),
    substituteId: ref(['代理人', '代理人', 'Substitute'], () => user, { key: 'id', required: true }),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    docTypes: json(['单据类型', '單據類型', 'Document types']),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['userName', 'substituteName', 'startDate', 'endDate', 'status', 'remark', 'creatorName', 'createDate'],
    filters: ['userId', 'substituteId', 'status'],
  },
  screen: { area: 'workflow', url: 'activiti/substitute', sort: 10, title: ['审批代理', '審批代理', 'Substitutes'] },
});
