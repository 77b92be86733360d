import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { canEdit, type Document } from '#platform/model/document.ts';
import { useDraft } from '#platform/web/draft/use-draft.ts';
import { standingOf } from '#platform/web/entity/actions.tsx';
import { Failed } from '#platform/web/entity/failed.tsx';
import { textAt } from '#platform/web/entity/row.ts';
import { recordChanged, useRecord } from '#platform/web/entity/use-record.ts';
import { panelName } from '#platform/web/shell/menu.ts';
import { becomePanel, useTab } from '#platform/web/shell/tabs.ts';
import { Bill } from './bill.tsx';

/** Add, edit and read of any document with lines. */
export function DocumentPage({ document }: { readonly document: Document }): ReactNode {
  const { name, page, action = 'read', id = '' } = useTab();
  const { record, failure, reload } = useRecord(name, document.path, id);
  const found = useDraft(name, action !== 'read');
  if (failure !== null) return <Failed text={failure} onRetry={reload} />;
  if ((action !== 'add' && record === undefined) || found.draft === undefined) return <Skeleton active className="card" />;
  const isRead = action === 'read' || (record !== undefined && !canEdit(document, standingOf(record)));
  const moved = (movedId: string): void => {
    recordChanged(name, document.path, movedId);
    reload();
  };
  const saved = (savedId: string): void => {
    found.settle();
    if (action !== 'add') return moved(savedId);
    recordChanged(name, document.path, savedId);
    becomePanel(name, panelName(page, 'edit', savedId));
  };
  // Every version of the record is a new form: what was typed into the old one is saved or given up.
  return (
    <Bill
      key={`${textAt(record, 'rowVersion')} ${found.generation}`} document={document} record={record} draft={found.draft} isRead={isRead}
      onSaved={saved} onMoved={moved} onDiscard={found.discard}
    />
  );
}
