import { useEffect, type ReactNode } from 'react';
import { useSetting } from '#platform/web/api/setting.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { retried } from '#platform/web/loading/chunk.ts';
import { isDialogOpen } from '#platform/web/page/dialogs.tsx';
import type { LiveLines } from '#platform/web/registry/live-lines.ts';
import { say } from '#platform/web/text/language.ts';
import type { ShownLive } from './live-lines.ts';
import '#platform/web/aside/aside.css';

/**
 * What a module docks at the right of a document while it is written. Its key opens and closes it; it is remembered.
 */
export function LiveBeside({ live: { source, answers } }: { readonly live: ShownLive }): ReactNode {
  return source?.beside !== undefined && <Docked beside={source.beside} answers={answers} />;
}

interface DockedProps {
  readonly beside: NonNullable<LiveLines['beside']>;
  readonly answers: ShownLive['answers'];
}
function Docked({ beside: { shortcut, setting, label, load }, answers }: DockedProps): ReactNode {
  const [isOpen, keep] = useSetting(setting, false, isBoolean);
  const { about, isFailed = false } = answers.use();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== shortcut || isDialogOpen()) return;
      event.preventDefault();
      keep(!isOpen);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [shortcut, isOpen, keep]);
  if (!isOpen) return null;
  const close = (): void => {
    keep(false);
  };
  return (
    <aside className="card aside" data-testid="beside" aria-label={say(label)}>
      <Loaded name={setting} load={retried(load)} props={{ about, isFailed, onClose: close }} />
    </aside>
  );
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
