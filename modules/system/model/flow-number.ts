import { defineEntity } from '#platform/model/entity.ts';
import { choice, dict, integer, text } from '#platform/model/field.ts';
import { code, enabled, name } from '#platform/model/preset.ts';
import { noReset } from './choices.ts';

export const flowNoType = defineEntity({
  name: 'sys:flownotype',
  label: ['单据编号', '單據編號', 'Document number rule'],
  path: '/sys/flownotype',
  slim: ['docType'],
  listed: true,
  readBy: 'plain',
  without: ['export'],
  fields: {
    code: code(),
    name: name(),
    docType: dict(['单据类型', '單據類型', 'Document type'], 'flow_number'),
    prefix: text(['前缀', '前綴', 'Prefix']),
    datePattern: text(['日期格式', '日期格式', 'Date pattern'], { default: 'yyyyMMdd' }),
    serialLength: integer(['流水号长度', '流水號長度', 'Serial length'], { required: true, default: '4' }),
    reset: choice(['重置方式', '重設方式', 'Reset'], noReset, { default: '3' }),
    currentNo: integer(['当前流水号', '目前流水號', 'Current serial'], { kept: true, default: '0' }),
    sample: text(['示例', '範例', 'Sample'], { kept: true }),
    status: enabled(),
  },
  list: {
    plainPath: '/sys/flownotype/noTreelist',
    isReadPlain: true,
    columns: [
      'code',
      'name',
      'docType',
      'prefix',
      'datePattern',
      'serialLength',
      'reset',
      'currentNo',
      'sample',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'docType', 'reset', 'status'],
  },
  screen: { area: 'system', url: 'sys/flownotype', sort: 160, title: ['单据编号', '單據編號', 'Document numbers'] },
});
