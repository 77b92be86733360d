import { CheckCircleFilled } from '@ant-design/icons';
import { useEffect, useState, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { useHeld, whatOf } from './held-decisions.ts';
import { inboxTexts } from './inbox-texts.ts';

/** The latest decision, as long as it can be taken back. */
export function UndoToast({ onUndo }: { readonly onUndo: () => void }): ReactNode {
  const decision = useHeld().waiting.at(-1);
  const seconds = useSecondsTo(decision?.due);
  if (decision === undefined) return null;
  const text = decision.verb === 'complete' ? inboxTexts.approved : inboxTexts.rejected;
  return (
    <div className="undo-toast" role="status" data-testid="undo">
      <CheckCircleFilled className="inbox-fine" />
      <span>{say(text, { what: whatOf(decision.rows) })}</span>
      <button type="button" className="link-button" data-verb="undo" onClick={onUndo}>
        {say(inboxTexts.undo)} <kbd>Z</kbd>
      </button>
      <span className="quiet">{seconds} s</span>
    </div>
  );
}

function useSecondsTo(due: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (due === undefined) return;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 500);
    return () => {
      clearInterval(timer);
    };
  }, [due]);
  return due === undefined ? 0 : Math.max(0, Math.min(10, Math.ceil((due - now) / 1000)));
}
