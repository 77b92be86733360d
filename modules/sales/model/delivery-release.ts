import { car, driver } from '#data/model/partner/car.ts';
import { customer } from '#data/model/partner/customer.ts';
import { storage } from '#data/model/place/storage.ts';
import { referTo } from '#platform/model/document.ts';
import { choice, date, instant, quantity, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { defineReport } from '#platform/model/report.ts';
import { organization } from '#system/model/organization.ts';
import { shortBillStatus, releaseStatus } from '#sales/model/order/choices.ts';
import { delivery } from './delivery.ts';
import { order } from '#sales/model/order/order.ts';

/** The gate's side of a delivery: the same rows, without a table of its own (domain §3.4). */
export const deliveryRelease = defineReport({
  name: 'stock:deliveryrelease',
  label: ['发货放行单', '發貨放行單', 'Delivery release'],
  path: '/stock/deliveryrelease',
  fields: {
    code: text(['单据编号', '單據編號', 'Document no.']),
    billDate: date(['单据日期', '單據日期', 'Document date']),
    deliveryCode: ref(['发货单编码', '發貨單編碼', 'Delivery no.'], () => referTo(delivery)),
    orderCode: ref(['订单编码', '訂單編碼', 'Order no.'], () => referTo(order)),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    storageCode: ref(['仓库编码', '倉庫編碼', 'Warehouse code'], () => storage),
    carCode: ref(['车辆编码', '車輛編碼', 'Vehicle code'], () => car),
    driverCode: ref(['司机编码', '司機編碼', 'Driver code'], () => driver),
    plateNumber: text(['车牌号', '車牌號', 'Plate number']),
    releaseStatus: choice(['放行状态', '放行狀態', 'Release status'], releaseStatus),
    releaseDate: instant(['发布日期', '發布日期', 'Release date']),
    releaserName: text(['放行人', '放行人', 'Released by']),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    totalNumber: quantity(['总数量', '總數量', 'Total quantity']),
    billStatus: choice(['单据状态', '單據狀態', 'Status'], shortBillStatus),
    auditPersonName: text(['审核人', '審核人', 'Approved by']),
    auditDate: instant(['审核时间', '審核時間', 'Approved at']),
    creatorName: text(['创建人', '建立人', 'Created by']),
    createDate: instant(['创建时间', '建立時間', 'Created at']),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'billDate',
      'deliveryCode',
      'orderCode',
      'customerName',
      'storageName',
      'carName',
      'driverName',
      'plateNumber',
      'releaseStatus',
      'releaseDate',
      'releaserName',
      'organizeName',
      'totalNumber',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'customerName', 'totalNumber', 'releaseStatus', 'deliveryCode', 'storageName'],
    filters: [
      'code',
      'deliveryCode',
      'orderCode',
      'customerCode',
      'storageCode',
      'releaseStatus',
      'billStatus',
      'billDate',
    ],
  },
  grants: { view: ['查看', '檢視', 'View'], release: ['放行', '放行', 'Release'] },
  screen: {
    area: 'stock',
    url: 'stock/deliveryrelease',
    sort: 149,
    title: ['发货放行', '發貨放行', 'Delivery release'],
  },
});
