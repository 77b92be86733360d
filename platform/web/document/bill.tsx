import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { hasLines, stateOf, type Document } from '#platform/model/document.ts';
import type { Draft } from '#platform/web/draft/keeper.ts';
import { RestoredBar } from '#platform/web/draft/restored-bar.tsx';
import { Cell, StatusTag } from '#platform/web/cell/cell.tsx';
import { PanelFrame } from '#platform/web/form/panel-frame.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { LineGridHandle } from '#platform/web/grid/line-grid.tsx';
import { say } from '#platform/web/text/language.ts';
import { setDirty, useTab, useTabs } from '#platform/web/route/tabs.ts';
import { BillButtons, useBillRights } from './bill-buttons.tsx';
import { BillHead, useBeginning, useHeadFields } from './bill-head.tsx';
import { useBillSaving } from './bill-saving.ts';
import { useBillWork, type BillWork } from './bill-work.ts';
import { copyOf } from './copy-bill.ts';
import type { HeadValues } from './line-buttons.tsx';
import { LineTable } from './line-table.tsx';
import { areLinesWritten } from './lines.ts';
import { useLiveLines } from './live-lines.ts';
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
  const { document, record, source, draft, isRead, isReading, onSaved, onMoved, onDiscard } = props;
  const { name } = useTab();
  const isDirty = useTabs().dirty.has(name);
  const [start] = useState(() => (source === undefined ? undefined : copyOf(document, source)));
  const work = useBillWork(document, { record, draft: isRead ? null : draft, start, isRead });
  const live = useLiveLines(document, work, isRead);
  const head = useHeadValues(work, live.poke);
  // Work that waits does not keep the verbs from being performed that it waits for.
  useEffect(() => {
    if (isRead && draft !== null) setDirty(name, false);
  }, [isRead, draft, name]);
  const grid = useRef<LineGridHandle>(null);
  const fields = useHeadFields({ document, record, draft, isRead });
  const saving = useBillSaving({ document, work, live, grid, isReading, openFor: fields.openFor, onSaved });
  useBeginning(work, fields.shown.usual, isRead);
  const rights = useBillRights({ document, record, isRead });
  const moved = (): void => {
    onMoved(textAt(record, 'id'));
  };
  return (
    <PanelFrame
      title={<BillTitle document={document} record={record} />}
      notice={draft !== null && <RestoredBar draft={draft} record={record} isRead={isRead} onDiscard={onDiscard} />}
      onSave={rights.canSave ? (place) => void saving.save(saving.usual, place) : undefined}
      isBusy={saving.isBusy}
      buttons={
        <BillButtons bill={{ document, record, isDirty, isRead }} rights={rights} saving={saving} onMoved={moved} />
      }
    >
      <BillHead
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
        <LineTable
          document={document}
          rows={work.lines}
          isRead={isRead || !areLinesWritten(document)}
          live={live}
          head={head.values}
          grid={grid}
          tools={
            isRead &&
            record !== undefined && (
              <OwnButtons document={document} record={record} isDirty={isDirty} onDone={moved} isOfLines />
            )
          }
        />
      )}
    </PanelFrame>
  );
}

/** The head as the lines see it. Whatever is typed into it may change what is told of them. */
function useHeadValues(
  work: BillWork,
  poke: () => void,
): { readonly touched: () => void; readonly values: HeadValues } {
  const { form } = work;
  const touched = useCallback(() => {
    work.touched();
    poke();
  }, [work, poke]);
  const values = useMemo(
    (): HeadValues => ({
      get: work.values,
      fill: (given) => {
        const now = work.values();
        form.setFieldsValue(Object.fromEntries(Object.entries(given).filter(([key]) => textAt(now, key) === '')));
        touched();
      },
    }),
    [work, form, touched],
  );
  return { touched, values };
}

function BillTitle({ document, record }: Pick<BillProps, 'document' | 'record'>): ReactNode {
  const { title } = useTab();
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
