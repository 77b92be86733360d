import type { FormInstance } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { needsLines, stateOf, type Document } from '#platform/model/document.ts';
import { CallError, post, put, type Asking } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { saveOnTop } from '#platform/web/draft/stale.tsx';
import { bodyOf } from '#platform/web/value/body.ts';
import { showErrors } from '#platform/web/form/form-fields.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { leaveWork, returnToWork, type WorkPlace } from '#platform/web/form/work-place.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import type { LineGridHandle } from '#platform/web/grid/line-grid.tsx';
import { say } from '#platform/web/text/language.ts';
import { lookedUp } from '#platform/web/page/looking-up.ts';
import { panelName } from '#platform/web/route/route.ts';
import { useSavedOnClose } from '#platform/web/form/saved-on-close.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { BillWork } from './bill-work.ts';
import { checkLines, lineBodies, lineErrorsOf, type Line, type LineErrors } from './lines.ts';
import type { Live } from './live-lines.ts';

type SaveAs = 'save' | 'stash';

interface Saved {
  readonly id: string;
  readonly businessKey?: string;
  readonly [key: string]: unknown;
}

/** How a document is saved, by its buttons and by the bar of its process. */
export interface BillSaving {
  /** What is being saved now. */
  readonly underway: SaveAs | null;
  /** Nothing is typed meanwhile. */
  readonly isBusy: boolean;
  /** What saving means: a stashed document stays stashed. */
  readonly usual: SaveAs;
  readonly save: (as: SaveAs, place?: WorkPlace | null) => Promise<void>;
  readonly checked: (as: SaveAs) => Promise<boolean>;
  readonly body: () => Row;
  /** A document that was stored stays shut until it is `settled`. */
  readonly store: (as: SaveAs, path: string) => Promise<Saved | undefined>;
  readonly settled: (id: string) => Promise<void>;
}

interface SavedBill {
  readonly document: Document;
  readonly work: BillWork;
  readonly live: Live;
  readonly grid: RefObject<LineGridHandle | null>;
  readonly isReading: boolean;
  readonly openFor: (keys: readonly string[]) => void;
  readonly onSaved: (id: string) => Promise<void>;
}

export function useBillSaving({ document, work, live, grid, isReading, openFor, onSaved }: SavedBill): BillSaving {
  const { form, lines, record } = work;
  const { page } = useTab();
  const [underway, setUnderway] = useState<SaveAs | null>(null);
  // From what is sent to what came of it: whatever was typed between the two would be in neither.
  const isBusy = underway !== null || (isReading && record !== undefined);
  const left = useLeftPlace(isBusy, grid);
  const isStashed = record !== undefined && stateOf(document, textAt(record, 'billStatus')) === document.stashed;
  const checked = (as: SaveAs): Promise<boolean> =>
    lookedUp()
      .then(live.settle)
      .then(() => isFit({ form, document, as, sent: work.written(), setErrors: lines.complain, openRest: openFor }));
  const store = async (as: SaveAs, path: string): Promise<Saved | undefined> => {
    if (left.get() === null) left.set(leaveWork());
    setUnderway(as);
    try {
      const reply = await stored(document, work, { as, path });
      if (reply === undefined) {
        setUnderway(null);
        return undefined;
      }
      work.finish();
      void listsChanged();
      return reply;
    } catch (error) {
      if (error instanceof CallError) {
        openFor(error.errors.map(({ path: key }) => key));
        lines.complain(lineErrorsOf(error.errors, work.written()));
      }
      showErrors(form, error);
      setUnderway(null);
      return undefined;
    }
  };
  const settled = async (id: string): Promise<void> => {
    const place = left.get();
    if (place !== null) goingOn.set(panelName(page, 'edit', id), place);
    await onSaved(id);
    setUnderway(null);
  };
  const save = async (as: SaveAs, place = leaveWork()): Promise<void> => {
    if (isBusy) return;
    left.set(place);
    setUnderway(as);
    if (!(await checked(as))) {
      setUnderway(null);
      return;
    }
    const reply = await store(as, document.path);
    if (reply === undefined) return;
    tellSaved(live, reply);
    await settled(reply.id);
  };
  const usual = isStashed ? 'stash' : 'save';
  useSavedOnClose(
    !work.isRead,
    async () => (await checked(usual)) && (await store(usual, document.path)) !== undefined,
  );
  return { underway, isBusy, usual, save, checked, body: () => bodyIn(document, work), store, settled };
}

