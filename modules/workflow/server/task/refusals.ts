import { refusal } from '#platform/model/refusal.ts';

/** Texts of `vectors/refusals.json` and of the message catalogue; the others are the module's own. */
export const needsFlow = refusal('E-NEED-FLOW', 20004, [
  '该单据已绑定审批流程，请提交审批',
  '該單據已綁定審批流程，請提交審批',
  'This document is bound to an approval process; submit it',
]);
export const noRoute = refusal('E-NO-ROUTE', 20005, [
  '未找到匹配的审批流程，请先设计流程',
  '找不到符合的審批流程，請先設計流程',
  'No approval process matches; design the process first',
]);
export const otherRoute = refusal('E-ROUTE-DIFF', 20016, [
  '所选流程与业务路由不符，请重新提交',
  '所選流程與業務路由不符，請重新提交',
  'The process differs from the business route; submit again',
]);
export const cannotWithdraw = refusal('E-WITHDRAW', 20018, [
  '已有审批人处理，不能撤回',
  '已有審批人處理，不能撤回',
  'An approver has already acted; cannot withdraw',
]);
export const modelRefused = refusal('E-MODEL', 20070, [
  '流程【{element}】：{reason}',
  '流程【{element}】：{reason}',
  'Process, at {element}: {reason}',
]);
export const isSuspended = refusal('E-SUSPENDED', 20074, ['流程已挂起', '流程已掛起', 'The process is suspended']);
export const noProcess = refusal('E-PROCESS-NONE', 20076, [
  '没有查询到流程，请先设计流程',
  '沒有查詢到流程，請先設計流程',
  'No process found, please design the process first',
]);
export const notYours = refusal('E-TASK-OTHERS', 403, [
  '该任务不由您处理',
  '該任務不由您處理',
  'This task is not yours',
]);
export const waitsForSigners = refusal('E-TASK-WAITS', 20077, [
  '等待加签人处理',
  '等待加簽人處理',
  'The task waits for the signers that were added',
]);
export const isRunning = refusal('E-PROCESS-RUNNING', 20078, [
  '流程【{key}】还有运行中的实例，不能删除',
  '流程【{key}】還有執行中的實例，不能刪除',
  'Process {key} still has running instances and cannot be deleted',
]);
export const noTypeFor = refusal('E-DOC-TYPE', 20079, [
  '单据类型【{docType}】不能审批',
  '單據類型【{docType}】不能審批',
  'Documents of type {docType} are not approved',
]);

export const ownSubstitute = refusal('E-SUBSTITUTE-SELF', 20080, [
  '不能指定本人为代理人',
  '不能指定本人為代理人',
  'Nobody is his own substitute',
]);

export const noBusinessKey = refusal('E-BUSINESS-KEY', 10003, [
  '业务KEY为空，无法启动流程',
  '業務KEY為空，無法啟動流程',
  'The business key is empty, the process cannot start',
]);
export const noProcessKey = refusal('E-PROCESS-KEY', 10003, [
  '请设置流程KEY',
  '請設定流程KEY',
  'Please set the process definition key',
]);
export const noComment = refusal('E-COMMENT', 10003, [
  '请填写审批意见',
  '請填寫審批意見',
  'Please fill in the comment',
]);
export const noAssignee = refusal('E-ENTRUST', 10003, [
  '请选择委托人',
  '請選擇委託人',
  'Please choose the user to entrust',
]);
