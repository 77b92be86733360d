import { defineEntity } from '#platform/model/entity.ts';
import { choice, dict, integer, json, ref, text } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { actionLabels } from '#platform/model/permission.ts';
import { checkResult, httpMethod, loginStatus } from './choices.ts';
import { externalSystem } from './external-system.ts';

const loginWords: Readonly<Record<string, Label>> = {
  login: ['登录', '登入', 'Sign in'],
  logout: ['退出', '登出', 'Sign out'],
  switchTenant: ['切换租户', '切換租戶', 'Switch tenant'],
  unlock: ['解锁', '解鎖', 'Unlock'],
  resetPassword: ['重置密码', '重設密碼', 'Reset password'],
};

const failureWords: Readonly<Record<string, Label>> = {
  password: ['用户名或密码错误', '使用者名稱或密碼錯誤', 'Wrong name or password'],
  code: ['动态验证码错误', '動態驗證碼錯誤', 'Wrong one-time code'],
  locked: ['账号已锁定', '帳號已鎖定', 'The account is locked'],
  disabled: ['账号已停用', '帳號已停用', 'The account is disabled'],
  unanswered: ['ERP没有应答', 'ERP沒有回應', 'The ERP did not answer'],
};

export const loginLog = defineEntity({
  name: 'sys:loginlog',
  label: ['登录日志', '登入日誌', 'Login log'],
  path: '/sys/log/login',
  readBy: 'page',
  isAppendOnly: true,
  without: ['save', 'update', 'delete', 'enable', 'disable'],
  fields: {
    operation: text(['操作', '操作', 'Operation'], { words: loginWords }),
    status: choice(['状态', '狀態', 'Status'], loginStatus),
    ip: text(['IP地址', 'IP地址', 'IP address']),
    userAgent: text(['浏览器', '瀏覽器', 'User agent']),
    failReason: text(['失败原因', '失敗原因', 'Failure reason'], { words: failureWords }),
  },
  list: {
    columns: ['operation', 'ip', 'userAgent', 'failReason', 'status', 'creatorName', 'createDate'],
    filters: ['status', 'createDate'],
  },
  screen: { area: 'system', url: 'sys/loginlog', sort: 174, title: ['登录日志', '登入日誌', 'Login logs'] },
});

/** What was done, in words. A verb that is not here shows under its own name. */
export const operationWords: Readonly<Record<string, Label>> = {
  ...actionLabels,
  audit: ['审核', '審核', 'Approve'],
  unaudit: ['弃审', '棄審', 'Revoke approval'],
  close: ['关闭', '關閉', 'Close'],
  unclose: ['反关闭', '反關閉', 'Reopen'],
  cancel: ['作废', '作廢', 'Void'],
  stash: ['暂存', '暫存', 'Hold'],
  import: ['导入', '匯入', 'Import'],
  print: ['打印', '列印', 'Print'],
  attach: ['添加附件', '新增附件', 'Attach'],
  detach: ['删除附件', '刪除附件', 'Remove attachment'],
  publish: ['发布', '發布', 'Publish'],
  send: ['发送', '發送', 'Send'],
  run: ['立即执行', '立即執行', 'Run now'],
  pause: ['暂停', '暫停', 'Pause'],
  resume: ['恢复', '恢復', 'Resume'],
  push: ['推送', '推送', 'Push'],
};

