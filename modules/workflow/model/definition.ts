import { defineEntity } from '#platform/model/entity.ts';
import { choice, instant, integer, ref, text } from '#platform/model/field.ts';
import { processCategories, processState } from './choices.ts';

/** A drawing under work. It runs nothing until it is deployed. */
export const wfModel = defineEntity({
  name: 'activiti:model',
  label: ['流程模型', '流程模型', 'Process model'],
  path: '/activiti/model',
  readBy: 'page',
  without: ['export'],
  codeField: 'key',
  unique: ['key'],
  fields: {
    name: text(['名称', '名稱', 'Name'], { required: true }),
    key: text(['标识', '標識', 'Key'], { max: 64, required: true }),
    category: text(['类别', '類別', 'Category'], { max: 50, words: processCategories }),
    description: text(['描述', '描述', 'Description'], { max: 500, format: 'multiline' }),
    version: integer(['版本', '版本', 'Version'], { kept: true }),
    lastUpdateTime: instant(['最后更新时间', '最後更新時間', 'Last update'], { kept: true }),
    modelXml: text(['流程XML', '流程XML', 'Process XML'], { max: 2_000_000, format: 'xml' }),
  },
  grants: { deploy: ['部署', '部署', 'Deploy'], export: ['导出', '匯出', 'Export'] },
  list: {
    columns: ['name', 'key', 'category', 'version', 'lastUpdateTime', 'createDate'],
    filters: ['name', 'key', 'category'],
  },
  screen: { area: 'workflow', url: 'activiti/model', sort: 1, title: ['流程模型', '流程模型', 'Process models'] },
});

/** One act of deploying: where the definitions came from. */
export const deployment = defineEntity({
  name: 'activiti:deployment',
  label: ['流程部署', '流程部署', 'Deployment'],
  path: '/activiti/deployment',
  readBy: 'page',
  without: ['save', 'update', 'export'],
  codeField: 'key',
  unique: [],
  fields: {
    name: text(['名称', '名稱', 'Name'], { required: true, kept: true }),
    key: text(['标识', '標識', 'Key'], { max: 64, kept: true }),
    category: text(['类别', '類別', 'Category'], { max: 50, kept: true, words: processCategories }),
    deployTime: instant(['部署时间', '部署時間', 'Deployed at'], { kept: true }),
    processCount: integer(['流程数', '流程數', 'Processes'], { kept: true }),
    source: text(['来源', '來源', 'Source'], { kept: true }),
  },
  grants: { deploy: ['部署', '部署', 'Deploy'] },
  list: {
    columns: ['name', 'key', 'category', 'deployTime', 'processCount', 'source', 'creatorName', 'createDate'],
    filters: ['name'],
  },
  screen: { area: 'workflow', url: 'activiti/deployment', sort: 3, title: ['流程部署', '流程部署', 'Deployments'] },
});

/**
 * A version of a process. It never changes: whoever draws on deploys the next one, and what runs goes on with the one
 * it began with.
 */
export const processDefinition = defineEntity({
  name: 'activiti:process',
  label: ['流程定义', '流程定義', 'Process definition'],
  path: '/activiti/process',
  readBy: 'page',
  without: ['info', 'save', 'update', 'export'],
  codeField: 'key',
  unique: ['key', 'version'],
  fields: {
    name: text(['名称', '名稱', 'Name'], { required: true, kept: true }),
    key: text(['标识', '標識', 'Key'], { max: 64, required: true, kept: true }),
    category: text(['类别', '類別', 'Category'], { max: 50, kept: true, words: processCategories }),
    version: integer(['版本', '版本', 'Version'], { required: true, kept: true }),
    deploymentId: ref(['部署ID', '部署ID', 'Deployment ID'], () => deployment, { key: 'id', kept: true }),
    resourceName: text(['资源文件', '資源檔', 'Resource'], { kept: true }),
    diagramName: text(['流程图', '流程圖', 'Diagram'], { kept: true }),
    state: choice(['状态', '狀態', 'State'], processState, { default: '1', kept: true }),
    businessUrl: text(['业务地址', '業務地址', 'Business URL'], { max: 200, kept: true }),
    description: text(['描述', '描述', 'Description'], { max: 500, format: 'multiline', kept: true }),
    docType: text(['单据类型', '單據類型', 'Document type'], { max: 20, kept: true }),
    // What deploying could not be sure of: a model too wide to look at whole.
    warning: text(['提示', '提示', 'Warning'], { max: 500, kept: true }),
  },
  grants: {
    view: ['查看', '檢視', 'View'],
    update: ['转为模型', '轉為模型', 'Convert to model'],
    active: ['激活', '啟用', 'Activate'],
    suspend: ['挂起', '掛起', 'Suspend'],
  },
  list: {
    columns: ['name', 'key', 'category', 'version', 'resourceName', 'state', 'createDate'],
    filters: ['name', 'key', 'state'],
  },
  screen: { area: 'workflow', url: 'activiti/process', sort: 2, title: ['流程管理', '流程管理', 'Processes'] },
});
