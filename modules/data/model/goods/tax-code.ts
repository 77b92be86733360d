import { defineEntity } from '#platform/model/entity.ts';
import { choice, text } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { taxRate } from '#data/model/value/choices.ts';

export const taxCode = defineEntity({
  name: 'invoice:taxcode',
  label: ['税收编码', '稅收編碼', 'Tax code'],
  path: '/invoice/electronmain/taxcode',
  tree: true,
  fields: {
    code: code(),
    name: name(),
    abbreviation: text(['简称', '簡稱', 'Abbreviation']),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'abbreviation', 'taxRate', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'taxRate', 'status'],
  },
  screen: { area: 'invoice', url: 'invoice/taxcode', sort: 75, title: ['税收编码', '稅收編碼', 'Tax codes'] },
});
