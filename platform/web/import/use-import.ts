import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import { importFieldsOf, type ImportField, type ImportResult, type ImportState } from '#platform/model/import.ts';
import { get, put, remove } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { createStore, type Store } from '#platform/web/page/store.ts';
import { texts } from './texts.ts';

export type Step = 'upload' | 'columns' | 'staging' | 'rows' | 'applying';
export interface Wishes {
  readonly isDirect: boolean;
  readonly isUpdate: boolean;
}

export interface Work {
  readonly step: Step;
  readonly current: ImportState | null;
  /** Files that have arrived and wait for their turn. */
  readonly waiting: number;
  readonly progress: number;
  readonly failure: string | null;
  readonly arrived: (state: ImportState) => void;
  readonly stage: (columns: readonly (string | null)[], isUpdate: boolean) => void;
  readonly apply: (isGoodOnly: boolean) => void;
  readonly mend: (cells: readonly Mend[], dropped: readonly number[]) => Promise<void>;
  /** What was under way when it broke, once more. */
  readonly again: () => void;
  readonly leave: () => void;
}
export interface Mend {
  readonly row: number;
  readonly column: number;
  readonly value: string;
}

export const missingFields = (
  entity: Entity,
  keys: readonly (string | null)[],
  isUpdate: boolean,
): readonly ImportField[] =>
  importFieldsOf(entity).filter(
    ({ key, required }) => required && !keys.includes(key) && (!isUpdate || entity.unique.includes(key)),
  );

/**
 * One file after the other: what its columns are, what is wrong with it, and then it goes in. `onDone` when the last
 * one has.
 */
export function useImport(entity: Entity, wishes: Wishes, isUploading: boolean, onDone: () => void): Work {
  // Apart from React: a call answers later than the drawing that made it, and asks who is next then.
  const [files] = useState(() => createStore<readonly ImportState[]>([]));
  const queue = files.use();
  const [step, setStep] = useState<Step>('upload');
  const [failure, setFailure] = useState<string | null>(null);
  const retry = useRef<() => void>(() => undefined);
  const isLeft = useRef(false);
  const uploadingNow = useRef(isUploading);
  const current = queue[0] ?? null;
  const progress = useProgress(step, current, failure);
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );
  useEffect(() => {
    uploadingNow.current = isUploading;
  });
  const run: Run = { entity, wishes, files, setStep, setFailure, retry, isLeft, uploadingNow, onDone };
  return {
    step,
    current,
    waiting: Math.max(0, queue.length - 1),
    failure,
    progress,
    arrived(state) {
      files.set((before) => [...before, state]);
      if (files.get().length === 1) begin(run, state);
    },
    stage: (columns, isUpdate) => {
      if (current !== null) stage(run, current, { columns, isUpdate });
    },
    apply: (isGoodOnly) => {
      if (current !== null) apply(run, current, isGoodOnly);
    },
    async mend(cells, dropped) {
      if (current !== null) renew(run, await put<ImportState>(`/sys/import/${current.id}/cells`, { cells, dropped }));
    },
    again: () => {
      retry.current();
    },
    leave() {
      isLeft.current = true;
      if (!isWorking(step)) forget(queue);
    },
  };
}

const isWorking = (step: Step): boolean => step === 'staging' || step === 'applying';

function useProgress(step: Step, current: ImportState | null, failure: string | null): number {
  const { data: seen } = useQuery({
    queryKey: ['import', current?.id],
    queryFn: () => readState(current?.id ?? ''),
    enabled: isWorking(step) && current !== null && failure === null,
    refetchInterval: 700,
    gcTime: 0,
    staleTime: 0,
  });
  if (!isWorking(step) || seen === undefined || seen.id !== current?.id) return 0;
  return step === 'applying' && seen.progress === 100 ? 0 : seen.progress;
}

const readState = (id: string): Promise<ImportState> => get<ImportState>(`/sys/import/${id}`, {}, { isSilent: true });
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What the steps of an import share. */
interface Run {
  readonly entity: Entity;
  readonly wishes: Wishes;
  readonly files: Store<readonly ImportState[]>;
  readonly setStep: (step: Step) => void;
  readonly setFailure: (failure: string | null) => void;
  readonly retry: RefObject<() => void>;
  readonly isLeft: RefObject<boolean>;
  readonly uploadingNow: RefObject<boolean>;
  readonly onDone: () => void;
}

function renew({ files }: Run, state: ImportState): void {
  files.set((before) => before.map((each) => (each.id === state.id ? state : each)));
}

function attempt(run: Run, what: Step, work: () => Promise<void>): void {
  run.setStep(what);
  run.setFailure(null);
  run.retry.current = () => {
    attempt(run, what, work);
  };
  work().catch((error: unknown) => {
    if (run.isLeft.current) return;
    note(`import ${run.entity.name}`, error);
    run.setFailure(messageOf(error));
  });
}

function begin(run: Run, state: ImportState): void {
  const { isDirect, isUpdate } = run.wishes;
  const columns = state.columns.map(({ key }) => key);
  // The same file twice, or a column that a person must name: he is asked first.
  if (isDirect && state.earlier === null && missingFields(run.entity, columns, isUpdate).length === 0)
    stage(run, state, { columns, isUpdate });
  else run.setStep('columns');
}

interface Staging {
  readonly columns: readonly (string | null)[];
  readonly isUpdate: boolean;
}
function stage(run: Run, state: ImportState, staging: Staging): void {
  attempt(run, 'staging', async () => {
    const staged = await put<ImportState>(`/sys/import/${state.id}`, staging, { isSilent: true });
    renew(run, staged);
    if (staged.wrong === 0 && staged.good > 0 && run.wishes.isDirect) apply(run, staged, false);
    else run.setStep('rows');
  });
}

function apply(run: Run, state: ImportState, isGoodOnly: boolean): void {
  attempt(run, 'applying', async () => {
    const answer = await put<ImportResult>(
      `/sys/import/${state.id}/apply`,
      { goodOnly: isGoodOnly },
      { isSilent: true },
    ).catch(async (error: unknown) => {
      // Rows that only together are wrong show it now, each at its cell.
      const seenNow = await readState(state.id);
      if (seenNow.wrong === 0) throw error;
      renew(run, seenNow);
      run.setFailure(messageOf(error));
      run.setStep('rows');
      return null;
    });
    void listsChanged();
    if (answer === null) return;
    const { successCount, failCount } = answer;
    if (failCount === 0) return goOn(run, state);
    renew(run, await readState(state.id));
    feedback.warn(say(texts.partly, { done: successCount, left: failCount }));
    run.setStep('rows');
  });
}

/** The next file, or the end. */
async function goOn(run: Run, done: ImportState): Promise<void> {
  const rest = run.files.get().filter(({ id }) => id !== done.id);
  run.files.set(() => rest);
  const [following] = rest;
  if (following !== undefined) return begin(run, following);
  run.setStep('upload');
  if (run.uploadingNow.current) return;
  await feedback.succeeded(say(texts.done));
  run.onDone();
}

/** What nobody wants any more is not kept. */
function forget(queue: readonly ImportState[]): void {
  for (const { id, successCount } of queue)
    if (successCount === 0) void remove(`/sys/import/${id}`, undefined, { isSilent: true }).catch(() => undefined);
}
