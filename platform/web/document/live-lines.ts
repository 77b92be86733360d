import { skipToken, useQuery } from '@tanstack/react-query';
import { createElement, Fragment, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import { compare } from '#platform/model/decimal.ts';
import { isDecimal } from '#platform/web/value/measure.ts';
import { plain, textAt, type Row } from '#platform/web/value/row.ts';
import type { Column } from '#platform/web/column/column.ts';
import type { Rows } from '#platform/web/grid/rows.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import type {
  LiveAnswer,
  LiveColumn,
  LiveLine,
  LiveLines,
  LiveSummaryProps,
} from '#platform/web/registry/live-lines.ts';
import { liveLinesOf } from '#platform/web/registry/registry.ts';
import { beginPause } from '#platform/web/page/settled.ts';
import { retried } from '#platform/web/loading/chunk.ts';
import { createStore, type Store } from '#platform/web/page/store.ts';
import { isFilled, linesIn, type BillWork, type HeadValues } from './bill-work.ts';
import { LiveFailed } from './live-failed.tsx';
import { lineColumns, plainAmount, runningTotals, type Line } from './lines.ts';

/** What is told of the lines while they are written, by their ids. */
export interface Live {
  readonly source: LiveLines | undefined;
  readonly answers: Store<Answers>;
  /** What is shown is of an earlier question; the answer to this one is under way. */
  readonly pending: Store<boolean>;
  /** Something of the head changed, or it shall be asked once more. */
  readonly poke: () => void;
  /** What is being written is known: nothing waits to be asked. */
  readonly settle: () => Promise<void>;
}

/** A pause in the typing; whoever types on is not disturbed. */
const pause = 250;
/** Milliseconds for which what was told of stock and credit is believed by a tab that comes back. */
const fresh = 60_000;
interface Answers {
  readonly lines: ReadonlyMap<string, LiveLine>;
  readonly about: unknown;
  /** They are of an earlier question: the last one was not answered. */ readonly isFailed?: true;
}
const nothing: Answers = { lines: new Map(), about: undefined };

/** Asks for all lines at once whenever one of them, or what of the head concerns them, has changed. */
export function useLiveLines(document: Document, work: BillWork, isRead: boolean): Live {
  const load = liveLinesOf(document.name);
  const { data: source } = useQuery({
    queryKey: ['chunk', `live ${document.name}`],
    queryFn: load === undefined ? skipToken : retried(load),
    gcTime: Infinity,
    structuralSharing: false,
  });
  const [answers] = useState(() => createStore(nothing));
  const [pending] = useState(() => createStore(false));
  const asking = useRef<Asking | null>(null);
  const memory = useRef<Memory>({
    of: work,
    asked: '',
    answeredAt: 0,
    opened: new Map(),
    isChanged: false,
    isTelling: false,
  });
  useEffect(() => {
    if (source === undefined || (isRead && source.isAskedInRead !== true)) return undefined;
    const { current: remembered } = memory;
    // Another record, or another state of it: what was told is of the one before.
    if (remembered.of !== work) remembered.asked = '';
    remembered.of = work;
    const started = startAsking({ source, work, memory: remembered, answers, pending });
    asking.current = started;
    const leave = work.lines.subscribe(started.poke);
    started.poke();
    return () => {
      leave();
      started.stop();
      asking.current = null;
    };
  }, [source, work, isRead, answers, pending]);
  const poke = useCallback(() => {
    asking.current?.poke();
  }, []);
  const settle = useCallback(async () => {
    await asking.current?.settle();
  }, []);
  return useMemo(() => ({ source, answers, pending, poke, settle }), [source, answers, pending, poke, settle]);
}

