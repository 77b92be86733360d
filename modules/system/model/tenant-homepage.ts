import { defineEntity } from '#platform/model/entity.ts';
import { json, ref } from '#platform/model/field.ts';
import { code, enabled, name } from '#platform/model/preset.ts';
import { tenantRole } from './tenant.ts';

export const tenantHomepage = defineEntity({
  name: 'tenant:homepage',
  label: ['租户首页', '租戶首頁', 'Tenant home page'],
  path: '/sys/tenant/homepage',
  without: ['export', 'enable', 'disable'],
  fields: {
    code: code(),
    name: name(),
    roleId: ref(['角色', '角色', 'Role'], () => tenantRole, { key: 'id' }),
    layout: json(['布局', '版面', 'Layout']),
    status: enabled(),
  },
  list: {
    columns: ['code', 'name', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  screen: { area: 'tenant', url: 'tenant/homepage', sort: 180, title: ['租户首页', '租戶首頁', 'Tenant home pages'] },
});