export const operationLog = defineEntity({
  name: 'sys:operationlog',
  label: ['操作日志', '操作日誌', 'Operation log'],
  path: '/sys/log/operation',
  readBy: 'page',
  isAppendOnly: true,
  without: ['save', 'update', 'delete', 'enable', 'disable'],
  fields: {
    operation: text(['操作', '操作', 'Operation'], { words: operationWords }),
    requestUri: text(['请求地址', '請求地址', 'Request URI']),
    requestMethod: choice(['请求方式', '請求方式', 'Request method'], httpMethod),
    requestParams: text(['请求参数', '請求參數', 'Request parameters'], { max: 500, format: 'multiline' }),
    requestTime: integer(['请求时长（毫秒）', '請求時長（毫秒）', 'Request time (ms)']),
    status: choice(['状态', '狀態', 'Status'], checkResult),
    ip: text(['IP地址', 'IP地址', 'IP address']),
    userAgent: text(['浏览器', '瀏覽器', 'User agent']),
    // Beyond the contract: what it was done to, and what became of it field by field.
    noun: text(['对象', '對象', 'Subject'], { required: true, kept: true }),
    recordCode: text(['记录编码', '記錄編碼', 'Record code'], { kept: true }),
    message: text(['说明', '說明', 'Message'], { kept: true, max: 500, format: 'multiline' }),
    correlationId: text(['关联号', '關聯號', 'Correlation id'], { kept: true }),
    changes: json(['变更内容', '變更內容', 'Changes'], { kept: true }),
  },
  list: {
    columns: [
      'operation',
      'requestUri',
      'requestMethod',
      'requestTime',
      'ip',
      'userAgent',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['requestMethod', 'status', 'createDate'],
  },
  screen: { area: 'system', url: 'sys/operationlog', sort: 175, title: ['操作日志', '操作日誌', 'Operation logs'] },
});

export const errorLog = defineEntity({
  name: 'sys:errorlog',
  label: ['异常日志', '異常日誌', 'Error log'],
  path: '/sys/log/error',
  readBy: 'page',
  isAppendOnly: true,
  without: ['save', 'update', 'delete'],
  fields: {
    requestUri: text(['请求地址', '請求地址', 'Request URI']),
    requestMethod: choice(['请求方式', '請求方式', 'Request method'], httpMethod),
    requestParams: text(['请求参数', '請求參數', 'Request parameters'], { max: 500, format: 'multiline' }),
    errorInfo: text(['异常信息', '異常資訊', 'Error detail'], { max: 500, format: 'multiline' }),
    ip: text(['IP地址', 'IP地址', 'IP address']),
    userAgent: text(['浏览器', '瀏覽器', 'User agent']),
    // What the person was shown: the way from his complaint to this row.
    correlationId: text(['关联号', '關聯號', 'Correlation id'], { kept: true }),
  },
  list: {
    columns: ['requestUri', 'requestMethod', 'ip', 'userAgent', 'creatorName', 'createDate'],
    filters: ['requestMethod', 'createDate'],
  },
  screen: { area: 'system', url: 'sys/errorlog', sort: 176, title: ['异常日志', '異常日誌', 'Error logs'] },
});

export const interfaceLog = defineEntity({
  name: 'sys:interfacelog',
  label: ['接口日志', '介面日誌', 'Interface log'],
  path: '/sys/log/interface',
  readBy: 'page',
  isAppendOnly: true,
  without: ['save', 'update', 'delete'],
  fields: {
    systemCode: ref(['外部系统编码', '外部系統編碼', 'External system code'], () => externalSystem),
    interfaceType: dict(['接口类型', '介面類型', 'Interface type'], 'interface_type'),
    logType: dict(['日志类型', '日誌類型', 'Log type'], 'log_type'),
    url: text(['链接', '連結', 'URL']),
    requestBody: text(['请求内容', '請求內容', 'Request body'], { max: 500, format: 'multiline' }),
    responseBody: text(['返回内容', '回傳內容', 'Response body'], { max: 500, format: 'multiline' }),
    returnStatus: dict(['返回状态', '回傳狀態', 'Return status'], 'return_status'),
    costTime: integer(['耗时（毫秒）', '耗時（毫秒）', 'Duration (ms)']),
    errorMsg: text(['错误信息', '錯誤資訊', 'Error message'], { max: 500, format: 'multiline' }),
    businessCode: text(['业务编码', '業務編碼', 'Business code'], { max: 50 }),
  },
  list: {
    columns: [
      'systemName',
      'interfaceType',
      'logType',
      'url',
      'returnStatus',
      'costTime',
      'businessCode',
      'creatorName',
      'createDate',
    ],
    filters: ['systemCode', 'interfaceType', 'logType', 'returnStatus', 'createDate'],
  },
  screen: { area: 'system', url: 'sys/interfacelog', sort: 158, title: ['接口日志', '介面日誌', 'Interface logs'] },
});