interface Memory {
  /** What was asked about. */
  of: BillWork;
  /** The last question, or nothing when it has no answer. */
  asked: string;
  /** When it was answered: a hidden tab that comes back soon does not ask it again, stock and credit do change. */
  answeredAt: number;
  /**
   * Saved lines as the record has them, with what of its head concerns them: as long as nobody changed either, nothing
   * changes in them.
   */
  readonly opened: Map<string, string>;
  /** One line is not as the record has it: what follows for the others may be something else now. */
  isChanged: boolean;
  /** What is written now was answered: it is no new question. */
  isTelling: boolean;
}
interface Asking {
  readonly poke: () => void;
  readonly settle: () => Promise<void>;
  readonly stop: () => void;
}

/** Who is asked about which lines, and what is remembered of it. */
interface Talk {
  readonly source: LiveLines;
  readonly work: BillWork;
  readonly memory: Memory;
  readonly answers: Store<Answers>;
  readonly pending: Store<boolean>;
}

function startAsking(talk: Talk): Asking {
  const { source, memory, answers, pending } = talk;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underway: Promise<void> = Promise.resolve();
  let [isStopped, isAsking] = [false, false];
  if (performance.now() - memory.answeredAt > fresh) memory.asked = '';
  rememberOpened(talk);
  const run = async (): Promise<void> => {
    const question = questionNow(talk);
    const { head, lines, bodies } = question;
    const asked = JSON.stringify([head, lines.map(({ id }, at) => [id, bodies[at]])]);
    if (asked === memory.asked) {
      pending.set(() => false);
      return;
    }
    memory.asked = asked;
    isAsking = true;
    pending.set(() => true);
    try {
      const found = lines.length === 0 ? { lines: [] } : await source.ask(head, bodies);
      // Somebody typed on: the answer to what was typed is under way.
      if (isStopped || memory.asked !== asked) return;
      takeAnswer(talk, question, found);
      memory.answeredAt = performance.now();
      isAsking = false;
      pending.set(() => false);
    } catch {
      isAsking = false;
      if (memory.asked === asked) memory.asked = '';
      pending.set(() => false);
      letAmountsGo(talk);
      answers.set((before) => ({ ...before, isFailed: true }));
    }
  };
  const start = (): Promise<void> => {
    underway = underway.then(run);
    return underway;
  };
  return {
    poke: () => {
      clearTimeout(timer);
      timer = setTimeout(() => void start(), pause);
      beginPause(pause);
      if (!memory.isTelling && answers.get() !== nothing) pending.set(() => true);
    },
    settle: () => {
      clearTimeout(timer);
      return start();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      // Whoever comes back asks what was still under way once more: its answer is not taken.
      if (isAsking) memory.asked = '';
    },
  };
}

interface Question {
  readonly head: Row;
  readonly lines: readonly Line[];
  readonly bodies: readonly Row[];
}
function questionNow(talk: Talk): Question {
  const lines = talk.work.written();
  return {
    head: picked(talk.work.values(), talk.source.headKeys),
    lines,
    bodies: lines.map((line) => unfilledBody(talk, line)),
  };
}

