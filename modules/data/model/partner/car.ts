import { defineEntity } from '#platform/model/entity.ts';
import { decimal, dict, ref, text } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { logisticsProvider } from './logistics.ts';

export const driver = defineEntity({
  name: 'data:driver',
  label: ['司机', '司機', 'Driver'],
  path: '/tms/driver',
  fields: {
    code: code(),
    name: name(),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { required: true, max: 20, format: 'phone', guarded: true }),
    idCard: text(['身份证号', '身分證號', 'ID card'], { guarded: true }),
    licenseNumber: text(['驾驶证号', '駕駛證號', 'Licence number']),
    licenseType: text(['准驾车型', '準駕車型', 'Licence type']),
    logisticsCode: ref(['物流商编码', '物流商編碼', 'Carrier code'], () => logisticsProvider),
    remark: remark(),
    status: enabled(),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
  },
  listed: true,
  list: {
    isReadPlain: true,
    columns: [
      'code',
      'name',
      'phone',
      'idCard',
      'licenseNumber',
      'licenseType',
      'logisticsCode',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'logisticsCode', 'organizeCode', 'status'],
  },
  screen: { area: 'masterData', url: 'data/driver', sort: 43, title: ['司机', '司機', 'Drivers'] },
});

export const car = defineEntity({
  name: 'data:car',
  label: ['车辆', '車輛', 'Vehicle'],
  path: '/tms/vehicle',
  nameField: 'plateNumber',
  fields: {
    code: code(),
    plateNumber: text(['车牌号', '車牌號', 'Plate number'], { required: true }),
    name: text(['名称', '名稱', 'Name']),
    vehicleType: dict(['车辆类型', '車輛類型', 'Vehicle type'], 'vehicle'),
    loadWeight: decimal(['载重', '載重', 'Load weight']),
    volume: decimal(['体积', '體積', 'Volume']),
    driverCode: ref(['司机编码', '司機編碼', 'Driver code'], () => driver),
    logisticsCode: ref(['物流商编码', '物流商編碼', 'Carrier code'], () => logisticsProvider),
    remark: remark(),
    status: enabled(),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
  },
  listed: true,
  list: {
    isReadPlain: true,
    columns: [
      'code',
      'name',
      'plateNumber',
      'vehicleType',
      'loadWeight',
      'volume',
      'driverName',
      'logisticsCode',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'driverCode', 'logisticsCode', 'organizeCode', 'vehicleType', 'status'],
  },
  screen: { area: 'masterData', url: 'data/car', sort: 33, title: ['车辆', '車輛', 'Vehicles'] },
});
