import { defineEntity } from '#platform/model/entity.ts';
import { amount, choice, date, dict, instant, ref, text } from '#platform/model/field.ts';
import { code, name, remark } from '#platform/model/preset.ts';
import { readStatus } from '#system/model/choices.ts';
import { externalSystem } from '#system/model/external-system.ts';
import { user } from '#system/model/user.ts';
import { approveOrg, enableFlag, erpBillType, systemCode, systemLabel } from './hub.ts';

/** What the hub does: how it asks other systems, what waits for a decision here, what became of it and who was told. */
const billTypeCode = ['单据类型编码', '單據類型編碼', 'Document type code'] as const;
const billCode = ['单据编号', '單據編號', 'Document no.'] as const;
const approveResult = () => dict(['审批结果', '審批結果', 'Approval result'], 'approve_result');
const executeStatus = () => dict(['执行状态', '執行狀態', 'Run status'], 'execute_status', { kept: true });
const actionType = ['动作类型', '動作類型', 'Action type'] as const;

/**
 * What is asked of a system, by hand or every few minutes: `submit` takes its pending bills in, `audit` sends decisions
 * again that it did not accept.
 */
export const exchangeInterface = defineEntity({
  name: 'approve:exchange',
  label: ['数据交换', '資料交換', 'Data exchange'],
  path: '/exchange/interface',
  readBy: 'page',
  without: ['export'],
  fields: {
    code: code(),
    name: name(),
    systemCode: ref(systemLabel, () => externalSystem, systemCode),
    interfaceType: dict(['接口类型', '介面類型', 'Interface type'], 'interface_type', { required: true }),
    url: text(['链接', '連結', 'URL']),
    actionType: dict(actionType, 'action_type'),
    billTypeCode: ref(billTypeCode, () => erpBillType),
    executeStatus: executeStatus(),
    lastExecuteTime: instant(['结束日期', '結束日期', 'End date'], { kept: true }),
    enableFlag: enableFlag(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'systemName',
      'interfaceType',
      'url',
      'actionType',
      'billTypeCode',
      'executeStatus',
      'lastExecuteTime',
      'enableFlag',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'systemCode', 'billTypeCode', 'interfaceType', 'actionType', 'executeStatus'],
  },
  grants: { execute: ['执行', '執行', 'Execute'] },
  screen: { area: 'approval', url: 'approve/exchange', sort: 20, title: ['数据交换', '資料交換', 'Exchange'] },
});

/**
 * Which bills of a type wait, and what an approver sees of them. Saved it is a draft; it runs after somebody else has
 * published it.
 */
export const approveSql = defineEntity({
  name: 'approve:sql',
  label: ['审批SQL', '審批SQL', 'Approval SQL'],
  path: '/approve/sql',
  readBy: 'page',
  without: ['export'],
  fields: {
    code: code(),
    name: name(),
    systemCode: ref(systemLabel, () => externalSystem, systemCode),
    databaseType: dict(['数据库类型', '資料庫類型', 'Database type'], 'database_type', { required: true }),
    billTypeCode: ref(billTypeCode, () => erpBillType),
    sqlText: text(['SQL语句', 'SQL語句', 'SQL text'], { max: 10_000, format: 'multiline', required: true }),
    enableFlag: enableFlag(),
    remark: remark(),
    // Beyond the contract: two people stand behind a statement that runs.
    editorId: ref(['编写人', '編寫人', 'Written by'], () => user, { key: 'id', kept: true }),
    publisherId: ref(['发布人', '發布人', 'Published by'], () => user, { key: 'id', kept: true }),
  },
  list: {
    columns: ['code', 'name', 'systemCode', 'databaseType', 'billTypeCode', 'enableFlag', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'systemCode', 'billTypeCode', 'databaseType', 'enableFlag'],
  },
  grants: { test: ['测试', '測試', 'Test'] },
  screen: { area: 'approval', url: 'approve/sql', sort: 24, title: ['审批SQL', '審批SQL', 'SQL'] },
});

const isOpen = { isChecked: ['0'], enableFlag: ['1'] } as const;

/**
 * A bill of another system that waits for a decision here, or has one. Known by system, type and number, however often
 * it comes.
 */
