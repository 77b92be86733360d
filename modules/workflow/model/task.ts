import { choice, dict, flag, instant, integer, text } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';
import { taskResult } from './choices.ts';

const processFields = {
  processDefinitionKey: text(['流程标识', '流程標識', 'Process key']),
  processDefinitionName: text(['流程名称', '流程名稱', 'Process name']),
  processInstanceId: text(['流程实例', '流程實例', 'Instance']),
  businessKey: text(['业务KEY', '業務KEY', 'Business key']),
  // What people call the document; the key names it to the calls.
  billCode: text(['单据编号', '單據編號', 'Document no.'], { isNumber: true }),
  starterName: text(['发起人', '發起人', 'Started by']),
} as const;
const taskFields = {
  taskId: text(['任务ID', '任務ID', 'Task ID']),
  taskName: text(['任务名称', '任務名稱', 'Task name']),
  assignee: text(['处理人', '處理人', 'Assignee']),
  owner: text(['任务所有人', '任務所有人', 'Owner'], { none: ['本人', '本人', 'Own'] }),
  durationInSeconds: integer(['耗时（秒）', '耗時（秒）', 'Duration (seconds)']),
} as const;
const view = ['查看', '檢視', 'View'] as const;

/** What waits for me: mine by name, by role, by department, or as somebody's substitute. */
export const todoTask = defineReport({
  name: 'activiti:todo',
  label: ['待办任务', '待辦任務', 'To-do task'],
  path: '/activiti/task',
  fields: {
    ...taskFields,
    ...processFields,
    processDefinitionId: text(['流程定义ID', '流程定義ID', 'Process definition ID']),
    createTime: instant(['创建时间', '建立時間', 'Created at']),
    dueDate: instant(['到期时间', '到期時間', 'Due date']),
    routeName: text(['页面路由', '頁面路由', 'Route name']),
    starterFlag: flag(['发起环节', '發起環節', 'Starter task']),
    fallbackRole: text(['备用角色', '備用角色', 'Fallback role']),
  },
  list: {
    columns: [
      'taskName',
      'billCode',
      'assignee',
      'owner',
      'processDefinitionName',
      'starterName',
      'createTime',
      'durationInSeconds',
      'businessKey',
    ],
    filters: ['taskName', 'processDefinitionKey', 'businessKey'],
  },
  grants: {
    view,
    complete: ['通过', '通過', 'Complete'],
    reject: ['驳回', '駁回', 'Reject'],
    rollback: ['回退', '回退', 'Roll back'],
    entrust: ['委托', '委託', 'Delegate'],
    terminate: ['终止', '終止', 'Terminate'],
  },
  screen: { area: 'workflow', url: 'activiti/todo', sort: 5, title: ['待办任务', '待辦任務', 'To-do tasks'] },
});

/** What I have decided. */
export const joinedTask = defineReport({
  name: 'activiti:joined',
  label: ['已办任务', '已辦任務', 'Completed task'],
  path: '/activiti/his/joined',
  fields: {
    ...taskFields,
    ...processFields,
    startTime: instant(['开始时间', '開始時間', 'Start time']),
    endTime: instant(['结束时间', '結束時間', 'End time']),
    result: choice(['处理结果', '處理結果', 'Result'], taskResult),
    comment: text(['审批意见', '審批意見', 'Remark']),
  },
  list: {
    columns: [
      'taskName',
      'billCode',
      'assignee',
      'owner',
      'durationInSeconds',
      'processDefinitionName',
      'starterName',
      'startTime',
      'endTime',
      'result',
      'comment',
      'businessKey',
    ],
    filters: ['result'],
  },
  grants: { view },
  screen: { area: 'workflow', url: 'activiti/joined', sort: 6, title: ['已办任务', '已辦任務', 'Completed tasks'] },
});

/** What I have sent in, and where it stands. */
export const myApplication = defineReport({
  name: 'activiti:myapply',
  label: ['我的申请', '我的申請', 'My request'],
  path: '/activiti/his/myApply',
  fields: {
    ...processFields,
    startTime: instant(['开始时间', '開始時間', 'Start time']),
    endTime: instant(['结束时间', '結束時間', 'End time']),
    durationInSeconds: integer(['耗时（秒）', '耗時（秒）', 'Duration (seconds)']),
    currentTaskName: text(['当前任务', '目前任務', 'Current task']),
    currentAssigneeName: text(['当前处理人', '目前處理人', 'Current assignee']),
    flowStatus: dict(['流程状态', '流程狀態', 'Flow status'], 'flow_status'),
  },
  list: {
    columns: [
      'processDefinitionName',
      'billCode',
      'startTime',
      'endTime',
      'durationInSeconds',
      'currentTaskName',
      'currentAssigneeName',
      'flowStatus',
      'processDefinitionKey',
      'businessKey',
    ],
    filters: ['processDefinitionKey', 'flowStatus'],
  },
  grants: { view, start: ['发起流程', '發起流程', 'Start process'] },
  screen: { area: 'workflow', url: 'activiti/myapply', sort: 4, title: ['我的申请', '我的申請', 'My requests'] },
});

/** Whatever runs in the tenant, for whoever looks after it. */
export const runningInstance = defineReport({
  name: 'activiti:running',
  label: ['运行中流程', '執行中流程', 'Running instance'],
  path: '/activiti/running',
  fields: {
    ...processFields,
    processDefinitionId: text(['流程定义ID', '流程定義ID', 'Process definition ID']),
    processDefinitionVersion: integer(['流程版本', '流程版本', 'Process version']),
    activityId: text(['活动节点', '活動節點', 'Activity']),
    activityName: text(['任务名称', '任務名稱', 'Task name']),
    assigneeName: text(['处理人', '處理人', 'Assignee']),
    startTime: instant(['开始时间', '開始時間', 'Start time']),
    suspended: flag(['挂起', '掛起', 'Suspended']),
  },
  list: {
    columns: [
      'processDefinitionName',
      'billCode',
      'activityName',
      'assigneeName',
      'starterName',
      'startTime',
      'suspended',
      'processDefinitionKey',
      'processDefinitionVersion',
      'businessKey',
    ],
    filters: ['processInstanceId', 'processDefinitionKey'],
  },
  grants: {
    view,
    active: ['激活', '啟用', 'Activate'],
    suspend: ['挂起', '掛起', 'Suspend'],
    delete: ['删除', '刪除', 'Delete'],
  },
  screen: {
    area: 'workflow',
    url: 'activiti/running',
    sort: 7,
    title: ['运行中流程', '執行中流程', 'Running instances'],
  },
});
