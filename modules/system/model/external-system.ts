import { defineEntity } from '#platform/model/entity.ts';
import { dict, secret, text } from '#platform/model/field.ts';
import { code, name, remark } from '#platform/model/preset.ts';

export const externalSystem = defineEntity({
  name: 'approve:system',
  label: ['外部系统', '外部系統', 'External system'],
  path: '/exchange/system',
  slim: ['enableFlag'],
  without: ['export'],
  fields: {
    enableFlag: dict(['启用标志', '啟用標誌', 'Enabled'], 'enable_flag', { default: '1' }),
    code: code(),
    name: name(),
    erpProduct: dict(['ERP产品', 'ERP產品', 'ERP product'], 'erp_product'),
    databaseType: dict(['数据库类型', '資料庫類型', 'Database type'], 'database_type'),
    interfaceType: dict(['接口类型', '介面類型', 'Interface type'], 'interface_type'),
    url: text(['链接', '連結', 'URL']),
    account: text(['账号', '帳號', 'Account']),
    secret: secret(['密钥', '金鑰', 'Secret']),
    version: dict(['版本', '版本', 'Version'], 'version'),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'enableFlag',
      'erpProduct',
      'databaseType',
      'interfaceType',
      'url',
      'account',
      'version',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'enableFlag', 'erpProduct', 'databaseType'],
  },
  screen: { area: 'approval', url: 'approve/system', sort: 25, title: ['外部系统', '外部系統', 'Systems'] },
});
