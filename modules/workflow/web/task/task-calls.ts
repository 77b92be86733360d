import { post, put, remove, type Asking } from '#platform/web/api/client.ts';

/**
 * The calls of the workflow in the encodings that the specification names (000 §7). The dialog that makes one shows its
 * failure.
 */
const dialog: Asking = { isDialog: true, isSilent: true };
const form: Asking = { ...dialog, isForm: true };

/** A task in the hands of whoever acts on it. */
export interface HeldTask {
  readonly taskId: string;
  readonly processInstanceId: string;
}

export const complete = ({ taskId }: HeldTask, comment: string): Promise<unknown> =>
  post('/activiti/task/complete', undefined, { ...dialog, params: { taskId, comment } });
/** Done and taken back: what approving would change, or why it would be refused. */
export const previewComplete = <Impact>({ taskId }: Pick<HeldTask, 'taskId'>): Promise<Impact> =>
  post<Impact>('/activiti/task/complete', undefined, { ...dialog, params: { taskId, preview: '1' } });
export const reject = ({ taskId }: HeldTask, comment: string): Promise<unknown> =>
  post('/activiti/task/backToFirst', { taskId, comment }, form);
export const rollBack = ({ taskId, processInstanceId }: HeldTask, comment: string): Promise<unknown> =>
  post('/activiti/task/backPreviousTask', { taskId, processInstanceId, comment }, form);
export const terminate = ({ taskId }: HeldTask, comment: string): Promise<unknown> =>
  post('/activiti/task/endProcess', { taskId, comment }, form);
export const entrust = ({ taskId }: HeldTask, assignee: string, comment: string): Promise<unknown> =>
  post('/activiti/task/entrust', { taskId, assignee, ...(comment === '' ? {} : { comment }) }, form);
export const claim = ({ taskId }: HeldTask): Promise<unknown> =>
  post('/activiti/task/claim', { taskId }, { isForm: true });
export const addSign = (
  { taskId }: HeldTask,
  assignees: readonly string[],
  mode: 'before' | 'after',
  comment: string,
): Promise<unknown> => post('/activiti/task/addSign', { taskId, assignees, mode, comment }, dialog);
export const sendCopies = ({ taskId }: HeldTask, userIds: readonly string[], comment: string): Promise<unknown> =>
  post('/activiti/task/cc', { taskId, userIds, comment }, dialog);

export const withdraw = (processInstanceId: string): Promise<unknown> =>
  post('/activiti/running/withdraw', { processInstanceId });
export const urge = (processInstanceId: string): Promise<unknown> => post('/activiti/task/urge', { processInstanceId });
export const holdInstance = (id: string, verb: 'active' | 'suspend'): Promise<unknown> =>
  put(`/activiti/running/${verb}/${id}`, {});
export const endInstance = (id: string, deleteReason: string): Promise<unknown> =>
  remove(`/activiti/running/${id}`, undefined, { ...dialog, params: { deleteReason } });

/** One document, also where many are approved: a request each (001 §4.2). */
export const decideBill = (
  path: string,
  verb: 'approve' | 'reject',
  id: string,
  operateMsg: string,
): Promise<unknown> => put(`${path}/${verb}`, { ids: [id], operateMsg }, dialog);
