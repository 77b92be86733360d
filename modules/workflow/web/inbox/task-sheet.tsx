import { useEffect, useRef, type ReactNode, type TouchEvent } from 'react';
import { say } from '#platform/web/text/language.ts';
import { inboxTexts } from './inbox-texts.ts';

interface TaskSheetProps {
  readonly onClose: () => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly children: ReactNode;
}

/** On a phone a task lies above the list: swiped down it goes, sideways comes the next. */
export function TaskSheet({ onClose, onMove, children }: TaskSheetProps): ReactNode {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    sheet.current?.focus();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [onClose]);
  const touch = useSwipe({
    onDown: onClose,
    onLeft: () => {
      onMove(1);
    },
    onRight: () => {
      onMove(-1);
    },
  });
  return (
    <>
      <button type="button" className="sheet-cover" aria-label={say(inboxTexts.close)} onClick={onClose} />
      <div
        ref={sheet}
        className="task-sheet"
        role="dialog"
        aria-modal="true"
        aria-label={say(inboxTexts.mine)}
        tabIndex={-1}
        {...touch}
      >
        <button
          type="button"
          className="sheet-grab"
          aria-label={say(inboxTexts.close)}
          data-verb="closeSheet"
          onClick={onClose}
        />
        {children}
      </div>
    </>
  );
}

const farDown = 90;
const farAside = 70;

interface Swipes {
  readonly onDown: () => void;
  readonly onLeft: () => void;
  readonly onRight: () => void;
}

/** Down counts only from the top of what is scrolled: whoever scrolls back does not want to close. */
function useSwipe({ onDown, onLeft, onRight }: Swipes) {
  const from = useRef<{ readonly x: number; readonly y: number; readonly isTop: boolean } | null>(null);
  return {
    onTouchStart: ({ touches, target }: TouchEvent): void => {
      const touch = touches[0];
      const body = target instanceof Element ? target.closest('.task-body') : null;
      from.current =
        touch === undefined || touches.length > 1
          ? null
          : { x: touch.clientX, y: touch.clientY, isTop: body === null || body.scrollTop <= 0 };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent): void => {
      const touch = changedTouches[0];
      const start = from.current;
      from.current = null;
      if (start === null || touch === undefined) return;
      const [aside, down] = [touch.clientX - start.x, touch.clientY - start.y];
      if (Math.abs(aside) > farAside && Math.abs(aside) > 2 * Math.abs(down)) (aside < 0 ? onLeft : onRight)();
      else if (down > farDown && start.isTop && down > 2 * Math.abs(aside)) onDown();
    },
  };
}
