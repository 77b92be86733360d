/** Every noun of the module, one line each. */
export { wfModel, deployment, processDefinition } from './definition.ts';
export { bizRoute } from './biz-route.ts';
export { substitute } from './substitute.ts';
export { correction } from './correction.ts';
export { todoTask, joinedTask, myApplication, runningInstance } from './task.ts';
export { ringTimers, taskTimeout } from './timer.ts';
export { erpBillType, erpBillDict, approveTemplate, approveOrg, approveUser } from './hub.ts';
export { exchangeInterface, approveSql, approveTask, approveLog, approveMessage } from './hub-work.ts';
export { pullApprovals } from './hub-job.ts';
