import { defineEntity } from '#platform/model/entity.ts';
import { dict, flag, ref, text } from '#platform/model/field.ts';
import { code, name, remark, sort } from '#platform/model/preset.ts';
import { externalSystem } from '#system/model/external-system.ts';
import { user } from '#system/model/user.ts';

/**
 * What the hub knows of the systems whose documents are approved here: their kinds of bills, how these are shown, and
 * who is who over there.
 */
export const enableFlag = () => dict(['启用标志', '啟用標誌', 'Enabled'], 'enable_flag', { default: '1' });
export const systemCode = { required: true } as const;
export const systemLabel = ['外部系统编码', '外部系統編碼', 'External system code'] as const;

export const erpBillType = defineEntity({
  name: 'approve:bill',
  label: ['审批单据', '審批單據', 'Document for approval'],
  path: '/approve/modules/erp/bill/type',
  slim: ['enableFlag', 'flowNumber'],
  without: ['export'],
  fields: {
    code: code(),
    name: name(),
    enableFlag: enableFlag(),
    systemCode: ref(systemLabel, () => externalSystem, systemCode),
    erpProduct: dict(['ERP产品', 'ERP產品', 'ERP product'], 'erp_product'),
    flowNumber: dict(['流水号', '流水號', 'Flow number'], 'flow_number'),
    mainTable: text(['主表', '主表', 'Main table']),
    keyField: text(['主键字段', '主鍵欄位', 'Key field']),
    uiType: dict(['控件类型', '控制項類型', 'UI type'], 'ui_type'),
    sort: sort(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'enableFlag',
      'systemName',
      'erpProduct',
      'flowNumber',
      'mainTable',
      'keyField',
      'uiType',
      'sort',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'systemCode', 'enableFlag', 'erpProduct', 'flowNumber'],
  },
  screen: {
    area: 'approval',
    url: 'approve/bill',
    sort: 18,
    title: ['审批单据', '審批單據', 'Approval documents'],
  },
});

export const erpBillDict = defineEntity({
  name: 'approve:billdict',
  label: ['单据字典', '單據字典', 'Document dictionary'],
  path: '/approve/modules/erp/bill/dict',
  readBy: 'page',
  without: ['export'],
  codeField: 'fieldCode',
  nameField: 'fieldName',
  unique: ['billTypeCode', 'recordType', 'fieldCode'],
  fields: {
    billTypeCode: ref(['单据类型编码', '單據類型編碼', 'Document type code'], () => erpBillType, { required: true }),
    recordType: dict(['记录类型', '記錄類型', 'Record type'], 'record_type', { required: true }),
    fieldCode: text(['字段编码', '欄位編碼', 'Field code'], { max: 50, required: true }),
    fieldName: text(['字段名称', '欄位名稱', 'Field name'], { required: true }),
    uiType: dict(['控件类型', '控制項類型', 'UI type'], 'ui_type'),
    showFlag: flag(['是否显示', '是否顯示', 'Show'], { default: '1' }),
    sort: sort(),
    enableFlag: enableFlag(),
    remark: remark(),
  },
  list: {
    columns: [
      'billTypeName',
      'recordType',
      'fieldCode',
      'fieldName',
      'uiType',
      'showFlag',
      'sort',
      'enableFlag',
      'creatorName',
      'createDate',
    ],
    filters: ['billTypeCode', 'recordType', 'uiType', 'enableFlag'],
  },
  screen: {
    area: 'approval',
    url: 'approve/billdict',
    sort: 19,
    title: ['单据字典', '單據字典', 'Document dictionaries'],
  },
});

export const approveTemplate = defineEntity({
  name: 'approve:template',
  label: ['审批模板', '審批模板', 'Approval template'],
  path: '/approve/template',
  readBy: 'page',
  without: ['export'],
  fields: {
    code: code(),
    name: name(),
    templateType: dict(['模板类型', '模板類型', 'Template type'], 'template_type', { required: true }),
    billTypeCode: ref(['单据类型编码', '單據類型編碼', 'Document type code'], () => erpBillType),
    content: text(['内容', '內容', 'Content'], { max: 20_000, format: 'html', required: true }),
    version: dict(['版本', '版本', 'Version'], 'version'),
    enableFlag: enableFlag(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'templateType', 'billTypeCode', 'version', 'enableFlag', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'billTypeCode', 'templateType', 'version', 'enableFlag'],
  },
  screen: { area: 'approval', url: 'approve/template', sort: 21, title: ['审批模板', '審批模板', 'Templates'] },
});

export const approveOrg = defineEntity({
  name: 'approve:organization',
  label: ['审批组织', '審批組織', 'Approval organisation'],
  path: '/approve/organization',
  readBy: 'page',
  tree: true,
  paged: true,
  without: ['export'],
  fields: {
    code: code(),
    name: name(),
    erpCode: dict(['ERP编码', 'ERP編碼', 'ERP code'], 'erp_organization'),
    systemCode: ref(systemLabel, () => externalSystem),
    enableFlag: enableFlag(),
  },
  list: {
    columns: ['code', 'name', 'erpCode', 'systemName', 'enableFlag', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'systemCode', 'erpCode', 'enableFlag'],
  },
  screen: { area: 'approval', url: 'approve/organization', sort: 23, title: ['审批组织', '審批組織', 'Organisations'] },
});

/** Who a user is in the other system. */
export const approveUser = defineEntity({
  name: 'approve:user',
  label: ['审批用户', '審批使用者', 'Approval user'],
  path: '/approve/user',
  readBy: 'page',
  without: ['export'],
  codeField: 'erpUserCode',
  nameField: 'erpUserName',
  unique: ['systemCode', 'erpUserCode'],
  fields: {
    userId: ref(['用户', '使用者', 'User'], () => user, { key: 'id', required: true }),
    // What he logs in as; the list reads it from his account.
    username: { ...text(['用户名', '使用者名稱', 'Username'], { kept: true }), virtual: true },
    systemCode: ref(systemLabel, () => externalSystem, systemCode),
    erpUserCode: text(['ERP用户编码', 'ERP使用者編碼', 'ERP user code'], { max: 50, required: true }),
    erpUserName: text(['ERP用户名称', 'ERP使用者名稱', 'ERP user name']),
    orgCode: ref(['审批组织', '審批組織', 'Approval organisation'], () => approveOrg),
    enableFlag: enableFlag(),
  },
  list: {
    columns: [
      'username',
      'systemName',
      'erpUserCode',
      'erpUserName',
      'orgCode',
      'enableFlag',
      'creatorName',
      'createDate',
    ],
    filters: ['username', 'systemCode', 'orgCode', 'enableFlag'],
  },
  screen: { area: 'approval', url: 'approve/user', sort: 27, title: ['审批用户', '審批使用者', 'Users'] },
});
