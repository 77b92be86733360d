import { defineEntity } from '#platform/model/entity.ts';
import { integer, refs, text } from '#platform/model/field.ts';
import { enabled, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';

/**
 * Which process a document goes through: the first enabled route, by priority, whose type, organisation and condition
 * match.
 */
export const bizRoute = defineEntity({
  name: 'activiti:bizroute',
  label: ['业务路由', '業務路由', 'Approval route'],
  path: '/activiti/bizroute',
  readBy: 'page',
  without: ['export', 'enable', 'disable'],
  codeField: 'name',
  unique: [],
  fields: {
    name: text(['名称', '名稱', 'Name'], { required: true }),
    processDefinitionKey: text(['流程标识', '流程識別碼', 'Process'], { max: 64, required: true }),
    docType: text(['单据类型', '單據類型', 'Document type'], { max: 20, required: true }),
    organizeCodes: refs(['适用组织', '適用組織', 'Organisations'], () => organization, { key: 'code' }),
    condition: text(['条件', '條件', 'Condition'], { max: 1000, format: 'multiline' }),
    priority: integer(['优先级', '優先順序', 'Priority'], { default: '100' }),
    routeName: text(['页面路由', '頁面路由', 'Page'], { required: true }),
    saveUrl: text(['保存接口', '儲存介面', 'Saved by'], { max: 200, required: true }),
    formName: text(['表单名称', '表單名稱', 'Form'], { required: true }),
    callbackUrl: text(['回调接口', '回呼介面', 'Callback'], { max: 200, none: ['无', '無', 'None'] }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'name',
      'processDefinitionKey',
      'routeName',
      'saveUrl',
      'formName',
      'callbackUrl',
      'status',
      'creatorName',
      'createDate',
    ],
    // Whoever looks for a route knows its name and where it leads; calls and forms are for whoever builds on them.
    lead: ['name', 'processDefinitionKey', 'routeName', 'status', 'creatorName'],
    filters: ['name', 'processDefinitionKey', 'status'],
  },
  screen: { area: 'workflow', url: 'activiti/bizroute', sort: 8, title: ['业务路由', '業務路由', 'Approval routes'] },
});
