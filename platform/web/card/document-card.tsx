import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { stateOf, type Document } from '#platform/model/document.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { rolesOf } from '#platform/model/list/lead.ts';
import { get } from '#platform/web/api/client.ts';
import { Cell, StatusTag } from '#platform/web/cell/cell.tsx';
import { heldWords } from '#platform/web/standing/holder-words.ts';
import { useStanding } from '#platform/web/standing/use-standing.ts';
import { documentNamed } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { biggestLines, fewLines } from '#platform/web/value/biggest-lines.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { fieldAt } from '#platform/web/value/shown.ts';
import { texts } from './texts.ts';
import './card.css';

export interface CardProps {
  readonly noun: string;
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly rect: DOMRect;
}

const width = 340;

/** What a document is about, without opening it. It is read as its reader may read it: by its own call. */
export function DocumentCard({ noun, id, anchor, rect }: CardProps): ReactNode {
  const document = documentNamed(noun);
  const card = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['card', noun, id],
    queryFn: () => get<Row>(`${document?.path ?? ''}/${id}`, undefined, { isSilent: true }),
    enabled: document !== undefined,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  });
  useLayoutEffect(() => {
    const element = card.current;
    if (element === null) return;
    const { height } = element.getBoundingClientRect();
    const isBelow = rect.bottom + height + 12 < window.innerHeight || rect.top < height + 12;
    element.style.top = `${isBelow ? rect.bottom + 6 : rect.top - height - 6}px`;
    element.style.left = `${Math.max(8, Math.min(rect.left, window.innerWidth - width - 12))}px`;
  }, [rect, data, error]);
  useLayoutEffect(() => {
    anchor.setAttribute('aria-describedby', cardId);
    return () => {
      anchor.removeAttribute('aria-describedby');
    };
  }, [anchor]);
  if (document === undefined) return null;
  return (
    <div ref={card} id={cardId} role="tooltip" className="document-card" data-testid="document-card">
      {error !== null && (
        <p className="document-card-failed" role="alert">
          {error.message}{' '}
          <Button type="link" size="small" data-verb="retry" onClick={() => void refetch()}>
            {say(common.retry)}
          </Button>
        </p>
      )}
      {data === undefined && error === null && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {data !== undefined && <Facts document={document} record={data} />}
    </div>
  );
}
const cardId = 'document-card';

export function Facts({ document, record }: { readonly document: Document; readonly record: Row }): ReactNode {
  const { partner, amount } = rolesOf(document);
  const state = document.states[stateOf(document, textAt(record, 'billStatus')) ?? ''];
  const money = amount === undefined ? undefined : fieldAt(document, amount);
  const stage = fieldAt(document, document.stage ?? '');
  return (
    <>
      <div className="document-card-head">
        <span className="quiet">{say(document.label)}</span>
        <b>{textAt(record, 'code')}</b>
        {state !== undefined && <StatusTag tone={state.tone ?? 'grey'}>{say(state.label)}</StatusTag>}
      </div>
      <div className="document-card-whose">
        <strong>{partnerName(record, partner)}</strong>
        {money !== undefined && amount !== undefined && textAt(record, amount) !== '' && (
          <b className="document-card-amount">
            <Cell field={money} value={record[amount]} />
          </b>
        )}
      </div>
      <div className="quiet document-card-facts">
        <span>{textAt(record, 'billDate')}</span>
        {stage !== undefined && <Cell field={stage} value={record[document.stage ?? '']} />}
        <Holder document={document} id={textAt(record, 'id')} />
        <span>{say(texts.writtenBy, { name: textAt(record, 'creatorName') })}</span>
      </div>
      <BiggestLines document={document} record={record} />
    </>
  );
}

/** Whose it is now. What cannot be asked is left out: the card tells the rest. */
function Holder({ document, id }: { readonly document: Document; readonly id: string }): ReactNode {
  const { standing } = useStanding(document, id);
  if (standing?.holder == null) return null;
  return <span>{heldWords(standing.holder)}</span>;
}

/** A reference is shown by its name; a record that came without one shows its code. */
const partnerName = (record: Row, partner: string | undefined): string =>
  partner === undefined ? '' : textAt(record, nameKeyOf(partner.replace(/Name$/, 'Code'))) || textAt(record, partner);

function BiggestLines({ document, record }: { readonly document: Document; readonly record: Row }): ReactNode {
  const { count, shown, quantity, amount } = biggestLines(document, record);
  if (count === 0) return null;
  return (
    <ul className="document-card-lines">
      {shown.map(({ line, name }) => (
        <li key={textAt(line, 'id')}>
          <span className="document-card-name">{name}</span>
          {[quantity, amount].map((figure) =>
            figure === undefined ? null : (
              <span key={figure.key} className="document-card-figure">
                <Cell field={figure.field} value={line[figure.key]} />
                {figure.field.unitFrom !== undefined && (
                  <span className="quiet"> {textAt(line, figure.field.unitFrom)}</span>
                )}
              </span>
            ),
          )}
        </li>
      ))}
      {count > fewLines && <li className="quiet">{say(texts.moreLines, { count: count - fewLines })}</li>}
    </ul>
  );
}
