import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { get, remove } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { instantText, today } from '#platform/web/cell/cell.tsx';
import { pastOf } from '#platform/model/label.ts';
import { operationLabel } from '#platform/web/history/changes.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import type { OwnAsideProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { Comment } from '#message/model/comment.ts';
import { Composer } from './composer.tsx';
import { piecesOf } from './mention.ts';
import { texts } from './texts.ts';
import './talk.css';

interface Entry {
  readonly id: string;
  readonly operation: string;
  readonly creatorName: string;
  readonly createDate: string;
  readonly message: string | null;
}

/** What is said about a document, between what happened to it; the newest is in sight. */
export function Talk({ document, record }: OwnAsideProps): ReactNode {
  const id = textAt(record, 'id');
  const asked = { noun: document.name, id };
  const comments = useQuery({
    queryKey: ['list', 'talk', document.name, id],
    queryFn: () => get<readonly Comment[]>('/message/comment', asked, { isSilent: true }),
  });
  const events = useQuery({
    queryKey: ['list', 'talk-events', document.name, id, textAt(record, 'rowVersion')],
    queryFn: () => get<readonly Entry[]>('/sys/history', asked, { isSilent: true }),
    retry: false,
  });
  const list = useRef<HTMLOListElement>(null);
  const count = comments.data?.length;
  const shown = useRef(count);
  useEffect(() => {
    // A tab that comes back stands where it stood: only what was said since is scrolled to.
    if (shown.current === count) return;
    shown.current = count;
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  if (comments.isError)
    return (
      <p className="talk-failed" role="alert">
        {say(texts.unreadable)} · {comments.error.message}{' '}
        <Button type="link" size="small" data-verb="retry" onClick={() => void comments.refetch()}>
          {say(common.retry)}
        </Button>
      </p>
    );
  const happened = (events.data ?? []).filter(({ operation }) => operation in document.verbs || operation === 'save');
  return (
    <>
      <ol className="talk" ref={list} data-testid="talk">
        {comments.data === undefined && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
        {comments.data?.length === 0 && <li className="talk-none">{say(texts.nothing)}</li>}
        {comments.data !== undefined &&
          inOrder(comments.data, happened).map((each) =>
            'authorName' in each ? (
              <Said key={each.id} comment={each} />
            ) : (
              <li key={each.id} className="talk-event">
                {say(texts.event, {
                  who: each.creatorName,
                  did: say(pastOf(operationLabel(document, each.operation))),
                })}
                {each.message !== null && each.message !== '' && say(texts.words, { words: each.message })} ·{' '}
                {timeOf(each.createDate)}
              </li>
            ),
          )}
      </ol>
      <Composer document={document} record={record} />
    </>
  );
}

const inOrder = (comments: readonly Comment[], events: readonly Entry[]): readonly (Comment | Entry)[] =>
  [...comments, ...events].toSorted((a, b) => (a.createDate < b.createDate ? -1 : a.createDate > b.createDate ? 1 : 0));

/** Of today the time, of other days the day. */
function timeOf(instant: string): string {
  const shown = instantText(instant);
  return shown.startsWith(today()) ? shown.slice(11, 16) : shown.slice(5, 16);
}

function Said({ comment }: { readonly comment: Comment }): ReactNode {
  const { id, authorName, content, mentions, lineNo, quote, createDate, isRemovable } = comment;
  const takeBack = async (): Promise<void> => {
    if (!(await feedback.confirm(say(texts.confirmTakeBack), { isDanger: true }))) return;
    await remove(`/message/comment/${id}`).catch(() => undefined);
    await listsChanged();
  };
  return (
    <li className="talk-said" data-comment={id}>
      <span className="talk-mark" style={{ background: hueOf(authorName) }} aria-hidden>
        {[...authorName].at(-1)}
      </span>
      <div>
        <div className="talk-who">
          <strong>{authorName}</strong>
          <time dateTime={createDate} title={instantText(createDate)}>
            {timeOf(createDate)}
          </time>
          {isRemovable && (
            <button type="button" data-verb="takeBack" onClick={() => void takeBack()}>
              {say(texts.takeBack)}
            </button>
          )}
        </div>
        <p>
          {piecesOf(content, mentions).map((piece, at) =>
            piece.isName ? <mark key={at}>{piece.text}</mark> : piece.text,
          )}
        </p>
        {quote !== null && (
          <blockquote>
            {lineNo !== null && `${say(texts.line, { no: lineNo })} `}
            {quote}
          </blockquote>
        )}
      </div>
    </li>
  );
}

/** The same person has the same colour on every page; white is read on each of them. */
function hueOf(name: string): string {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return hues[sum % hues.length] ?? hues[0];
}
const hues = ['#3b6bd6', '#a8562a', '#12805c', '#6d4bd8', '#8a4a6b', '#4a6572'] as const;
