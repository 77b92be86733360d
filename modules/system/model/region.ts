import { defineEntity } from '#platform/model/entity.ts';
import { choice, text } from '#platform/model/field.ts';
import { code, enabled, name, sort } from '#platform/model/preset.ts';
import { areaLevel, cityLevel } from './choices.ts';

/** The divisions as the platform maintains them. */
export const region = defineEntity({
  name: 'sys:region',
  label: ['行政区域', '行政區域', 'Region'],
  path: '/sys/region',
  slim: ['type'],
  realm: 'global',
  tree: true,
  without: ['export', 'enable', 'disable'],
  unique: ['code'],
  fields: {
    code: text(['编码', '編碼', 'Code'], { max: 50 }),
    name: name(),
    type: choice(['类型', '類型', 'Type'], areaLevel),
    // Places of a level stand by their official code.
    sort: { ...sort(), none: ['按编码', '按編碼', 'By code'] },
    status: enabled(),
  },
  list: {
    path: '/sys/region/tree',
    columns: ['code', 'name', 'type', 'sort', 'parentName', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'type', 'status'],
  },
  screen: { area: 'system', url: 'sys/region', sort: 169, title: ['行政区域', '行政區域', 'Regions'] },
  picker: { columns: ['name'], filters: ['name'], width: '600px' },
});

/** The national six-digit codes behind addresses; loaded with the installation, maintained by nobody. */
export const area = defineEntity({
  name: 'sys:area',
  knownAs: 'area',
  // What lies below a municipality is called like this in every one of them: 上海市 says where it is.
  hollowNames: ['市辖区', '县'],
  label: ['省市区', '省市區', 'Area (province, city, district)'],
  path: '/sys/area',
  slim: ['levelType', 'cityLevel'],
  realm: 'global',
  tree: true,
  without: ['info', 'save', 'update', 'delete', 'export'],
  fields: {
    code: code(),
    name: name(),
    levelType: choice(['级别', '級別', 'Level'], areaLevel),
    cityLevel: choice(['城市级别', '城市級別', 'City level'], cityLevel),
    sort: sort(),
  },
  list: { columns: ['code', 'name', 'levelType', 'sort'], filters: ['code', 'name', 'levelType'] },
});

export type CityLevel = `${keyof typeof cityLevel}`;

/** By its code: a city and its districts share one, a province that is no city has none (D1). */
export function cityLevelOf(code: string): CityLevel | null {
  const [province, city] = [code.slice(0, 2), code.slice(2, 4)];
  if (province === '11' || province === '31') return '1';
  if (province === '12' || province === '50') return '2';
  if (['71', '81', '82'].includes(province)) return '9';
  if (city === '00') return null;
  if (province === '44' && (city === '01' || city === '03')) return '1';
  return city === '01' ? '2' : '3';
}
