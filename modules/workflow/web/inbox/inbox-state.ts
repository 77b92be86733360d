import { useEffect, useRef, useState } from 'react';
import { queries } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import type { InboxRow } from '#workflow/model/inbox.ts';
import { handleTask } from '#workflow/web/task/task-places.ts';
import { approveTogether } from './bulk-summary.tsx';
import type { TextAreaRef } from './decision-bar.tsx';
import { decide, decidedIn, takeBack, useHeld, whatOf } from './held-decisions.ts';
import { isDecidable, nextAfter, noFilter, taskQuery, useInbox, type InboxFilter } from './inbox-data.ts';
import { useInboxKeys } from './inbox-keys.ts';
import { inboxTexts } from './inbox-texts.ts';
import { usePhrases } from './phrases.ts';
import { focusTalk } from './task-talk.tsx';

export type InboxState = ReturnType<typeof useInboxState>;

/** The inbox as the page draws it and its keys move it. */
export function useInboxState() {
  const choice = useChoice();
  const { rows, gone, query, held, filter, selected, isTaken, remark: said } = choice;
  usePrefetch(rows, selected);
  const phrases = usePhrases();
  const state = {
    ...deedsOn(choice),
    query,
    rows,
    filter,
    setFilter: choice.setFilter,
    hasFilter: filter.docType !== '' || filter.search !== '',
    selected,
    select: choice.select,
    isTaken,
    refusal: selected === undefined ? undefined : held.refused.get(selected.taskId),
    ticked: choice.ticked,
    isOpened: choice.isOpened,
    setOpened: choice.setOpened,
    move: choice.move,
    leaveRow: (): void => {
      if (selected !== undefined) choice.leave(new Set([selected.taskId]));
    },
    remark: said.remark,
    setRemark: said.setRemark,
    isWhyMissing: said.isWhyMissing,
    input: said.input,
    phrases: phrases.all,
    comment: focusTalk,
    doneToday: (query.data?.doneToday ?? 0) + gone.size,
  };
  useInboxKeys(state);
  return state;
}

/** Which tasks are seen, which one is looked at and which are ticked. */
function useChoice() {
  const [filter, setFilter] = useState<InboxFilter>(noFilter);
  const query = useInbox(filter);
  const held = useHeld();
  const gone = decidedIn(held);
  const rows = (query.data?.list ?? []).filter(({ taskId }) => !gone.has(taskId));
  const [chosen, setChosen] = useState<InboxRow | undefined>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isOpened, setOpened] = useState(false);
  const remark = useRemark();
  // What somebody else has decided on meanwhile stays on the page until one goes on.
  const isListed = chosen !== undefined && rows.some(({ taskId }) => taskId === chosen.taskId);
  const isTaken = chosen !== undefined && !isListed && !gone.has(chosen.taskId) && !query.isPlaceholderData;
  const selected = isListed || isTaken ? chosen : rows[0];
  const select = (row: InboxRow | undefined): void => {
    setChosen(row);
    remark.setRemark('');
  };
  const move = (by: 1 | -1): void => {
    const at = rows.findIndex(({ taskId }) => taskId === selected?.taskId);
    const next = rows[at < 0 ? 0 : at + by];
    if (next !== undefined) select(next);
    else if (isTaken) select(undefined);
  };
  const leave = (ids: ReadonlySet<string>): void => {
    if (selected !== undefined && ids.has(selected.taskId)) {
      const next = nextAfter(rows, ids, selected.taskId);
      select(next);
      if (next === undefined) setOpened(false);
    }
    setTicked(new Set([...ticked].filter((id) => !ids.has(id))));
  };
  return {
    filter,
    setFilter,
    query,
    held,
    gone,
    rows,
    selected,
    isTaken,
    setChosen,
    select,
    move,
    leave,
    ticked,
    setTicked,
    isOpened,
    setOpened,
    remark,
  };
}

/** What is done to the task that is looked at, or to those that are ticked. */
function deedsOn({
  selected,
  isTaken,
  remark: said,
  leave,
  setChosen,
  ticked,
  setTicked,
}: ReturnType<typeof useChoice>) {
  const remark = said.remark.trim();
  const decideOn = (verb: 'complete' | 'reject', row: InboxRow): void => {
    decide(verb, [row], remark);
    leave(new Set([row.taskId]));
  };
  return {
    approve: (): void => {
      if (selected !== undefined && !isTaken && isDecidable(selected)) decideOn('complete', selected);
    },
    reject: (): void => {
      if (selected === undefined || isTaken || !isDecidable(selected)) return;
      if (remark !== '') {
        decideOn('reject', selected);
        return;
      }
      said.setWhyMissing(true);
      said.input.current?.focus();
    },
    undo: (): void => {
      const decision = takeBack();
      const [row] = decision?.rows ?? [];
      if (decision === undefined || row === undefined) return;
      setChosen(row);
      said.setRemark(decision.comment);
      feedback.info(say(inboxTexts.undone, { what: whatOf(decision.rows) }));
    },
    open: (): void => {
      if (selected !== undefined) openDocument(selected);
    },
    tick: (id: string): void => {
      const next = new Set(ticked);
      if (!next.delete(id)) next.add(id);
      setTicked(next);
    },
    untick: (): void => {
      setTicked(new Set());
    },
    together: async (some: readonly InboxRow[]): Promise<void> => {
      const comment = await approveTogether(some);
      if (comment === undefined) return;
      decide('complete', some, comment);
      leave(new Set(some.map(({ taskId }) => taskId)));
    },
  };
}

function useRemark() {
  const [remark, setText] = useState('');
  const [isWhyMissing, setWhyMissing] = useState(false);
  const input = useRef<TextAreaRef>(null);
  const setRemark = (next: string): void => {
    setText(next);
    setWhyMissing(false);
  };
  return { remark, isWhyMissing, setRemark, setWhyMissing, input };
}

/** The next one is read while this one is looked at. */
function usePrefetch(rows: readonly InboxRow[], selected: InboxRow | undefined): void {
  const next = selected === undefined ? undefined : nextAfter(rows, new Set([selected.taskId]), selected.taskId);
  const id = next?.taskId;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => void queries.prefetchQuery(taskQuery(id)), 300);
    return () => {
      clearTimeout(timer);
    };
  }, [id]);
}

/** The document in a tab of its own: only whoever asks for it gets one. */
const openDocument = ({ routeName, billId, processInstanceId, isOwn, docType }: InboxRow): void => {
  handleTask({
    routeName,
    billId,
    processInstanceId,
    starterFlag: isOwn ? '1' : '0',
    businessKey: `${docType}:${billId}`,
  });
};
