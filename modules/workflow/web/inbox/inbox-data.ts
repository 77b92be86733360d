import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { compare, plus } from '#platform/model/decimal.ts';
import { get } from '#platform/web/api/client.ts';
import type { InboxPage, InboxRow, InboxTask } from '#workflow/model/inbox.ts';
import { readTask } from './held-decisions.ts';

export interface InboxFilter {
  readonly docType: string;
  readonly search: string;
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
}
export const step = 50;
export const most = 200;
export const noFilter: InboxFilter = { docType: '', search: '', order: 'newest', limit: step };

/** Others decide on the same tasks: read again now and then while it is looked at. */
const interval = 60_000;

export const useInbox = (filter: InboxFilter): UseQueryResult<InboxPage> =>
  useQuery({
    queryKey: ['list', 'inbox', filter],
    queryFn: () => get<InboxPage>('/activiti/task/inbox', { ...filter }, { isSilent: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: interval,
  });

export const useInboxTask = (taskId: string): UseQueryResult<InboxTask> =>
  useQuery({ ...taskQuery(taskId), enabled: taskId !== '' });

/** Kept for a moment, so that the next one is here when it slides in. */
export const taskQuery = (taskId: string) => ({
  queryKey: ['inbox-task', taskId],
  queryFn: () => readTask<InboxTask>(taskId),
  staleTime: 15_000,
  gcTime: 60_000,
});

/** A task that can be decided on unseen: nobody has found anything about it. */
export const isHarmless = ({ isOwn, glance }: InboxRow): boolean => !isOwn && glance?.tone === 'plain';
export const isDecidable = ({ isOwn }: InboxRow): boolean => !isOwn;

/** What whoever decides on several at once must know of them. */
export interface Summary {
  readonly count: number;
  readonly sum: string | null;
  readonly largest: InboxRow | null;
  /** In percent; null where nobody may know it. */
  readonly lowestMargin: string | null;
  readonly odd: number;
}
export function summaryOf(rows: readonly InboxRow[]): Summary {
  const amounts = rows.filter(({ amount }) => amount !== null);
  const margins = rows.flatMap(({ glance }) => glance?.margin ?? []).toSorted((a, b) => compare(a, b));
  return {
    count: rows.length,
    sum: amounts.length === 0 ? null : plus(...amounts.map(({ amount }) => amount)),
    largest: amounts.toSorted((a, b) => compare(b.amount ?? '0', a.amount ?? '0'))[0] ?? null,
    lowestMargin: margins[0] ?? null,
    odd: rows.filter(({ glance }) => glance !== null && glance.tone !== 'plain').length,
  };
}

/** The one to show after `ids` have gone from the list: the next below, else the nearest above. */
export function nextAfter(rows: readonly InboxRow[], gone: ReadonlySet<string>, from: string): InboxRow | undefined {
  const at = rows.findIndex(({ taskId }) => taskId === from);
  const isLeft = ({ taskId }: InboxRow): boolean => !gone.has(taskId);
  return rows.slice(Math.max(0, at)).find(isLeft) ?? rows.slice(0, Math.max(0, at)).findLast(isLeft);
}
