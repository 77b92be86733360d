import { useLayoutEffect, useRef, useState } from 'react';
import { extensionsFor, maxFileSize, type Accepts, type StoredFile } from '#platform/model/file.ts';
import { newKey } from '#platform/web/api/key.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { sendFile } from './send-file.ts';
import { texts } from './texts.ts';

/** A file on its way. It leaves the list when it has arrived. */
export interface Underway {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly share: number;
  readonly why: string;
}

/** An upload answers what was stored, an import what it read. */
export interface UploadsOptions<Answer = StoredFile> {
  readonly path: string;
  readonly accepts: Accepts;
  readonly extraParams?: Readonly<Record<string, string>>;
  readonly onArrived: (file: Answer) => void;
}

export interface Uploads {
  readonly underway: readonly Underway[];
  /** Files of another format, or too large, are refused before a byte is sent. */
  readonly take: (files: Iterable<File>) => void;
  readonly retry: (key: string) => void;
  readonly remove: (key: string) => void;
}

interface Held {
  readonly file: File;
  readonly stop: AbortController;
}

/** One after the other: the order in which they were chosen is the order in which they hang there. */
export function useUploads<Answer = StoredFile>(options: UploadsOptions<Answer>): Uploads {
  const { underway, add, change, drop } = useUnderway();
  const held = useRef(new Map<string, Held>());
  const queue = useRef(Promise.resolve());
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });

  const forget = (key: string): void => {
    held.current.delete(key);
    drop(key);
  };

  const send = async (key: string): Promise<void> => {
    const entry = held.current.get(key);
    if (entry === undefined) return;
    change(key, { state: 'sending', share: 0, why: '' });
    try {
      const stored = await sendFile<Answer>(entry.file, {
        path: latest.current.path,
        extraParams: latest.current.extraParams,
        key,
        signal: entry.stop.signal,
        onProgress: (share) => {
          change(key, { share });
        },
      });
      forget(key);
      latest.current.onArrived(stored);
    } catch (error) {
      if (entry.stop.signal.aborted) return;
      const why = error instanceof Error ? error.message : String(error);
      change(key, { state: 'failed', why });
      feedback.error(why);
    }
  };
  const enqueue = (key: string): void => {
    queue.current = queue.current.then(() => send(key));
  };

  return {
    underway,
    take(files) {
      const fit = [...files].filter((file) => isFit(file, latest.current.accepts));
      const added = hold(held.current, fit);
      add(added);
      for (const { key } of added) enqueue(key);
    },
    retry(key) {
      change(key, { state: 'waiting', why: '' });
      enqueue(key);
    },
    remove(key) {
      held.current.get(key)?.stop.abort();
      forget(key);
    },
  };
}

interface UnderwayFiles {
  readonly underway: readonly Underway[];
  readonly add: (files: readonly Underway[]) => void;
  readonly change: (key: string, changes: Partial<Underway>) => void;
  readonly drop: (key: string) => void;
}
function useUnderway(): UnderwayFiles {
  const [underway, setUnderway] = useState<readonly Underway[]>([]);
  return {
    underway,
    add: (files) => {
      setUnderway((before) => [...before, ...files]);
    },
    change: (key, changes) => {
      setUnderway((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)));
    },
    drop: (key) => {
      setUnderway((before) => before.filter((each) => each.key !== key));
    },
  };
}

function hold(held: Map<string, Held>, files: readonly File[]): readonly Underway[] {
  return files.map((file) => {
    const key = newKey();
    held.set(key, { file, stop: new AbortController() });
    return { key, name: file.name, size: file.size, state: 'waiting', share: 0, why: '' };
  });
}

function isFit(file: File, accepts: Accepts): boolean {
  const extensions = extensionsFor(accepts);
  if (!extensions.includes(file.name.split('.').at(-1)?.toLowerCase() ?? '')) {
    feedback.error(formatTip(accepts));
    return false;
  }
  if (file.size > maxFileSize) {
    feedback.error(say(texts.tooLarge, { max: maxFileSize / 1024 / 1024 }));
    return false;
  }
  return true;
}

export const formatTip = (accepts: Accepts): string => say(texts.tip, { format: extensionsFor(accepts).join(', ') });

/** 1.4 MB, 380 KB. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilo = bytes / 1024;
  return kilo < 1024 ? `${Math.round(kilo)} KB` : `${(kilo / 1024).toFixed(1)} MB`;
}
