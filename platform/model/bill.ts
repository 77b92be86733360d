import type { States, Verbs } from './document.ts';

/** Bill status of documents with stash and approval (001 §4.1). */
export const billStates = {
  saved: { code: '0', label: ['已保存', '已儲存', 'Saved'], tone: 'blue' },
  audited: { code: '1', label: ['已审核', '已審核', 'Approved'], tone: 'green' },
  closed: { code: '2', label: ['已关闭', '已關閉', 'Closed'], tone: 'grey' },
  stashed: { code: '3', label: ['暂存', '暫存', 'On hold'], tone: 'orange' },
  inApproval: { code: '4', label: ['审批中', '審批中', 'In approval'], tone: 'orange' },
} as const satisfies States;

/** The variant with only 0, 1, 2: stock in/out, deliveries, estimated cost, objectives. */
export const shortBillStates = {
  saved: billStates.saved,
  audited: billStates.audited,
  closed: billStates.closed,
} as const satisfies States;

const audit = { label: ['审核', '審核', 'Approve'], to: 'audited', sets: 'audited', posts: true } as const;
const unaudit = {
  label: ['弃审', '棄審', 'Revoke approval'],
  from: ['audited'],
  to: 'saved',
  sets: 'unaudited',
  posts: true,
} as const;
const close = {
  label: ['关闭', '關閉', 'Close'],
  from: ['audited'],
  to: 'closed',
  sets: 'closed',
  posts: true,
  asksReason: true,
} as const;
const unclose = {
  label: ['反关闭', '反關閉', 'Reopen'],
  from: ['closed'],
  to: 'audited',
  sets: 'unclosed',
  posts: true,
} as const;
const cancel = { label: ['作废', '作廢', 'Void'], to: 'closed', sets: 'cancelled' } as const;

/** Verbs of domain §3.1; only the workflow takes a document from in approval to audited. */
export const billVerbs = {
  audit: { ...audit, from: ['saved'], engineFrom: ['inApproval'] },
  unaudit,
  close,
  unclose,
  cancel: { ...cancel, from: ['saved', 'stashed'] },
  stash: { label: ['暂存', '暫存', 'Hold'], from: ['saved', 'stashed'], to: 'stashed' },
  unstash: { label: ['提交', '提交', 'Submit'], from: ['stashed'], to: 'saved' },
} as const satisfies Verbs<keyof typeof billStates>;

export const shortBillVerbs = {
  audit: { ...audit, from: ['saved'] },
  unaudit,
  close,
  unclose,
  cancel: { ...cancel, from: ['saved'] },
} as const satisfies Verbs<keyof typeof shortBillStates>;
