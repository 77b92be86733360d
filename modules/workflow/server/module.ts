import type { Route } from '#platform/server/http/route.ts';
import type { JobHandler } from '#platform/server/job/handler.ts';
import type { ServerModule, Service } from '#platform/server/module/server-module.ts';
import { workflow as model } from '#workflow/model/module.ts';
import type { Approvals } from './approval.ts';
import { billProcessRoutes } from './bill-process.ts';
import { billRoutes } from './bill.ts';
import { addSigners, endInstance, holdInstance, sendCopies, urge, withdraw } from './circulation.ts';
import { definitionRoutes, definitionServices } from './definition.ts';
import { dryRunRoutes } from './dry-run.ts';
import { admitted } from './fields.ts';
import { hubServices } from './hub.ts';
import { listExporters, listRoutes } from './lists.ts';
import { reminderJob } from './reminder.ts';
import { bizRouteService, substituteService } from './services.ts';
import { startProcess } from './start.ts';
import { changeFields } from './step-fields.ts';
import { claim, completeTask, entrust, reject, rollBack, terminate } from './task.ts';
import { timerJob } from './timer.ts';
import { trailRoutes } from './trail.ts';
import { runningInstance } from '#workflow/model/task.ts';

export const workflow: ServerModule = {
  model,
  services: [...definitionServices, substituteService, ...hubServices],
  routes: listRoutes,
  exporters: listExporters,
};

/** What knows every document that can be approved: made where all modules are known. */
export const workflowServices = (approvals: Approvals): readonly Service[] => [bizRouteService(approvals)];
export const workflowJobs = (approvals: Approvals): readonly JobHandler[] => [timerJob(approvals), reminderJob];

/** Query, form and JSON alike; who may act is asked of the task and not of a permission (contract: session). */
const act = { method: 'POST', permission: 'session', effect: 'command', takesForm: true } as const;

export const workflowRoutes = (approvals: Approvals): readonly Route[] =>
  routesOf(approvals).map((route) =>
    route.ticket === 'download' ? route : { ...route, handle: admitted(route.handle) },
  );

const routesOf = (approvals: Approvals): readonly Route[] => [
  ...definitionRoutes(approvals),
  ...dryRunRoutes(approvals),
  ...trailRoutes(approvals),
  ...billRoutes(approvals),
  ...billProcessRoutes(approvals),
  {
    ...act,
    path: '/activiti/running/startOfBusinessKey',
    summary: 'Start the process of a document ({ processDefinitionKey, businessKey })',
    handle: (call) => startProcess(approvals, call),
  },
  {
    ...act,
    path: '/activiti/running/withdraw',
    summary: 'Take back what nobody has decided on ({ processInstanceId })',
    handle: (call) => withdraw(approvals, call),
  },
  ...taskRoutes(approvals),
  ...(['active', 'suspend'] as const).map((verb): Route => ({
    method: 'PUT',
    path: `/activiti/running/${verb}/:id`,
    permission: [`${runningInstance.name}:${verb}`],
    effect: 'command',
    marks: { 'params.id': runningInstance.name },
    summary: `Running instance: ${verb}`,
    handle: (call) => holdInstance(call, verb === 'suspend'),
  })),
  {
    method: 'DELETE',
    path: '/activiti/running/:id',
    permission: [`${runningInstance.name}:delete`],
    effect: 'command',
    marks: { 'params.id': runningInstance.name },
    summary: 'Running instance: end it (?deleteReason=)',
    handle: (call) => endInstance(approvals, call),
  },
];

const taskRoutes = (approvals: Approvals): readonly Route[] => [
  {
    ...act,
    path: '/activiti/task/complete',
    summary: 'Task: complete (taskId, comment)',
    handle: (call) => completeTask(approvals, call),
  },
  {
    ...act,
    path: '/activiti/task/backPreviousTask',
    summary: 'Task: roll back to the step before (taskId, processInstanceId, comment)',
    handle: (call) => rollBack(approvals, call),
  },
  {
    ...act,
    path: '/activiti/task/backToFirst',
    summary: 'Task: reject to whoever started it (taskId, comment)',
    handle: (call) => reject(approvals, call),
  },
  {
    ...act,
    path: '/activiti/task/endProcess',
    summary: 'Task: terminate the process (taskId, comment)',
    handle: (call) => terminate(approvals, call),
  },
  { ...act, path: '/activiti/task/entrust', summary: 'Task: hand to another user (taskId, assignee)', handle: entrust },
  {
    ...act,
    path: '/activiti/task/fields',
    summary: 'Task: change what its step allows ({ taskId, values })',
    handle: (call) => changeFields(approvals, call),
  },
  { ...act, path: '/activiti/task/claim', summary: 'Task: take one that several could (taskId)', handle: claim },
  {
    ...act,
    path: '/activiti/task/addSign',
    summary: 'Task: add signers before or after it (taskId, assignees, mode, comment)',
    handle: addSigners,
  },
  { ...act, path: '/activiti/task/cc', summary: 'Task: send copies (taskId, userIds, comment)', handle: sendCopies },
  {
    ...act,
    path: '/activiti/task/urge',
    summary: 'Remind whoever is waited for, once an hour ({ processInstanceId })',
    handle: urge,
  },
];
