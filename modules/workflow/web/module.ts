import { hubExchangeActions, hubSqlActions, hubTaskActions } from '#workflow/web/hub/hub-actions.ts';
import { modelActions } from '#workflow/web/process/model-actions.ts';
import { processActions } from '#workflow/web/process/process-actions.ts';
import { processTexts } from '#workflow/web/process/process-texts.ts';
import { countTodo } from '#workflow/web/task/badge.ts';
import { applicationActions, billActions, runningActions, todoActions } from '#workflow/web/task/task-actions.ts';
import { taskLabels } from '#workflow/web/task/task-labels.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { workflow as model } from '#workflow/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const workflow: WebModule = {
  model,
  pages: {
    'activiti/deployment': async () => (await import('#workflow/web/process/process-deployment.tsx')).DeploymentPage,
    'activiti/todo': async () => (await import('#workflow/web/task/task-lists.tsx')).TodoPage,
    'activiti/joined': async () => (await import('#workflow/web/task/task-lists.tsx')).JoinedPage,
    'activiti/myapply': async () => (await import('#workflow/web/task/task-lists.tsx')).MyApplicationPage,
    'activiti/running': async () => (await import('#workflow/web/task/task-lists.tsx')).RunningPage,
  },
  actions: {
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
    'activiti:model.modelXml': async () => (await import('#workflow/web/designer/model-xml-input.tsx')).ModelXmlInput,
    'activiti:substitute.docTypes': async () => (await import('#workflow/web/task/doc-types-input.tsx')).DocTypesInput,
  },
  paramPages: {
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
};
