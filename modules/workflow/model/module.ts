import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const workflow = defineModule({
  name: 'workflow',
  label: ['流程管理', '流程管理', 'Workflow'],
  areas: [{ key: 'workflow', label: ['流程管理', '流程管理', 'Workflow'], sort: 10, icon: 'NodeIndexOutlined' }],
  nouns,
});
