import { defineEntity } from '#platform/model/entity.ts';
import { ref, text } from '#platform/model/field.ts';
import { enabled, remark, sort } from '#platform/model/preset.ts';

export const dictType = defineEntity({
  name: 'sys:dict',
  label: ['字典类型', '字典類型', 'Dictionary type'],
  path: '/sys/dict/type',
  realm: 'global',
  readBy: 'page',
  without: ['export', 'enable', 'disable'],
  codeField: 'dictTypeId',
  nameField: 'dictName',
  fields: {
    /** The fixed number by which entries and clients know the type (000 §9); a new type takes the next one. */
    dictTypeId: text(['类型编号', '類型編號', 'Type no.'], { max: 10, required: true, kept: true }),
    dictType: text(['字典类型', '字典類型', 'Dictionary type'], { max: 50, required: true }),
    dictName: text(['字典名称', '字典名稱', 'Dictionary name'], { required: true }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['dictName', 'dictType', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['status'],
  },
  screen: { area: 'system', url: 'sys/dict', sort: 156, title: ['字典管理', '字典管理', 'Dictionaries'] },
});

/** One value of a dictionary, maintained by the platform in three languages. */
export const dictData = defineEntity({
  name: 'sys:dictdata',
  label: ['字典数据', '字典資料', 'Dictionary entry'],
  path: '/sys/dict/data',
  slim: ['labelTw', 'labelEn', 'remark'],
  realm: 'global',
  without: ['export', 'enable', 'disable'],
  codeField: 'dictValue',
  nameField: 'dictLabel',
  unique: ['dictTypeId', 'dictValue'],
  fields: {
    dictTypeId: ref(['字典类型', '字典類型', 'Dictionary type'], () => dictType, { required: true }),
    dictValue: text(['字典值', '字典值', 'Dictionary value'], { max: 50, required: true }),
    dictLabel: text(['字典标签', '字典標籤', 'Dictionary label'], { required: true }),
    labelTw: text(['繁体标签', '繁體標籤', 'Traditional label']),
    labelEn: text(['英文标签', '英文標籤', 'English label']),
    sort: sort(),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['dictLabel', 'dictValue', 'sort', 'labelTw', 'labelEn', 'status', 'creatorName', 'createDate'],
    filters: ['status'],
  },
  screen: { area: 'system', url: 'sys/dictdata', sort: 157, title: ['字典数据', '字典資料', 'Dictionary entries'] },
});
