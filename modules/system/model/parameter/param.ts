import { defineEntity } from '#platform/model/entity.ts';
import { text } from '#platform/model/field.ts';
import { enabled, remark } from '#platform/model/preset.ts';

export const param = defineEntity({
  name: 'sys:params',
  label: ['系统参数', '系統參數', 'System parameter'],
  path: '/sys/params',
  realm: 'global',
  readBy: 'page',
  without: ['import', 'enable', 'disable'],
  codeField: 'paramCode',
  nameField: 'paramName',
  fields: {
    paramCode: text(['参数编码', '參數編碼', 'Parameter code'], { max: 50, required: true }),
    paramName: text(['参数名称', '參數名稱', 'Parameter name']),
    paramValue: text(['参数值', '參數值', 'Parameter value'], { max: 500, required: true }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['paramCode', 'paramValue', 'paramName', 'status', 'creatorName', 'createDate'],
    filters: ['paramCode', 'status'],
  },
  screen: { area: 'system', url: 'sys/params', sort: 168, title: ['参数管理', '參數管理', 'Parameters'] },
});
