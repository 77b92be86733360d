import { defineJob } from '#platform/model/job.ts';

export const pullApprovals = defineJob({
  name: 'pullApprovals',
  label: ['拉取外部待审单据', '拉取外部待審單據', 'Fetch documents for approval'],
  remark: [
    '按启用的数据交换（动作：提交）向外部系统拉取待审单据，生成或更新审批任务',
    '按啟用的資料交換（動作：提交）向外部系統拉取待審單據，產生或更新審批任務',
    'Asks other systems for their pending documents, by every enabled exchange with the action submit, and makes or ' +
      'mends the tasks',
  ],
  params: {},
  isPerTenant: true,
});
