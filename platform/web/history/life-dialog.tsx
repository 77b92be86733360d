import { LockOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { stateOf, type Document } from '#platform/model/document.ts';
import { amount as amountField, quantity } from '#platform/model/field.ts';
import type { Life, LifeNode } from '#platform/model/life.ts';
import { get } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { StatusTag } from '#platform/web/cell/cell.tsx';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { documentNamed } from '#platform/web/registry/registry.ts';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { box, pictureOf, type Spot } from './life-picture.ts';
import { texts } from './texts.ts';
import './life.css';

export const showLife = (document: Document, record: Row): Promise<unknown> =>
  openDialog((close) => (
    <LifeDialog
      document={document}
      record={record}
      onClose={() => {
        close();
      }}
    />
  ));

function LifeDialog({
  document,
  record,
  onClose,
}: {
  readonly document: Document;
  readonly record: Row;
  readonly onClose: () => void;
}): ReactNode {
  const id = textAt(record, 'id');
  // Read each time it is opened: what grew since is what is asked for.
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['life', document.name, id],
    queryFn: () => get<Life>('/sys/life', { noun: document.name, id }, { isSilent: true }),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Dialog
      centered
      width="min(1180px, calc(100vw - 64px))"
      title={say(texts.lifeOf, { what: `${say(document.label)} ${textAt(record, 'code')}` })}
      onCancel={onClose}
      footer={null}
    >
      {isError && (
        <p className="quiet">
          {say(texts.unreadable)} · {error.message}{' '}
          <Button type="link" size="small" onClick={() => void refetch()}>
            ↻
          </Button>
        </p>
      )}
      {data === undefined && !isError && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {data !== undefined && <LifePicture life={data} onOpened={onClose} />}
    </Dialog>
  );
}

/** The picture is a list: whoever does not see the lines is told at each document where it comes from. */
function LifePicture({ life, onOpened }: { readonly life: Life; readonly onOpened: () => void }): ReactNode {
  const { spots, links, width, height } = pictureOf(life);
  const middle = (at: number, isRight: boolean): Spot => ({
    left: (spots[at]?.left ?? 0) + (isRight ? box.width : 0),
    top: (spots[at]?.top ?? 0) + box.height / 2,
  });
  return (
    <div className="life" data-testid="life">
      {life.nodes.length === 1 && <p className="quiet">{say(texts.noLinks)}</p>}
      <div className="life-canvas" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {links.map(({ from, to, isActive }) => {
            const [a, b] = [middle(from, true), middle(to, false)];
            const bend = Math.max(30, (b.left - a.left) / 2);
            return (
              <path
                key={`${from} ${to}`}
                data-link={`${from} ${to}`}
                className={isActive ? 'life-link' : 'life-link life-ended'}
                d={`M${a.left} ${a.top}C${a.left + bend} ${a.top} ${b.left - bend} ${b.top} ${b.left} ${b.top}`}
              />
            );
          })}
        </svg>
        <ul aria-label={say(texts.life)}>
          {life.nodes.map((node, at) => (
            <li
              key={at}
              data-node={node.type}
              className={node.isSelf ? 'life-node life-self' : 'life-node'}
              style={{ ...spots[at], width: box.width, height: box.height }}
              {...(node.isSelf ? { 'aria-current': true } : {})}
            >
              <Node node={node} onOpened={onOpened} />
              <span className="life-heard">
                {links
                  .filter(({ to }) => to === at)
                  .map(({ from, isActive }) =>
                    say(isActive ? texts.comesFrom : texts.cameFrom, { what: nameOf(life.nodes[from]) }),
                  )
                  .join(' ')}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {links.some(({ isActive }) => !isActive) && (
        <p className="quiet life-legend">
          <svg width="32" height="4" aria-hidden>
            <path className="life-link life-ended" d="M0 2H32" />
          </svg>{' '}
          {say(texts.endedLink)}
        </p>
      )}
      {life.isCut && <p className="quiet">{say(texts.lifeCut, { count: life.nodes.length })}</p>}
    </div>
  );
}

const nameOf = (node: LifeNode | undefined): string => {
  const document = documentNamed(node?.type ?? '');
  return `${document === undefined ? (node?.type ?? '') : say(document.label)} ${node?.code ?? ''}`.trim();
};

function Node({ node, onOpened }: { readonly node: LifeNode; readonly onOpened: () => void }): ReactNode {
  const { type, id, code, billStatus, billDate, amount, number, isSelf } = node;
  const document = documentNamed(type);
  const label = <span className="life-type">{document === undefined ? type : say(document.label)}</span>;
  if (id === null || document === undefined)
    return (
      <>
        {label}
        <span className="quiet">
          <LockOutlined /> {say(texts.notYours)}
        </span>
      </>
    );
  const state = document.states[stateOf(document, billStatus ?? '') ?? ''];
  return (
    <>
      {label}
      {isSelf ? (
        <strong className="life-code">{code}</strong>
      ) : (
        <RecordLink noun={type} id={id} className="life-code" onOpened={onOpened}>
          {code}
        </RecordLink>
      )}
      {state !== undefined && (
        <span className="life-state">
          <StatusTag tone={state.tone ?? 'grey'}>{say(state.label)}</StatusTag>
        </span>
      )}
      <span className="life-facts">
        <span>{billDate}</span>
        {number !== null && <span>{say(texts.pieces, { number: measureText(number, pieces) })}</span>}
        {amount !== null && <b>{measureText(amount, money)}</b>}
      </span>
    </>
  );
}

const pieces = quantity(texts.life);
const money = amountField(texts.life);
