import { hubExchangeActions, hubSqlActions, hubTaskActions } from '#workflow/web/hub/hub-actions.ts';
import { modelActions } from '#workflow/web/process/model-actions.ts';
import { processActions } from '#workflow/web/process/process-actions.ts';
import { processTexts } from '#workflow/web/process/process-texts.ts';
import { routeActions } from '#workflow/web/route/route-actions.ts';
import { countTodo } from '#workflow/web/task/badge.ts';
import { applicationActions, billActions, runningActions, todoActions } from '#workflow/web/task/task-actions.ts';
import { taskLabels } from '#workflow/web/task/task-labels.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { textAt } from '#platform/web/value/row.ts';
import { workflow as model } from '#workflow/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const workflow: WebModule = {
  model,
  pages: {
    'activiti/bizroute': async () => (await import('#workflow/web/route/route-list.tsx')).RouteListPage,
    'activiti/deployment': async () => (await import('#workflow/web/process/process-deployment.tsx')).DeploymentPage,
    'activiti/model': async () => (await import('#workflow/web/process/model-list.tsx')).ModelListPage,
    'activiti/todo': async () => (await import('#workflow/web/inbox/todo-page.tsx')).TodoPage,
    'activiti/joined': async () => (await import('#workflow/web/task/task-lists.tsx')).JoinedPage,
    'activiti/myapply': async () => (await import('#workflow/web/task/task-lists.tsx')).MyApplicationPage,
    'activiti/running': async () => (await import('#workflow/web/task/task-lists.tsx')).RunningPage,
  },
  actions: {
    'activiti:bizroute': routeActions,
    'activiti:model': modelActions,
    'activiti:process': processActions,
    'activiti:todo': todoActions,
    'activiti:myapply': applicationActions,
    'activiti:running': runningActions,
    'approve:exchange': hubExchangeActions,
    'approve:sql': hubSqlActions,
    'approve:task': hubTaskActions,
  },
  inputs: {
    'activiti:bizroute.docType': async () => (await import('#workflow/web/route/route-inputs.tsx')).DocTypeInput,
    'activiti:bizroute.routeName': async () => (await import('#workflow/web/route/route-inputs.tsx')).PageInput,
    'activiti:bizroute.saveUrl': async () => (await import('#workflow/web/route/route-inputs.tsx')).SaveCallInput,
    'activiti:bizroute.formName': async () => (await import('#workflow/web/route/route-inputs.tsx')).FormNameInput,
    'activiti:bizroute.processDefinitionKey': async () =>
      (await import('#workflow/web/route/route-inputs.tsx')).ProcessInput,
    'activiti:bizroute.condition': async () => (await import('#workflow/web/route/route-inputs.tsx')).ConditionInput,
    'activiti:model.modelXml': async () => (await import('#workflow/web/designer/model-xml-input.tsx')).ModelXmlInput,
    'activiti:substitute.docTypes': async () => (await import('#workflow/web/task/doc-types-input.tsx')).DocTypesInput,
  },
  // A route is kept by keys and addresses that nobody says aloud.
  shownInputs: ['docType', 'routeName', 'saveUrl', 'formName', 'processDefinitionKey', 'condition'].map(
    (key) => `activiti:bizroute.${key}`,
  ),
  paramPages: {
    routeBoard: {
      title: ['审批路由', '審批路由', 'Approval routes'],
      load: async () => (await import('#workflow/web/route/route-board.tsx')).RouteBoard,
    },
    processModel: {
      title: processTexts.designer,
      load: async () => (await import('#workflow/web/designer/designer.tsx')).Designer,
    },
    processInstance: {
      title: taskLabels.processDetail,
      load: async () => (await import('#workflow/web/task/instance-detail.tsx')).InstanceDetail,
    },
  },
  badges: {
    'activiti/todo': countTodo,
  },
  // Processes add to every document that they may decide on: in its form, and in its list.
  billBar: async () => (await import('#workflow/web/task/bill-bar.tsx')).BillBar,
  billActions,
  asides: [
    {
      key: 'trail',
      label: ['流转', '流轉', 'Trail'],
      isOffered: (_document, record) => textAt(record, 'processInstanceId') !== '',
      load: async () => (await import('#workflow/web/task/trail-aside.tsx')).TrailAside,
    },
  ],
  billSteps: {
    complete: async () => (await import('#workflow/web/task/bill-steps.ts')).completeBill,
    start: async () => (await import('#workflow/web/task/bill-steps.ts')).startBill,
  },
};