function tellSaved({ source }: Live, { data }: Saved): void {
  feedback.success(say(texts.saved));
  const warning = source?.warnOf?.((data ?? {}) as Row) ?? null;
  if (warning !== null) feedback.warn(warning);
}

/** Where somebody goes on in the form of what he saved, by its tab. */
const goingOn = new Map<string, WorkPlace>();

interface LeftPlace {
  readonly get: () => WorkPlace | null;
  readonly set: (place: WorkPlace | null) => void;
}
/** Where the work was left when a save began: whoever saved goes on there. */
function useLeftPlace(isBusy: boolean, grid: RefObject<LineGridHandle | null>): LeftPlace {
  const { name } = useTab();
  const left = useRef<WorkPlace | null>(null);
  useEffect(() => {
    if (isBusy) return;
    const place = left.current ?? goingOn.get(name);
    left.current = null;
    goingOn.delete(name);
    if (place !== undefined) returnToWork(place, name, (row, key) => grid.current?.focusCell(row, key));
  }, [isBusy, name, grid]);
  return {
    get: () => left.current,
    set: (place) => {
      left.current = place;
    },
  };
}

/** The document as it would be sent. */
function bodyIn(document: Document, work: BillWork): Row {
  const { record } = work;
  const values = work.values();
  return {
    ...bodyOf(document.head, values),
    billDate: values['billDate'],
    lines: lineBodies(document.lines, work.written()),
    ...(record === undefined ? {} : { id: record['id'], rowVersion: work.version() }),
  };
}

/** Undefined when the user went back to the form. */
function stored(
  document: Document,
  work: BillWork,
  { as, path }: { readonly as: SaveAs; readonly path: string },
): Promise<Saved | undefined> {
  const { record } = work;
  const send = (asking: Asking): Promise<Saved> =>
    record === undefined
      ? post(path, bodyIn(document, work), { ...asking, ...(as === 'stash' ? { params: { stash: 1 } } : {}) })
      : put(path, bodyIn(document, work), asking);
  return saveOnTop({
    what: textAt(record, 'code'),
    path: `${document.path}/${textAt(record, 'id')}`,
    send,
    differences: work.differences,
    take: work.take,
  });
}

interface Check {
  readonly form: FormInstance<Record<string, unknown>>;
  readonly document: Document;
  readonly as: SaveAs;
  readonly sent: readonly Line[];
  readonly setErrors: (errors: LineErrors) => void;
  readonly openRest: (keys: readonly string[]) => void;
}

/** A half-written document only needs what its definition says; a saved one needs everything and at least one line. */
async function isFit({ form, document, as, sent, setErrors, openRest }: Check): Promise<boolean> {
  if (as === 'stash')
    return form.validateFields([...document.stashNeeds]).then(
      () => true,
      () => false,
    );
  const isHeadFit = await form.validateFields().then(
    () => true,
    ({ errorFields = [] }: { errorFields?: { name: (string | number)[] }[] }) => {
      openRest(errorFields.map(({ name: [key] }) => String(key)));
      return false;
    },
  );
  const errors = checkLines(document.lines, sent);
  setErrors(errors);
  const count = [...errors.values()].reduce((sum, each) => sum + Object.keys(each).length, 0);
  const isEmpty = sent.length === 0 && needsLines(document);
  if (isEmpty) feedback.warn(say(texts.noLines));
  else if (count > 0) feedback.warn(say(texts.fixErrors, { count }));
  return isHeadFit && !isEmpty && count === 0;
}
