import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { journeyOf, type Document } from '#platform/model/document.ts';
import type { BillStanding, Holder, NextDeed } from '#platform/model/life.ts';
import { put } from '#platform/web/api/client.ts';
import { currentUser, useCan } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { isDialogOpen } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { useRoutes } from '#platform/web/link/openable.ts';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { MissingRow } from './missing-row.tsx';
import { ownStanding } from './own-standing.ts';
import { isKnownStep, performNext } from './perform-next.ts';
import { heldWords, holderNames, sinceWords } from './holder-words.ts';
import { standingTexts } from './standing-texts.ts';
import { Track } from './track.tsx';
import { useStanding } from './use-standing.ts';
import './next-bar.css';

interface NextBarProps {
  readonly document: Document;
  readonly record: Row;
  readonly isDirty: boolean;
  readonly onMoved: () => void;
  /** Brings a line into sight. */
  readonly onLine?: (lineId: string) => void;
}

/** Where a document stands, who holds it since when, and the one thing that is done next. */
export function NextBar({ document, record, isDirty, onMoved, onLine }: NextBarProps): ReactNode {
  const can = useCan();
  const isTaking = useRef(false);
  const id = textAt(record, 'id');
  const { standing: told } = useStanding(document, id, textAt(record, 'rowVersion'));
  if (journeyOf(document) === undefined) return null;
  const standing = told ?? ownStanding(document, record, can);
  if (standing.isOver) return <OverBar standing={standing} isTold={told !== undefined} />;
  // A second click of the same hand takes no second step.
  const take = (verb: string): void => {
    if (isTaking.current) return;
    isTaking.current = true;
    void performNext(document, verb, record)
      .then((isDone) => {
        if (isDone) onMoved();
      })
      .finally(() => {
        isTaking.current = false;
      });
  };
  return (
    <section className="card next-bar" aria-label={say(standingTexts.next)} data-testid="next-bar">
      <div className="next-main">
        <Held standing={standing} />
        <Track steps={standing.steps} />
        <NextButton document={document} id={id} standing={standing} isDirty={isDirty} onTake={take} />
      </div>
      <MissingRow
        missing={standing.missing}
        onWay={({ verb, lineId }) => {
          if (lineId !== undefined) onLine?.(lineId);
          if (verb !== undefined) take(verb);
        }}
      />
    </section>
  );
}

interface OverBarProps {
  readonly standing: BillStanding;
  /** By the server: what was made is known. */
  readonly isTold: boolean;
}
function OverBar({ standing: { state, tone, made }, isTold }: OverBarProps): ReactNode {
  return (
    <section className="card next-bar next-over" data-testid="next-bar">
      <b className={`status-${tone} next-state`}>{state}</b>
      {isTold && made.length > 0 && (
        <span>
          {say(standingTexts.made)}{' '}
          {made.map(({ type, id, code }) => (
            <RecordLink key={id} noun={type} id={id} className="next-made">
              {code}
            </RecordLink>
          ))}
        </span>
      )}
    </section>
  );
}

/** Who holds it and since when. */
function Held({ standing: { state, tone, holder, since } }: { readonly standing: BillStanding }): ReactNode {
  const isMine = holder?.isMine === true;
  const name = isMine ? (currentUser()?.realName ?? '') : (holder?.names[0] ?? '');
  const whose = heldWords(holder);
  return (
    <div className="next-held">
      <span className={`face status-${tone}`} aria-hidden="true">
        {name.slice(-1) || '·'}
      </span>
      <div>
        <b className="next-who">
          {state}
          {whose !== '' && ` · ${whose}`}
        </b>
        <small className="next-since">{since === null ? ' ' : sinceWords(since)}</small>
      </div>
    </div>
  );
}

interface NextButtonProps {
  readonly document: Document;
  readonly id: string;
  readonly standing: BillStanding;
  readonly isDirty: boolean;
  readonly onTake: (verb: string) => void;
}

function NextButton({ document, id, standing: { next, holder }, isDirty, onTake }: NextButtonProps): ReactNode {
  const routes = useRoutes();
  const mayOpen = next?.open !== undefined && routes(next.open.type, next.open.id) !== undefined;
  const isOffered = next !== null && (mayOpen || (holder?.isMine === true && isKnownStep(document, next.verb)));
  const perform = (): void => {
    if (next === null) return;
    const route = next.open === undefined ? undefined : routes(next.open.type, next.open.id);
    if (route === undefined) onTake(next.verb);
    else go(route);
  };
  const button = useAltEnter(isOffered && next?.reason === null && !isDirty, perform);
  if (!isOffered || next === null)
    return holder === null || holder.count === 0 ? <span /> : <Urge document={document} id={id} holder={holder} />;
  return <FilledButton next={next} isDirty={isDirty} button={button} onClick={perform} />;
}

function FilledButton({
  next,
  isDirty,
  button,
  onClick,
}: {
  readonly next: NextDeed;
  readonly isDirty: boolean;
  readonly button: React.RefObject<HTMLButtonElement | null>;
  readonly onClick: () => void;
}): ReactNode {
  const reason = isDirty ? say(texts.saveFirst) : (next.reason ?? '');
  return (
    <Button
      ref={button}
      type="primary"
      className="next-verb"
      data-verb={next.verb}
      data-next="true"
      disabled={reason !== ''}
      title={reason}
      onClick={onClick}
    >
      {next.label} <kbd>Alt ↵</kbd>
    </Button>
  );
}

/** Whoever waits reminds those who hold it; the server lets him once an hour. */
function Urge({
  document,
  id,
  holder,
}: Pick<NextButtonProps, 'document' | 'id'> & { readonly holder: Holder }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const urge = async (): Promise<void> => {
    setBusy(true);
    try {
      await put(`${document.path}/${id}/urge`);
      feedback.success(say(standingTexts.urged, { names: holderNames(holder) }));
      void listsChanged();
    } catch {
      // The call has told why.
    }
    setBusy(false);
  };
  return (
    <Button className="next-verb" data-verb="remind" loading={isBusy} onClick={() => void urge()}>
      {say(standingTexts.urge)}
    </Button>
  );
}

/** Alt+Enter presses the button of the page on screen. */
function useAltEnter(isOn: boolean, perform: () => void): React.RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.altKey || event.key !== 'Enter' || event.isComposing || isDialogOpen()) return;
      if (button.current?.checkVisibility() !== true) return;
      event.preventDefault();
      perform();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [isOn, perform]);
  return button;
}
