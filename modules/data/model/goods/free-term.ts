import { defineEntity } from '#platform/model/entity.ts';
import { choice, image, json, price, ref, text } from '#platform/model/field.ts';
import { code, enabled, locked, name, remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';
import { ladderFlag } from '#data/model/value/choices.ts';
import { materialTag } from './material-trait.ts';

export const freeTermClass = defineEntity({
  name: 'data:freetermclass',
  label: ['色卡分类', '色卡分類', 'Colour card class'],
  path: '/data/bd/free/term/class',
  slim: ['lockFlag'],
  tree: true,
  fields: {
    code: code(),
    name: name(),
    lockFlag: locked(),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'lockFlag', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/freetermclass',
    sort: 66,
    title: ['色卡分类', '色卡分類', 'Colour card classes'],
    byTenantFlag: true,
  },
});

export const freeTermGroup = defineEntity({
  name: 'data:freetermgroup',
  label: ['色卡组', '色卡組', 'Colour card group'],
  path: '/data/bd/free/term/group',
  fields: {
    code: code(),
    name: name(),
    remark: remark(),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/freetermgroup',
    sort: 67,
    title: ['色卡组', '色卡組', 'Colour card groups'],
    byTenantFlag: true,
  },
});

export const freeTerm = defineEntity({
  name: 'data:freeterm',
  label: ['色卡（自由项）', '色卡（自由項）', 'Colour card'],
  path: '/data/bd/free/term',
  slim: ['colorValue', 'imageUrl'],
  groupedBy: 'classCode',
  fields: {
    classCode: ref(['分类编码', '分類編碼', 'Class code'], () => freeTermClass, { required: true }),
    code: code(),
    name: name(),
    price: price(['单价', '單價', 'Unit price']),
    ladderFlag: choice(['阶梯价', '階梯價', 'Tier pricing'], ladderFlag, { default: '0' }),
    /** Rows of { startNumber, price } (001 §2.10); the fee of the highest start that is reached. */
    ladderList: json(['阶梯价明细', '階梯價明細', 'Price tiers']),
    status: enabled(),
    tagCode: ref(['标签编码', '標籤編碼', 'Tag code'], () => materialTag),
    freeTermGroupCode: ref(['色卡组编码', '色卡組編碼', 'Colour card group code'], () => freeTermGroup),
    colorValue: text(['色值', '色值', 'Colour value']),
    imageUrl: image(['图片', '圖片', 'Image']),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'tagName',
      'freeTermGroupName',
      'price',
      'ladderFlag',
      'className',
      'colorValue',
      'organizeCode',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'classCode', 'tagCode', 'freeTermGroupCode', 'organizeCode', 'ladderFlag', 'status'],
    method: 'POST',
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/freeterm',
    sort: 45,
    title: ['色卡', '色卡', 'Colour cards'],
    byTenantFlag: true,
  },
  picker: {
    columns: ['classCode', 'code', 'name', 'tagName', 'freeTermGroupName', 'price', 'ladderFlag', 'status'],
    filters: ['classCode', 'code', 'name', 'status', 'tagCode', 'freeTermGroupCode', 'organizeCode'],
    width: '80%',
  },
});
