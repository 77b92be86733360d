import type { ReactNode } from 'react';
import { useNarrow } from '#platform/web/frame/narrow.ts';
import { say } from '#platform/web/text/language.ts';
import { DecisionBar } from './decision-bar.tsx';
import { InboxList } from './inbox-list.tsx';
import { useInboxState, type InboxState } from './inbox-state.ts';
import { inboxTexts } from './inbox-texts.ts';
import { TaskSheet } from './task-sheet.tsx';
import { TaskView } from './task-view.tsx';
import { UndoToast } from './undo-toast.tsx';
import './inbox.css';

/** What waits for whoever looks: the list left, the document right, decided on without opening a tab. */
export function InboxPage({ switcher }: { readonly switcher: ReactNode }): ReactNode {
  const inbox = useInboxState();
  const { rows, selected, filter, query } = inbox;
  const isNarrow = useNarrow();
  const view = <Looked inbox={inbox} />;
  return (
    <div className="inbox" data-testid="inbox">
      <InboxList
        switcher={switcher}
        query={query}
        rows={rows}
        filter={filter}
        onFilter={inbox.setFilter}
        selectedId={selected?.taskId ?? ''}
        ticked={inbox.ticked}
        onTick={inbox.tick}
        onUntick={inbox.untick}
        onSelect={(row) => {
          inbox.select(row);
          inbox.setOpened(true);
        }}
        onTogether={(chosen) => void inbox.together(chosen)}
      />
      {isNarrow ? (
        selected !== undefined &&
        inbox.isOpened && (
          <TaskSheet
            onClose={() => {
              inbox.setOpened(false);
            }}
            onMove={inbox.move}
          >
            {view}
          </TaskSheet>
        )
      ) : (
        <section className="inbox-doc card" aria-label={say(inboxTexts.mine)}>
          {selected === undefined ? (
            <AllDone count={query.data === undefined ? null : inbox.doneToday} hasFilter={inbox.hasFilter} />
          ) : (
            view
          )}
        </section>
      )}
      <UndoToast onUndo={inbox.undo} />
    </div>
  );
}

function AllDone({ count, hasFilter }: { readonly count: number | null; readonly hasFilter: boolean }): ReactNode {
  if (count === null || hasFilter) return <div className="inbox-done" />;
  return (
    <div className="inbox-done" data-testid="all-done">
      <strong>{say(inboxTexts.allDone)}</strong>
      <span className="quiet">{say(inboxTexts.doneToday, { n: count })}</span>
    </div>
  );
}

/** The task that is looked at, and what is decided on it. */
function Looked({ inbox }: { readonly inbox: InboxState }): ReactNode {
  const { rows, selected, isTaken } = inbox;
  if (selected === undefined) return null;
  return (
    <>
      <TaskView
        key={selected.taskId}
        row={selected}
        position={{ at: rows.findIndex(({ taskId }) => taskId === selected.taskId) + 1, total: rows.length }}
        refusal={inbox.refusal}
        onMove={inbox.move}
        onOpen={inbox.open}
      />
      <DecisionBar
        row={selected}
        remark={inbox.remark}
        isWhyMissing={inbox.isWhyMissing}
        isTaken={isTaken}
        onRemark={inbox.setRemark}
        onApprove={inbox.approve}
        onReject={inbox.reject}
        onNext={() => {
          inbox.move(1);
        }}
        onMend={inbox.open}
        onMoved={inbox.leaveRow}
        input={inbox.input}
      />
    </>
  );
}
