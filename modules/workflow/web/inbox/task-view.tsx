import { DownOutlined, ExportOutlined, UpOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { grouped } from '#platform/model/decimal.ts';
import { CallError } from '#platform/web/api/client.ts';
import { instantText, StatusTag } from '#platform/web/cell/cell.tsx';
import { isFresh, waitingText } from '#platform/web/date/span.ts';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { measureText } from '#platform/web/value/measure.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { InboxRow, InboxTask, ShownPair } from '#workflow/model/inbox.ts';
import { FactBoxes, Unusual } from './fact-boxes.tsx';
import { useInboxTask } from './inbox-data.ts';
import { inboxTexts } from './inbox-texts.ts';
import { TaskFields } from './task-fields.tsx';
import { TaskLines } from './task-lines.tsx';
import { TaskTalk } from './task-talk.tsx';

interface TaskViewProps {
  readonly row: InboxRow;
  readonly position: { readonly at: number; readonly total: number };
  readonly refusal: string | undefined;
  readonly onMove: (by: 1 | -1) => void;
  readonly onOpen: () => void;
}

/** The document of a task as its approver reads it. */
export function TaskView({ row, position, refusal, onMove, onOpen }: TaskViewProps): ReactNode {
  const { data: task, error, refetch } = useInboxTask(row.taskId);
  return (
    <article className="task-view" data-task={row.taskId} data-bill={row.billCode}>
      <Head row={row} task={task} position={position} onMove={onMove} onOpen={onOpen} />
      <div className="task-body">
        {refusal !== undefined && <Alert type="error" showIcon title={refusal} data-testid="refused" />}
        {error !== null && task === undefined && (
          <Alert
            type="error"
            showIcon
            title={error.message}
            {...(error instanceof CallError && error.code === taken
              ? {}
              : {
                  action: (
                    <Button size="small" data-verb="retry" onClick={() => void refetch()}>
                      {say(inboxTexts.retry)}
                    </Button>
                  ),
                })}
          />
        )}
        {task === undefined ? (
          error === null && <Skeleton active title={false} paragraph={{ rows: 8 }} />
        ) : (
          <>
            <FactBoxes facts={task.facts} />
            <Unusual sentences={task.unusual} />
            <Pairs pairs={task.pairs} isOpen={task.facts.length === 0} />
            {task.lines !== null && <TaskLines lines={task.lines} />}
            <TaskFields task={task} />
            <Opinions opinions={task.opinions} />
            <TaskTalk row={row} />
          </>
        )}
      </div>
    </article>
  );
}
/** A task that is no longer there was taken by another. */
const taken = 404;

function Head({
  row,
  task,
  position,
  onMove,
  onOpen,
}: Omit<TaskViewProps, 'refusal'> & { readonly task: InboxTask | undefined }): ReactNode {
  const meta = task === undefined || task.lineCount === 0 ? [] : [say(inboxTexts.lines, { n: task.lineCount })];
  const sent = say(isFresh(row.since) ? inboxTexts.sentNow : inboxTexts.sent, {
    name: row.senderName,
    at: instantText(row.since).slice(5, 16),
    span: waitingText(row.since),
  });
  return (
    <header className="task-head">
      <div className="task-who">
        <h2 title={row.title}>{row.title}</h2>
        {task !== undefined && <StatusTag tone={toneOf(task.status.tone)}>{task.status.text}</StatusTag>}
      </div>
      <div className="task-meta" title={sent}>
        <RecordLink noun={row.noun} id={row.billId}>
          {row.billCode}
        </RecordLink>
        <span> · {row.typeName}</span>
        <span> · {sent}</span>
      </div>
      <div className="task-amount">
        <strong>{row.amount === null ? '' : grouped(row.amount, 2)}</strong>
        <span className="quiet">{[...meta, say(inboxTexts.position, position)].join(' · ')}</span>
      </div>
      <div className="task-tools">
        <IconButton
          verb="previous"
          label={say(inboxTexts.previous)}
          icon={<UpOutlined />}
          onClick={() => {
            onMove(-1);
          }}
        />
        <IconButton
          verb="next"
          label={say(inboxTexts.next)}
          icon={<DownOutlined />}
          onClick={() => {
            onMove(1);
          }}
        />
        <IconButton verb="openBill" label={say(inboxTexts.open)} icon={<ExportOutlined />} onClick={onOpen} />
      </div>
    </header>
  );
}

const tones = ['green', 'red', 'blue', 'orange', 'grey'] as const;
const toneOf = (tone: string): (typeof tones)[number] => tones.find((each) => each === tone) ?? 'grey';

function IconButton({
  verb,
  label,
  icon,
  onClick,
}: {
  readonly verb: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}): ReactNode {
  return <Button icon={icon} data-verb={verb} aria-label={label} title={label} onClick={onClick} />;
}

/** What the head says beyond partner and amount; folded where figures say more. */
function Pairs({ pairs, isOpen }: { readonly pairs: readonly ShownPair[]; readonly isOpen: boolean }): ReactNode {
  const [isUnfolded, unfold] = useState(isOpen);
  if (pairs.length === 0) return null;
  const shown = pairs.map(({ key, label, value, kind }) => (
    <div key={key} data-pair={key}>
      <dt>{label}</dt>
      <dd title={value}>{kind === 'amount' || kind === 'quantity' ? measureText(value, { measure: kind }) : value}</dd>
    </div>
  ));
  if (isUnfolded) return <dl className="task-pairs">{shown}</dl>;
  return (
    <div className="task-pairs-folded">
      <dl className="fold-facts">{shown}</dl>
      <button
        type="button"
        className="link-button"
        data-verb="unfoldPairs"
        onClick={() => {
          unfold(true);
        }}
      >
        {say(texts.expand)}
      </button>
    </div>
  );
}

function Opinions({ opinions }: Pick<InboxTask, 'opinions'>): ReactNode {
  if (opinions.length === 0) return null;
  return (
    <section className="task-opinions">
      <h3>{say(inboxTexts.opinions)}</h3>
      {opinions.map(({ name, at, text }) => (
        <p key={`${name} ${at}`}>
          <strong>{name}</strong> {text} <span className="quiet">{instantText(at)}</span>
        </p>
      ))}
    </section>
  );
}
