import { skipToken, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { canEdit, isApprovable, type Document } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { standingOf } from '#platform/web/value/standing.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { DraftTime } from '#platform/web/draft/draft-time.tsx';
import { AttachmentsButton } from '#platform/web/file/attachments-button.tsx';
import { openHistory } from '#platform/web/history/history-panel.tsx';
import { texts as historyTexts } from '#platform/web/history/texts.ts';
import { LifeButton, openLife } from '#platform/web/history/life-button.tsx';
import { say } from '#platform/web/text/language.ts';
import { PrintButton } from '#platform/web/print/print-button.tsx';
import { billBarLoader } from '#platform/web/registry/registry.ts';
import { retried } from '#platform/web/loading/chunk.ts';
import { panelName } from '#platform/web/route/route.ts';
import { becomePanel, closeTabs, openPanel, useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { BillSaving } from './bill-saving.ts';
import { MoreMenu, VerbBar, type RareDeed } from './verb-bar.tsx';

interface ShownBill {
  readonly document: Document;
  /** Undefined while the document is new. */
  readonly record: Row | undefined;
  readonly isDirty: boolean;
  readonly isRead: boolean;
}
interface BillRights {
  readonly canSave: boolean;
  readonly canStash: boolean;
  /** From reading to editing. */
  readonly maySwitch: boolean;
}
interface BillButtonsProps {
  readonly bill: ShownBill;
  readonly rights: BillRights;
  readonly saving: BillSaving;
  /** The document stands elsewhere now. */
  readonly onMoved: () => void;
}

/** What the person may do with the document as it stands. */
export function useBillRights({ document, record, isRead }: Omit<ShownBill, 'isDirty'>): BillRights {
  const can = useCan();
  const canSave = !isRead && can(permissionOf(document, record === undefined ? 'save' : 'update'));
  return {
    canSave,
    canStash: canSave && record === undefined && document.stashed !== undefined && can(permissionOf(document, 'stash')),
    maySwitch:
      isRead && record !== undefined && canEdit(document, standingOf(record)) && can(permissionOf(document, 'update')),
  };
}

/** The buttons of a document's head, from the tab to the saving. */
export function BillButtons({ bill, rights, saving, onMoved }: BillButtonsProps): ReactNode {
  const { document, record, isDirty, isRead } = bill;
  const { name } = useTab();
  // At the end of what is read; before the button that a form ends with.
  const menu = record !== undefined && <BillMenu document={document} record={record} isRead={isRead} />;
  return (
    <>
      {!isRead && <DraftTime tab={name} />}
      <Button data-verb="closeTab" onClick={() => void closeTabs([name])}>
        {say(record === undefined ? texts.cancel : texts.back)}
      </Button>
      {record !== undefined && (
        <RecordButtons document={document} record={record} isDirty={isDirty} isRead={isRead} onMoved={onMoved} />
      )}
      {!isRead && menu}
      <ProcessButtons bill={bill} rights={rights} saving={saving} onMoved={onMoved} />
      <WriteButtons record={record} rights={rights} saving={saving} />
      {isRead && menu}
    </>
  );
}

interface RecordButtonsProps {
  readonly document: Document;
  readonly record: Row;
  readonly isDirty: boolean;
  readonly isRead: boolean;
  readonly onMoved: () => void;
}
function RecordButtons({ document, record, isDirty, isRead, onMoved }: RecordButtonsProps): ReactNode {
  return (
    <>
      <AttachmentsButton noun={document} record={record} />
      {isRead && <LifeButton document={document} record={record} />}
      <PrintButton document={document} record={record} isDirty={isDirty} onPrinted={onMoved} />
      <VerbBar document={document} record={record} isDirty={isDirty} isRead={isRead} onDone={onMoved} />
    </>
  );
}

type BillMenuProps = Pick<RecordButtonsProps, 'document' | 'record' | 'isRead'>;
/** Whoever writes has less room for what he only looks at. */
function BillMenu({ document, record, isRead }: BillMenuProps): ReactNode {
  const { page } = useTab();
  const can = useCan();
  const copy: RareDeed = {
    verb: 'copy',
    label: say(texts.copy),
    perform: () => {
      openPanel(page, 'add', textAt(record, 'id'));
    },
  };
  const history: RareDeed = {
    verb: 'history',
    label: say(historyTexts.history),
    perform: () => {
      openHistory({ noun: document, record });
    },
  };
  const life: RareDeed = {
    verb: 'life',
    label: say(historyTexts.related),
    perform: () => {
      openLife(document, record);
    },
  };
  const deeds = [...(can(permissionOf(document, 'save')) ? [copy] : []), ...(isRead ? [] : [life]), history];
  return <MoreMenu document={document} record={record} deeds={deeds} />;
}

/** The bar of a document's process comes with the first document that has one. */
function ProcessButtons({ bill, rights: { canSave }, saving, onMoved }: BillButtonsProps): ReactNode {
  const { document, record, isDirty, isRead } = bill;
  const loadBar = isApprovable(document) ? billBarLoader() : undefined;
  const { data: ProcessBar } = useQuery({
    queryKey: ['chunk', 'bill-bar'],
    queryFn: loadBar === undefined ? skipToken : retried(loadBar),
    gcTime: Infinity,
    structuralSharing: false,
  });
  if (ProcessBar === undefined || !(canSave || record !== undefined)) return null;
  return (
    <ProcessBar
      document={document}
      record={record}
      isDirty={isDirty}
      isRead={isRead}
      isFit={() => saving.checked('save')}
      body={saving.body}
      save={(path) => saving.store('save', path)}
      onSaved={(id) => void saving.settled(id)}
      onMoved={onMoved}
    />
  );
}

interface WriteButtonsProps {
  readonly record: Row | undefined;
  readonly rights: BillRights;
  readonly saving: BillSaving;
}
function WriteButtons({ record, rights, saving: { underway, usual, save } }: WriteButtonsProps): ReactNode {
  const { name, page } = useTab();
  return (
    <>
      {rights.maySwitch && (
        <Button
          data-verb="edit"
          onClick={() => {
            becomePanel(name, panelName(page, 'edit', textAt(record, 'id')));
          }}
        >
          {say(texts.edit)}
        </Button>
      )}
      {rights.canStash && (
        <Button data-verb="stash" loading={underway === 'stash'} onClick={() => void save('stash')}>
          {say(texts.stash)}
        </Button>
      )}
      {rights.canSave && (
        <Button
          type="primary"
          data-verb="save"
          title="Ctrl+S"
          loading={underway !== null}
          onClick={() => void save(usual)}
        >
          {say(texts.save)}
        </Button>
      )}
    </>
  );
}