export const approveTask = defineEntity({
  name: 'approve:task',
  label: ['审批任务', '審批任務', 'Approval task'],
  path: '/approve/task',
  readBy: 'page',
  without: ['save', 'update', 'delete', 'deleteBatch', 'export'],
  codeField: 'billCode',
  nameField: 'summary',
  unique: ['systemCode', 'billTypeCode', 'billCode'],
  fields: {
    billTypeCode: ref(billTypeCode, () => erpBillType, { required: true }),
    billCode: text(billCode, { required: true }),
    billDate: date(['单据日期', '單據日期', 'Document date']),
    summary: text(['摘要', '摘要', 'Summary'], { max: 500 }),
    amount: amount(['金额', '金額', 'Amount']),
    submitterName: text(['提交人', '提交人', 'Submitted by']),
    flowStatus: dict(['流程状态', '流程狀態', 'Flow status'], 'flow_status'),
    isChecked: dict(['是否已审', '是否已審', 'Is checked'], 'is_checked', { default: '0' }),
    approveResult: approveResult(),
    enableFlag: dict(['启用标志', '啟用標誌', 'Enabled'], 'enable_flag_task', { default: '1' }),
    auditPersonName: text(['审核人', '審核人', 'Reviewer']),
    auditDate: instant(['审核时间', '審核時間', 'Review time']),
    auditMsg: text(['审核意见', '審核意見', 'Approval remark'], { max: 500 }),
    // Beyond the contract: where it came from, who may decide, what he sees, and how far the answer got.
    systemCode: ref(systemLabel, () => externalSystem, { required: true, kept: true }),
    orgCode: ref(['审批组织', '審批組織', 'Approval organisation'], () => approveOrg, { kept: true }),
    approverId: ref(['审批人', '審批人', 'Approver'], () => user, { key: 'id', kept: true }),
    submitUserId: ref(['提交用户', '提交使用者', 'Submitting user'], () => user, { key: 'id', kept: true }),
    executeStatus: executeStatus(),
    content: text(['内容', '內容', 'Content'], { max: 60_000, format: 'html' }),
  },
  list: {
    columns: [
      'billDate',
      'billTypeName',
      'billCode',
      'summary',
      'submitterName',
      'flowStatus',
      'isChecked',
      'approveResult',
      'enableFlag',
      'amount',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: ['billCode', 'billTypeCode', 'flowStatus', 'isChecked', 'approveResult'],
  },
  verbs: {
    approve: { label: ['同意', '同意', 'Approve'], when: isOpen },
    reject: { label: ['驳回', '駁回', 'Reject'], when: isOpen, grantedBy: 'approve', isDanger: true },
  },
  screen: { area: 'approval', url: 'approve/task', sort: 26, title: ['审批任务', '審批任務', 'Tasks'] },
});

/** What came, what was decided and whether the other system was told, one row for each. */
export const approveLog = defineEntity({
  name: 'approve:log',
  label: ['审批日志', '審批日誌', 'Approval log'],
  path: '/approve/log',
  readBy: 'page',
  isAppendOnly: true,
  without: ['save', 'update', 'delete'],
  codeField: 'billCode',
  nameField: 'billCode',
  unique: [],
  fields: {
    billTypeCode: ref(billTypeCode, () => erpBillType),
    billCode: text(billCode),
    actionType: dict(actionType, 'action_type'),
    approveResult: approveResult(),
    returnStatus: dict(['返回状态', '回傳狀態', 'Return status'], 'return_status'),
    logType: dict(['日志类型', '日誌類型', 'Log type'], 'log_type'),
    operatorName: text(['操作人', '操作人', 'Operator']),
    operateDate: instant(['操作时间', '操作時間', 'Done at']),
    message: text(['消息', '訊息', 'Message'], { max: 500, format: 'multiline' }),
  },
  list: {
    columns: [
      'billTypeCode',
      'billCode',
      'actionType',
      'approveResult',
      'returnStatus',
      'logType',
      'operatorName',
      'operateDate',
      'creatorName',
      'createDate',
    ],
    filters: ['billCode', 'billTypeCode', 'actionType', 'approveResult', 'returnStatus', 'createDate'],
  },
  screen: { area: 'approval', url: 'approve/log', sort: 22, title: ['审批日志', '審批日誌', 'Logs'] },
});

/** Who was told what of which bill. Whoever is a user here also has it in his bell. */
export const approveMessage = defineEntity({
  name: 'approve:message',
  label: ['流程消息', '流程訊息', 'Workflow message'],
  path: '/approve/message',
  readBy: 'page',
  without: ['save', 'update', 'export'],
  codeField: 'billCode',
  nameField: 'receiverName',
  unique: [],
  fields: {
    messageType: dict(['消息类型', '訊息類型', 'Message type'], 'message_type', { required: true }),
    messageTitle: dict(['消息标题', '訊息標題', 'Message title'], 'message_title', { required: true }),
    content: text(['内容', '內容', 'Content'], { max: 500, format: 'multiline' }),
    billTypeCode: ref(billTypeCode, () => erpBillType),
    billCode: text(billCode),
    receiverName: text(['接收者', '接收者', 'Receiver']),
    sendDate: instant(['发送时间', '發送時間', 'Sent at']),
    readStatus: choice(['阅读状态', '閱讀狀態', 'Read status'], readStatus, { kept: true, default: '0' }),
    executeStatus: executeStatus(),
    // Beyond the contract: nobody marks as read what was written to another.
    receiveUserId: ref(['接收用户', '接收使用者', 'Receiving user'], () => user, { key: 'id', kept: true }),
  },
  list: {
    columns: [
      'messageType',
      'messageTitle',
      'billTypeCode',
      'billCode',
      'receiverName',
      'sendDate',
      'readStatus',
      'executeStatus',
      'creatorName',
      'createDate',
    ],
    filters: ['billCode', 'billTypeCode', 'messageType', 'messageTitle', 'readStatus'],
  },
  verbs: { read: { label: ['标为已读', '標為已讀', 'Mark as read'], when: { readStatus: ['0'] } } },
  screen: { area: 'approval', url: 'approve/message', sort: 28, title: ['流程消息', '流程訊息', 'Workflow messages'] },
});
