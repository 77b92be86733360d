import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { hasLines, leadOf, stateOf, type Document } from '#platform/model/document.ts';
import type { Draft } from '#platform/web/draft/keeper.ts';
import { Aside } from '#platform/web/aside/aside.tsx';
import { RestoredBar } from '#platform/web/draft/restored-bar.tsx';
import { Cell, StatusTag } from '#platform/web/cell/cell.tsx';
import { PanelFrame } from '#platform/web/form/panel-frame.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { LineGridHandle } from '#platform/web/grid/line-grid.tsx';
import { say } from '#platform/web/text/language.ts';
import { retried } from '#platform/web/loading/chunk.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { headFillsOf, liveLinesOf, ownSectionOf } from '#platform/web/registry/registry.ts';
import { shownRecord } from '#platform/web/registry/shown-record.ts';
import { setDirty, useTab, useTabs } from '#platform/web/route/tabs.ts';
import { begunWith } from './begin-with.ts';
import { NextBar } from '#platform/web/standing/next-bar.tsx';
import { useBillTab } from './bill-tab.ts';
import { BillButtons, useBillRights } from './bill-buttons.tsx';
import { BillHead, useBeginning, useHeadFields, useHeadFold, type HeadFold } from './bill-head.tsx';
import { useHeadFills } from './head-fills.ts';
import { useBillSaving } from './bill-saving.ts';
import { useBillWork, type BillWork, type HeadValues } from './bill-work.ts';
import { copyOf, type Start } from './copy-bill.ts';
import { BillLines } from './bill-lines.tsx';
import { LineTable } from './line-table.tsx';
import { areLinesWritten } from './lines.ts';
import { LiveBeside } from './live-beside.tsx';
import { useLiveLines, type ShownLive } from './live-lines.ts';
import { OwnButtons } from './verb-bar.tsx';

interface BillProps {
  readonly document: Document;
  readonly record: Row | undefined;
  /** The document that a new one is written from. */
  readonly source?: Row | undefined;
  /** Unsaved work that was found when the tab opened. */
  readonly draft: Draft | null;
  readonly isRead: boolean;
  /** Another version of it is on its way, and a form of its own with it. */
  readonly isReading: boolean;
  readonly onSaved: (id: string) => Promise<void>;
  /** A verb was performed; unsaved work that waits for the document to become editable goes on waiting. */
  readonly onMoved: (id: string) => void;
  readonly onDiscard: () => void;
}

/** One document on screen: head, lines, verbs. */
export function Bill(props: BillProps): ReactNode {
  const { document, record, draft, isRead, isReading, onSaved, onMoved } = props;
  const isDirty = useIsDirty();
  const [start] = useState(() => startOf(props));
  const work = useBillWork(document, { record, draft: isRead ? null : draft, start, isRead });
  const live = useLiveLines(document, work, isRead);
  useWaitingWork(isRead && draft !== null);
  const grid = useRef<LineGridHandle>(null);
  const fields = useHeadFields({ document, record, draft, isRead });
  const fold = useHeadFold({ document, record, draft, isRead });
  const head = useHeadValues(document, work, live.poke, useFolding(document, fold, grid));
  const openFor = unfoldingFor(fold, fields.openFor);
  const saving = useBillSaving({ document, work, live, grid, isReading, openFor, onSaved });
  useBeginning(work, fields.shown.usual, isRead);
  const rights = useBillRights({ document, record, isRead });
  const moved = (): void => {
    onMoved(textAt(record, 'id'));
  };
  return (
    <PanelFrame
      title={<BillTitle document={document} record={record} form={work.form} />}
      notice={<Notices {...props} />}
      onSave={rights.canSave ? (place) => void saving.save(saving.usual, place) : undefined}
      isBusy={saving.isBusy}
      aside={asideOf(props, live)}
      buttons={
        <BillButtons bill={{ document, record, isDirty, isRead }} rights={rights} saving={saving} onMoved={moved} />
      }
    >
      <BillStep document={document} record={isRead ? record : undefined} work={work} grid={grid} onMoved={moved} />
      <BillHead
        document={document}
        fold={fold}
        record={record}
        initial={work.initial}
        isRead={isRead}
        form={work.form}
        fields={fields.shown}
        isOpen={fields.isOpen}
        onOpen={fields.setOpen}
        onTouched={head.touched}
      />
      {hasLines(document) && (record !== undefined || areLinesWritten(document)) && (
        <BillLines document={document} work={work} onTouched={head.touched}>
          <LineTable
            document={document}
            rows={work.lines}
            isRead={isRead || !areLinesWritten(document)}
            live={live}
            head={head.values}
            grid={grid}
            tools={isRead && <LineDeeds document={document} record={record} onDone={moved} />}
          />
        </BillLines>
      )}
    </PanelFrame>
  );
}

/** Unsaved work that was found, and what its module tells of a document before anything else of it. */
function Notices({ document, record, draft, isRead, onDiscard }: BillProps): ReactNode {
  const own = ownSectionOf(document.name);
  return (
    <>
      {draft !== null && <RestoredBar draft={draft} record={record} isRead={isRead} onDiscard={onDiscard} />}
      {record !== undefined && own !== undefined && (
        <Loaded name={`section ${document.name}`} load={retried(own)} props={{ record }} />
      )}
    </>
  );
}

/** Present from the beginning where something may dock there: the form is not drawn anew when it does. */
function asideOf({ document, record, isRead }: BillProps, live: ShownLive): ReactNode {
  if (isRead) return record !== undefined && <Aside document={document} record={record} />;
  return liveLinesOf(document.name) !== undefined && <LiveBeside live={live} />;
}

