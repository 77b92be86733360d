import type { Label } from '#platform/model/label.ts';

/** What buttons of lists are called, which are there before anything of the workflow is fetched. */
export const taskLabels = {
  complete: ['通过', '通過', 'Complete'],
  reject: ['驳回', '駁回', 'Reject'],
  rollback: ['回退', '回退', 'Roll back'],
  entrust: ['委托', '委託', 'Delegate'],
  terminate: ['终止', '終止', 'Terminate'],
  approve: ['审批通过', '審批通過', 'Approve task'],
  claim: ['签收', '簽收', 'Claim'],
  addSign: ['加签', '加簽', 'Add signers'],
  cc: ['抄送', '抄送', 'Send copies'],
  withdraw: ['撤回', '撤回', 'Withdraw'],
  urge: ['催办', '催辦', 'Urge'],
  processDetail: ['流程详情', '流程詳情', 'Process'],
} as const satisfies Readonly<Record<string, Label>>;
