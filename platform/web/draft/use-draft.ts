import { useCallback, useEffect, useState } from 'react';
import { setDirty } from '#platform/web/route/tabs.ts';
import { dropDraft, loadDraft, type Draft } from './keeper.ts';

export interface FoundDraft {
  /**
   * Undefined while it is being looked for: a form that opened before would have to throw away what was typed first.
   */
  readonly draft: Draft | null | undefined;
  /** Grows when the draft is given up; as the form's key it makes the form anew. */
  readonly generation: number;
  readonly discard: () => void;
  /** The work is in the books, its draft is not needed any more. */
  readonly settle: () => void;
}

/**
 * Looked for once for the life of a tab, and not through the cache: an answer that came again later would undo what was
 * typed since.
 */
export function useDraft(name: string, isWriting: boolean): FoundDraft {
  const [found, setFound] = useState<{ draft: Draft | null | undefined; generation: number }>({
    draft: isWriting ? undefined : null,
    generation: 0,
  });
  const isSought = found.draft === undefined;
  useEffect(() => {
    if (!isSought) return undefined;
    let isWanted = true;
    void loadDraft(name).then((draft) => {
      if (isWanted) setFound(({ generation }) => ({ draft, generation }));
    });
    return () => {
      isWanted = false;
    };
  }, [name, isSought]);
  const settle = useCallback(() => {
    dropDraft(name);
    setDirty(name, false);
    setFound(({ generation }) => ({ draft: null, generation }));
  }, [name]);
  const discard = useCallback(() => {
    settle();
    setFound(({ generation }) => ({ draft: null, generation: generation + 1 }));
  }, [settle]);
  return { ...found, settle, discard };
}
