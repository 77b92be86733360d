import { material } from '#data/model/goods/material.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { ref, text } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { tenant } from '#system/model/tenant.ts';

/** What a partner in a tenant of his own calls our goods, where he does not call them as we do. */
export const peerMaterial = defineEntity({
  name: 'order:peermaterial',
  label: ['往来产品对应', '往來產品對應', 'Partner product map'],
  path: '/channelsale/peermaterial',
  readBy: 'page',
  fields: {
    code: code(),
    name: name(),
    peerTenantCode: ref(['对方租户编码', '對方租戶編碼', 'Partner tenant'], () => tenant, { required: true }),
    peerProductCode: text(['对方产品编码', '對方產品編碼', 'Their product code'], { required: true, max: 50 }),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, { required: true }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'peerTenantCode', 'peerProductCode', 'productCode', 'productName', 'status'],
    filters: ['code', 'peerTenantCode', 'peerProductCode', 'productCode', 'status'],
  },
  screen: {
    area: 'order',
    url: 'order/peermaterial',
    sort: 92,
    title: ['往来产品对应', '往來產品對應', 'Partner products'],
  },
});
