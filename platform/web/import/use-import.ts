import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import { importFieldsOf, type ImportField, type ImportResult, type ImportState } from '#platform/model/import.ts';
import { get, put, remove } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/feedback.tsx';
import { say } from '#platform/web/language.ts';
import { createStore } from '#platform/web/store.ts';
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
  const current = queue[0] ?? null;
  const isWorking = step === 'staging' || step === 'applying';
  const { data: seen } = useQuery({
    queryKey: ['import', current?.id],
    queryFn: () => get<ImportState>(`/sys/import/${current?.id ?? ''}`, {}, { isSilent: true }),
    enabled: isWorking && current !== null && failure === null,
    refetchInterval: 700,
    gcTime: 0,
    staleTime: 0,
  });
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );

  const put1 = (state: ImportState): void => {
    files.set((before) => before.map((each) => (each.id === state.id ? state : each)));
  };
  const attempt = (what: Step, work: () => Promise<void>): void => {
    setStep(what);
    setFailure(null);
    retry.current = () => {
      attempt(what, work);
    };
    work().catch((error: unknown) => {
      if (isLeft.current) return;
      note(`import ${entity.name}`, error);
      setFailure(error instanceof Error ? error.message : String(error));
    });
  };

  function begin(state: ImportState): void {
    const keys = state.columns.map(({ key }) => key);
    // The same file twice, or a column that a person must name: he is asked first.
    if (wishes.isDirect && state.earlier === null && missingFields(entity, keys, wishes.isUpdate).length === 0)
      stage(state, keys, wishes.isUpdate);
    else setStep('columns');
  }
  function stage(state: ImportState, columns: readonly (string | null)[], isUpdate: boolean): void {
    attempt('staging', async () => {
      const staged = await put<ImportState>(`/sys/import/${state.id}`, { columns, isUpdate }, { isSilent: true });
      put1(staged);
      if (staged.wrong === 0 && staged.good > 0 && wishes.isDirect) apply(staged, false);
      else setStep('rows');
    });
  }
  function apply(state: ImportState, isGoodOnly: boolean): void {
    attempt('applying', async () => {
      const answer = await put<ImportResult>(
        `/sys/import/${state.id}/apply`,
        { goodOnly: isGoodOnly },
        { isSilent: true },
      ).catch(async (error: unknown) => {
        // Rows that only together are wrong show it now, each at its cell.
        const seenNow = await get<ImportState>(`/sys/import/${state.id}`, {}, { isSilent: true });
        if (seenNow.wrong === 0) throw error;
        put1(seenNow);
        setFailure(error instanceof Error ? error.message : String(error));
        setStep('rows');
        return null;
      });
      void listsChanged();
      if (answer === null) return;
      const { successCount, failCount } = answer;
      if (failCount === 0) return next(state);
      put1(await get<ImportState>(`/sys/import/${state.id}`, {}, { isSilent: true }));
      feedback.warn(say(texts.partly, { done: successCount, left: failCount }));
      setStep('rows');
    });
  }
  async function next(done: ImportState): Promise<void> {
    const rest = files.get().filter(({ id }) => id !== done.id);
    files.set(() => rest);
    const [following] = rest;
    if (following !== undefined) return begin(following);
    setStep('upload');
    if (uploadingNow.current) return;
    await feedback.succeeded(say(texts.done));
    onDone();
  }
  const uploadingNow = useRef(isUploading);
  useEffect(() => {
    uploadingNow.current = isUploading;
  });

  return {
    step,
    current,
    waiting: Math.max(0, queue.length - 1),
    failure,
    progress:
      isWorking && seen !== undefined && seen.id === current?.id
        ? step === 'applying' && seen.progress === 100
          ? 0
          : seen.progress
        : 0,
    arrived(state) {
      files.set((before) => [...before, state]);
      if (files.get().length === 1) begin(state);
    },
    stage: (columns, isUpdate) => {
      if (current !== null) stage(current, columns, isUpdate);
    },
    apply: (isGoodOnly) => {
      if (current !== null) apply(current, isGoodOnly);
    },
    async mend(cells, dropped) {
      if (current !== null) put1(await put<ImportState>(`/sys/import/${current.id}/cells`, { cells, dropped }));
    },
    again: () => {
      retry.current();
    },
    leave() {
      isLeft.current = true;
      // What nobody wants any more is not kept.
      if (!isWorking)
        for (const { id, successCount } of queue)
          if (successCount === 0)
            void remove(`/sys/import/${id}`, undefined, { isSilent: true }).catch(() => undefined);
    },
  };
}
