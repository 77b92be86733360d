import { CopyOutlined } from '@ant-design/icons';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { canEdit, isApprovable, type Document } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { standingOf } from '#platform/web/value/standing.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { AttachmentsButton } from '#platform/web/file/attachments-button.tsx';
import { HistoryButton } from '#platform/web/history/history-panel.tsx';
import { LifeButton } from '#platform/web/history/life-button.tsx';
import { say } from '#platform/web/text/language.ts';
import { PrintButton } from '#platform/web/print/print-button.tsx';
import { billBarLoader } from '#platform/web/registry/registry.ts';
import { retried } from '#platform/web/loading/chunk.ts';
import { panelName } from '#platform/web/route/route.ts';
import { becomePanel, closeTabs, openPanel, useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { BillSaving } from './bill-saving.ts';
import { VerbBar } from './verb-bar.tsx';

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
  const { document, record, isDirty } = bill;
  const { name } = useTab();
  return (
    <>
      <Button data-verb="closeTab" onClick={() => void closeTabs([name])}>
        {say(record === undefined ? texts.cancel : texts.back)}
      </Button>
      {record !== undefined && (
        <RecordButtons document={document} record={record} isDirty={isDirty} onMoved={onMoved} />
      )}
      <ProcessButtons bill={bill} rights={rights} saving={saving} onMoved={onMoved} />
      <WriteButtons record={record} rights={rights} saving={saving} />
    </>
  );
}

interface RecordButtonsProps {
  readonly document: Document;
  readonly record: Row;
  readonly isDirty: boolean;
  readonly onMoved: () => void;
}
function RecordButtons({ document, record, isDirty, onMoved }: RecordButtonsProps): ReactNode {
  const { page } = useTab();
  const can = useCan();
  return (
    <>
      <AttachmentsButton noun={document} record={record} />
      {can(permissionOf(document, 'save')) && (
        <Button
          icon={<CopyOutlined />}
          data-verb="copy"
          aria-label={say(texts.copy)}
          title={say(texts.copy)}
          onClick={() => {
            openPanel(page, 'add', textAt(record, 'id'));
          }}
        />
      )}
      <LifeButton document={document} record={record} />
      <HistoryButton noun={document} record={record} />
      <PrintButton document={document} record={record} isDirty={isDirty} onPrinted={onMoved} />
      <VerbBar document={document} record={record} isDirty={isDirty} onDone={onMoved} />
    </>
  );
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
          type="primary"
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
