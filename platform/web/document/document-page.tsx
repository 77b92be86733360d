import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { canEdit, type Document } from '#platform/model/document.ts';
import { useDraft } from '#platform/web/draft/use-draft.ts';
import { standingOf } from '#platform/web/value/standing.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { textAt } from '#platform/web/value/row.ts';
import { recordChanged, useRecord } from '#platform/web/record/use-record.ts';
import { panelName } from '#platform/web/route/route.ts';
import { becomePanel, useTab } from '#platform/web/route/tabs.ts';
import { carryFold } from './bill-head.tsx';
import { Bill } from './bill.tsx';

/** Add, edit and read of any document with lines. */
export function DocumentPage({ document }: { readonly document: Document }): ReactNode {
  const { name, page, action = 'read', id = '' } = useTab();
  const { record, failure, isReading, reload } = useRecord(name, document.path, id);
  const found = useDraft(name, action !== 'read');
  if (failure !== null) return <Failed text={failure} onRetry={() => void reload()} />;
  // A new document with an id is written from the one that has it.
  const isNew = action === 'add';
  const isCopy = isNew && id !== '0';
  if (((!isNew || isCopy) && record === undefined) || found.draft === undefined)
    return <Skeleton active className="card" />;
  const isRead = action === 'read' || (!isNew && record !== undefined && !canEdit(document, standingOf(record)));
  const moved = async (movedId: string): Promise<void> => {
    recordChanged(name, document.path, movedId);
    await reload();
  };
  const saved = async (savedId: string): Promise<void> => {
    found.settle();
    if (!isNew) return moved(savedId);
    recordChanged(name, document.path, savedId);
    const edited = panelName(page, 'edit', savedId);
    carryFold(name, edited);
    becomePanel(name, edited);
  };
  // Every version of the record is a new form: what was typed into the old one is saved or given up.
  return (
    <Bill
      key={`${textAt(record, 'rowVersion')} ${found.generation}`}
      document={document}
      record={isNew ? undefined : record}
      source={isCopy ? record : undefined}
      draft={found.draft}
      isRead={isRead}
      isReading={isReading}
      onSaved={saved}
      onMoved={(movedId) => void moved(movedId)}
      onDiscard={found.discard}
    />
  );
}
