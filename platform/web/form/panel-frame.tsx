import { useEffect, type ReactNode } from 'react';
import { isDialogOpen } from '#platform/web/page/dialogs.tsx';
import { leaveWork, type WorkPlace } from './work-place.ts';
import '#platform/web/look/page.css';

interface PanelFrameProps {
  readonly title: ReactNode;
  readonly buttons: ReactNode;
  readonly children: ReactNode;
  /** Between the head and the sections. */ readonly notice?: ReactNode;
  /** At the right of the sections. */ readonly aside?: ReactNode;
  readonly onSave?: ((left: WorkPlace | null) => void) | undefined;
  /** What is typed now would be lost: nothing of it takes a key or a click. */ readonly isBusy?: boolean;
}

/** The frame of a form: its title, its buttons, its sections. Ctrl+S saves what is on screen. */
export function PanelFrame({
  title,
  buttons,
  children,
  notice,
  aside,
  onSave,
  isBusy = false,
}: PanelFrameProps): ReactNode {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (isDialogOpen() || isBusy || onSave === undefined) return;
      onSave(leaveWork());
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [onSave, isBusy]);
  return (
    <div className="panel" inert={isBusy} aria-busy={isBusy}>
      <header className="card panel-head">
        <div className="panel-title">{title}</div>
        <div className="buttons">{buttons}</div>
      </header>
      {notice}
      {aside === undefined || aside === false ? (
        <div className="panel-body">{children}</div>
      ) : (
        <div className="panel-beside">
          <div className="panel-body">{children}</div>
          {aside}
        </div>
      )}
    </div>
  );
}

export function Section({
  title,
  children,
  extra,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly extra?: ReactNode;
}): ReactNode {
  return (
    <section className="card section">
      <div className="section-title">
        <h2>{title}</h2>
        {extra}
      </div>
      {children}
    </section>
  );
}
