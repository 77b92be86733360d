import { get } from '#platform/web/api/client.ts';

/** A row of the history of a process: a deed, or a task that is still open. */
export interface TrailRow {
  readonly id: string;
  readonly activityName: string;
  readonly assigneeName: string | null;
  readonly ownerName: string | null;
  readonly startTime: string;
  readonly endTime: string | null;
  readonly comment: string | null;
  readonly durationInSeconds: number;
  readonly result: string | null;
  readonly action: string;
  readonly billId?: string;
  readonly billCode?: string;
  readonly businessKey?: string;
  readonly routeName?: string;
  readonly processDefinitionName?: string;
  readonly starterName?: string;
}

/** Read whenever it is shown: others act on it meanwhile. */
export const trailQuery = (processInstanceId: string) => ({
  queryKey: ['list', 'trail', processInstanceId],
  queryFn: () =>
    get<readonly TrailRow[]>('/activiti/his/getTaskHandleDetailInfo', { processInstanceId }, { isSilent: true }),
  enabled: processInstanceId !== '',
  staleTime: 0,
});

/** Somebody who decided before, as the approval dialog shows him (001 §2.11). */
export interface Reviewer {
  readonly name: string;
  readonly date: string;
  readonly msg: string;
}

/** Whoever sent the document in is no reviewer of it. */
export const reviewersIn = (rows: readonly TrailRow[]): readonly Reviewer[] =>
  rows
    .filter(({ action, result }) => result !== null && action !== 'submit')
    .map(({ assigneeName, endTime, comment }) => ({
      name: assigneeName ?? '',
      date: endTime ?? '',
      msg: comment ?? '',
    }));

/** A document that no process decided on tells its last auditor itself. */
export function auditorOf(record: Readonly<Record<string, unknown>>): readonly Reviewer[] {
  const text = (key: string): string => (typeof record[key] === 'string' ? record[key] : '');
  return text('auditPersonName') === ''
    ? []
    : [{ name: text('auditPersonName'), date: text('auditDate'), msg: text('auditMsg') }];
}