const picked = (row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
const unfilledBody = ({ source: { lineKeys }, work: { filled } }: Talk, line: Line): Row =>
  Object.fromEntries(lineKeys.map((key) => [key, isFilled(filled, line, key) ? null : (line[key] ?? null)]));
const standing = (head: Row, body: Row | undefined): string => JSON.stringify([head, body]);

function rememberOpened(talk: Talk): void {
  const { source, work, memory } = talk;
  const saved = new Map(linesIn(work.record).map((line) => [line.id, line]));
  for (const line of work.written()) {
    if (work.filled.has(line.id)) continue;
    // A draft may have changed the line since.
    const before = saved.get(line.id);
    work.filled.set(line.id, source.filledIn(before ?? line));
    if (before !== undefined) work.lines.amounts.told.add(line.id);
    if (before !== undefined)
      memory.opened.set(line.id, standing(picked(work.record ?? {}, source.headKeys), unfilledBody(talk, before)));
  }
}

function takeAnswer(talk: Talk, { head, lines, bodies }: Question, { lines: found, about }: LiveAnswer): void {
  const { work, memory, answers } = talk;
  const rows = work.lines.get();
  memory.isChanged ||=
    lines.length !== memory.opened.size ||
    lines.some(({ id }, at) => memory.opened.get(id) !== standing(head, bodies[at]));
  tell(
    talk,
    lines.flatMap(({ id }, at) => {
      const place = rows.findIndex((row) => row.id === id);
      const line = rows[place];
      const answer = found[at];
      if (line === undefined || answer === undefined) return [];
      const changes = {
        ...amountFreed(talk, line, answer),
        ...changesTold(talk, line, { answer, asked: standing(head, bodies[at]) }),
      };
      return Object.keys(changes).length === 0 ? [] : [{ at: place, changes }];
    }),
  );
  answers.set(() => ({
    lines: new Map(lines.flatMap(({ id }, at) => (found[at] === undefined ? [] : [[id, found[at]]]))),
    about,
  }));
}

function tell({ work, memory }: Talk, edits: Parameters<Rows<Line>['edit']>[0]): void {
  memory.isTelling = true;
  work.lines.edit(edits, true);
  memory.isTelling = false;
}

/** An amount that was held and is not told again is number × price as ever. */
function amountFreed({ work }: Talk, line: Line, { follows }: LiveLine): Row {
  const { told, held } = work.lines.amounts;
  const isHeld = held.delete(line.id);
  if ('amount' in follows) {
    told.add(line.id);
    return {};
  }
  told.delete(line.id);
  return isHeld ? { amount: plainAmount(line) } : {};
}

/** Nobody answered: what was held stands for numbers that are gone. */
function letAmountsGo(talk: Talk): void {
  const { lines } = talk.work;
  const { amounts } = lines;
  tell(
    talk,
    lines
      .get()
      .flatMap((line, at) => (amounts.held.has(line.id) ? [{ at, changes: { amount: plainAmount(line) } }] : [])),
  );
  amounts.told.clear();
  amounts.held.clear();
}

/** What an answer changes in its line: only what is open, or was filled in before. */
function changesTold(
  { work: { filled }, memory }: Talk,
  line: Line,
  { answer, asked }: { readonly answer: LiveLine; readonly asked: string },
): Row {
  const { fills, follows } = answer;
  if (memory.opened.get(line.id) === asked && Object.keys(fills).every((key) => textAt(line, key) !== ''))
    return memory.isChanged && Object.entries(fills).every(([key, value]) => isSame(textAt(line, key), value))
      ? Object.fromEntries(Object.entries(follows).filter(([key, value]) => !isSame(textAt(line, key), value)))
      : {};
  // Changed and changed back, it is priced like any other.
  memory.opened.delete(line.id);
  const open = Object.entries(fills).filter(([key]) => textAt(line, key) === '' || isFilled(filled, line, key));
  filled.set(line.id, { ...filled.get(line.id), ...Object.fromEntries(open) });
  const isTaken = open.length === Object.keys(fills).length;
  return Object.fromEntries(
    [...open, ...(isTaken ? Object.entries(follows) : [])].filter(
      ([key, value]) => value !== null && textAt(line, key) !== value,
    ),
  );
}

/** 95 of the record is 95.0000 of an answer. */
const isSame = (text: string, value: unknown): boolean =>
  isDecimal(text) && isDecimal(plain(value)) ? compare(text, plain(value)) === 0 : text === plain(value);

/** What of it the lines show. */
export type ShownLive = Pick<Live, 'source' | 'answers' | 'pending' | 'poke'>;
/** Of lines that nobody tells anything about. */
export const noLive: ShownLive = {
  source: undefined,
  answers: createStore(nothing),
  pending: createStore(false),
  poke: () => undefined,
};

/** The columns of the definition with those that only live lines have, each behind its neighbour. */
export function withLive(
  columns: readonly Column[],
  { source, answers }: ShownLive,
  isRead: boolean,
): readonly Column[] {
  const yields = (key: string): boolean =>
    source?.yielding?.includes(key) === true || (isRead && source?.yieldingInRead?.includes(key) === true);
  const made = columns.map((column): Column => {
    const hint = isRead ? undefined : source?.hints?.[column.key];
    return {
      ...column,
      ...(yields(column.key) ? { isRare: true } : {}),
      ...(hint === undefined
        ? {}
        : {
            render: (row: Row) =>
              textAt(row, column.key) === '' ? createElement(HintCell, { hint, answers, row }) : column.render(row),
          }),
    };
  });
  for (const column of source?.columns ?? []) {
    const { key, label, after, width, align, isInRead = false, isChrome = false, textOf, open } = column;
    if (isRead && !isInRead) continue;
    const at = made.findIndex((each) => each.key === after);
    made.splice(at < 0 ? made.length : at + 1, 0, {
      key,
      title: say(label),
      width,
      ...(align === undefined ? {} : { align }),
      isChrome,
      textOf: (row) => textOf(row, factsOf(answers.get(), row)),
      render: (row) => createElement(LiveCell, { column, answers, row }),
      ...(open === undefined ? {} : { open: (row: Row) => open(row, factsOf(answers.get(), row)) }),
    });
  }
  return made;
}

const factsOf = (answers: Answers, row: Row): unknown => answers.lines.get(textAt(row, 'id'))?.facts;

/** Draws itself anew when an answer comes: the grid and whoever types in it are left alone. */
function LiveCell({
  column,
  answers,
  row,
}: {
  readonly column: LiveColumn;
  readonly answers: Store<Answers>;
  readonly row: Row;
}): ReactNode {
  return column.render(row, factsOf(answers.use(), row));
}

function HintCell({
  hint,
  answers,
  row,
}: {
  readonly hint: (facts: unknown) => ReactNode;
  readonly answers: Store<Answers>;
  readonly row: Row;
}): ReactNode {
  return createElement('span', { className: 'quiet', 'data-hint': '' }, hint(factsOf(answers.use(), row)));
}

/** The lines around it are drawn quietly as long as it stands there (lines.css): no cell is drawn anew for it. */
const Pending = ({ pending }: { readonly pending: Store<boolean> }): ReactNode =>
  pending.use() && createElement('span', { className: 'live-pending', hidden: true });

/** What is told of all lines together. It watches them itself: the table around it is not drawn at every key. */
export function LiveSummary({
  document,
  live: { source, answers, pending, poke },
  rows,
  head,
  onGo,
}: {
  readonly document: Document;
  readonly live: ShownLive;
  readonly rows: Rows<Line>;
  readonly head: HeadValues | undefined;
  readonly onGo: LiveSummaryProps['onGo'];
}): ReactNode {
  const [totalsIn] = useState(() => runningTotals(lineColumns(document, true)));
  const told = answers.use();
  const lines = useWatch(rows, (all) => all);
  const { data: Summary } = useQuery({
    queryKey: ['chunk', `summary ${document.name}`],
    queryFn: source?.summary ?? skipToken,
    gcTime: Infinity,
    structuralSharing: false,
  });
  if (told === nothing) return null;
  return createElement(
    Fragment,
    null,
    Summary !== undefined &&
      createElement(Summary, {
        about: told.about,
        lines: lines.map((row) => ({ row, facts: factsOf(told, row) })),
        totals: totalsIn(lines),
        onEdit: (at, changes) => {
          rows.edit([{ at, changes }]);
        },
        onGo,
        head: () => head?.get() ?? {},
        onHead: (changes) => {
          head?.put(changes);
        },
      }),
    createElement(Pending, { pending }),
    told.isFailed === true && createElement(LiveFailed, { also: source?.failed, onRetry: poke }),
  );
}