/** What a new document is written from: another one, or what somebody was looking at. */
function startOf({ document, record, source }: BillProps): Start | undefined {
  if (source !== undefined) return copyOf(document, shownRecord(document.name, source, false));
  return record === undefined ? begunWith(document.name) : undefined;
}

interface LineDeedsProps extends Pick<BillProps, 'document' | 'record'> {
  readonly onDone: () => void;
}
function LineDeeds({ document, record, onDone }: LineDeedsProps): ReactNode {
  const isDirty = useIsDirty();
  if (record === undefined) return null;
  return <OwnButtons document={document} record={record} isDirty={isDirty} onDone={onDone} isOfLines />;
}

function useIsDirty(): boolean {
  const { name } = useTab();
  return useTabs().dirty.has(name);
}

/** Work that waits does not keep the verbs from being performed that it waits for. */
function useWaitingWork(isWaiting: boolean): void {
  const { name } = useTab();
  useEffect(() => {
    if (isWaiting) setDirty(name, false);
  }, [isWaiting, name]);
}

/** Once a choice has filled the head, the lines are next: whoever went on elsewhere meanwhile is left alone. */
function useFolding(
  document: Document,
  { fold }: HeadFold,
  grid: RefObject<LineGridHandle | null>,
): (from: Element | null) => void {
  return useCallback(
    (from) => {
      const now = window.document.activeElement;
      // A quick hand is among the lines before the head has heard of the choice: it goes on where it is.
      const isAtLines = now?.closest('.line-table') != null;
      // A dialog that the choice was made in gives the focus back to the field that opened it.
      const field = now?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';
      const isAtChoice = headFillsOf(document.name)?.by.includes(field) === true;
      if (!isAtLines && !isAtChoice && now !== from && now !== window.document.body && now !== null) return;
      fold();
      if (!isAtLines) grid.current?.focusCell(0, leadOf(document.lines));
    },
    [document, fold, grid],
  );
}

/** What is wrong in the head is seen, folded or not. */
const unfoldingFor =
  (fold: HeadFold, openFor: (keys: readonly string[]) => void) =>
  (keys: readonly string[]): void => {
    if (keys.some((key) => !key.startsWith('lines.'))) fold.unfold();
    openFor(keys);
  };

interface BillStepProps {
  readonly document: Document;
  /** Undefined while it is written. */
  readonly record: Row | undefined;
  readonly work: BillWork;
  readonly grid: RefObject<LineGridHandle | null>;
  readonly onMoved: () => void;
}
/** Where a document stands that is read. */
function BillStep({ document, record, work, grid, onMoved }: BillStepProps): ReactNode {
  const isDirty = useIsDirty();
  if (record === undefined) return null;
  const showLine = (lineId: string): void => {
    const at = work.lines.get().findIndex((line) => line.id === lineId);
    grid.current?.focusCell(at, leadOf(document.lines));
  };
  return <NextBar document={document} record={record} isDirty={isDirty} onMoved={onMoved} onLine={showLine} />;
}

/** The head as the lines see it. Whatever is typed into it may change what is told of them. */
function useHeadValues(
  document: Document,
  work: BillWork,
  poke: () => void,
  onFilled: (from: Element | null) => void,
): { readonly touched: (changed: Row) => void; readonly values: HeadValues } {
  const { form } = work;
  const filled = useCallback(
    (from: Element | null) => {
      poke();
      onFilled(from);
    },
    [poke, onFilled],
  );
  const fill = useHeadFills(document, work, filled);
  const touched = useCallback(
    (changed: Row) => {
      work.touched();
      poke();
      fill(changed);
    },
    [work, poke, fill],
  );
  const values = useMemo(
    (): HeadValues => ({
      get: work.values,
      fill: (given) => {
        const now = work.values();
        form.setFieldsValue(Object.fromEntries(Object.entries(given).filter(([key]) => textAt(now, key) === '')));
        touched({});
      },
      put: (given) => {
        form.setFieldsValue(given);
        touched(given);
      },
    }),
    [work, form, touched],
  );
  return { touched, values };
}

function BillTitle({
  document,
  record,
  form,
}: Pick<BillProps, 'document' | 'record'> & Pick<BillWork, 'form'>): ReactNode {
  const { title } = useTab();
  useBillTab(document, record, form);
  return (
    <>
      {record === undefined ? title : say(document.label)}
      {record !== undefined && <BillMark document={document} record={record} />}
    </>
  );
}

function BillMark({ document, record }: { readonly document: Document; readonly record: Row }): ReactNode {
  const state = document.states[stateOf(document, textAt(record, 'billStatus')) ?? ''];
  const stage = document.head[document.stage ?? ''];
  // The first is what every saved one is, and a voided one goes nowhere.
  const isUnderWay =
    stage?.kind === 'choice' && record[document.stage ?? ''] !== stage.default && record['cancelFlag'] !== '1';
  const marks = Object.entries(document.head).flatMap(([key, field]) =>
    field.kind === 'flag' && field.tone !== undefined && record[key] === '1'
      ? [{ key, tone: field.tone, label: field.label }]
      : [],
  );
  return (
    <>
      <span className="bill-code" data-testid="bill-code">
        {textAt(record, 'code')}
      </span>
      {state !== undefined && <StatusTag tone={state.tone ?? 'grey'}>{say(state.label)}</StatusTag>}
      {isUnderWay && <Cell field={stage} value={record[document.stage ?? '']} />}
      {marks.map(({ key, tone, label }) => (
        <StatusTag key={key} tone={tone}>
          {say(label)}
        </StatusTag>
      ))}
    </>
  );
}
