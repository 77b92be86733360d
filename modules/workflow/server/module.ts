import type { Route } from '#platform/server/http/route.ts';
import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#workflow/model/grants.ts';
import { workflow as model } from '#workflow/model/module.ts';
import { approvalsIn, type Approvals } from '#workflow/server/task/approval.ts';
import { billProcessRoutes } from '#workflow/server/task/bill-process.ts';
import { billRoutes, bindApproval } from '#workflow/server/task/bill.ts';
import {
  addSigners,
  endInstance,
  holdInstance,
  sendCopies,
  urge,
  withdraw,
} from '#workflow/server/task/circulation.ts';
import { definitionRoutes, definitionServices } from '#workflow/server/process/definition.ts';
import { dryRunRoutes } from '#workflow/server/process/dry-run.ts';
import { admitted } from '#workflow/server/task/fields.ts';
import { hubJob, hubRoutes, hubServices } from '#workflow/server/hub/hub.ts';
import { printTrail } from '#workflow/server/process/print-trail.ts';
import { printTrails } from '#system/server/setting/print-trail.ts';
import { readInbox } from '#workflow/server/inbox/inbox-list.ts';
import { readInboxTask } from '#workflow/server/inbox/inbox-task.ts';
import { workflowFigures } from '#workflow/server/task/home-figures.ts';
import { listExporters, listRoutes } from '#workflow/server/task/lists.ts';
import { reminderJob } from '#workflow/server/task/reminder.ts';
import { bizRouteService, substituteService } from '#workflow/server/task/services.ts';
import { routeBoardRoutes } from '#workflow/server/route/route-board.ts';
import { startProcess } from '#workflow/server/task/start.ts';
import { changeFields } from '#workflow/server/task/step-fields.ts';
import { claim, completeTask, entrust, reject, rollBack, terminate } from '#workflow/server/task/task.ts';
import { timerJob } from '#workflow/server/task/timer.ts';
import { trailRoutes } from '#workflow/server/process/trail.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { runningInstance, todoTask } from '#workflow/model/task.ts';

export const workflow: ServerModule = {
  model,
  grants,
  services: [...definitionServices, substituteService, ...hubServices],
  routes: listRoutes,
  exporters: listExporters,
  figures: workflowFigures,
  adds: [printTrails.with(printTrail)],
  furnish: ({ modules, exchange }) => {
    const approvals = approvalsIn(modules);
    return {
      services: [bizRouteService(approvals)],
      jobs: [timerJob(approvals), reminderJob, hubJob(exchange)],
      routes: () => [...workflowRoutes(approvals), ...hubRoutes(exchange)],
      asMet: (document, hooks) => bindApproval(approvals, document, hooks),
    };
  },
};

/** Query, form and JSON alike; who may act is asked of the task and not of a permission (contract: session). */
const act = { method: 'POST', permission: 'session', effect: 'command', takesForm: true } as const;

const workflowRoutes = (approvals: Approvals): readonly Route[] =>
  routesOf(approvals).map((route) =>
    route.ticket === 'download' ? route : { ...route, handle: admitted(route.handle) },
  );

const routesOf = (approvals: Approvals): readonly Route[] => [
  ...definitionRoutes(approvals),
  ...dryRunRoutes(approvals),
  ...trailRoutes(approvals),
  ...billRoutes(approvals),
  ...billProcessRoutes(approvals),
  ...routeBoardRoutes(approvals),
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
  ...inboxRoutes(approvals),
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

/** Whoever may read the to-do list reads it as an inbox. */
const inboxRoutes = (approvals: Approvals): readonly Route[] => [
  {
    method: 'GET',
    path: `${todoTask.path}/inbox`,
    permission: [permissionOf(todoTask, 'page')],
    effect: 'none',
    summary: 'To-do task: the inbox (?page, limit, docType, search, order=oldest): rows, types with counts, done today',
    handle: (call) => readInbox(approvals, call),
  },
  {
    method: 'GET',
    path: `${todoTask.path}/inbox/:id`,
    permission: [permissionOf(todoTask, 'page')],
    effect: 'none',
    marks: { 'params.id': todoTask.name },
    summary: 'To-do task: what its approver needs: document, facts, what is unusual, lines',
    handle: (call) => readInboxTask(approvals, call),
  },
];

const taskRoutes = (approvals: Approvals): readonly Route[] => [
  {
    ...act,
    path: '/activiti/task/complete',
    summary: 'Task: complete (taskId, comment; ?preview=1 shows effects)',
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
