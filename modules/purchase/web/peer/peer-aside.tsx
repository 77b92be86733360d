import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { get, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import type { OwnAsideProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { textAt } from '#platform/web/value/row.ts';
import { grouped, isZero, plus } from '#platform/model/decimal.ts';
import type { SideFigures } from '#purchase/model/peer/compare.ts';
import type { Pair, PairLine, PairMessage } from '#purchase/model/peer/pair.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { peerKinds, peerTexts } from './peer-texts.ts';
import './peer.css';

/** Beside a purchase or an order of two tenants: what each has of every line, what waits where, and why. */
export function PeerAside({ document, record }: OwnAsideProps): ReactNode {
  const id = textAt(record, 'id');
  const { data, error } = useQuery({
    queryKey: ['list', 'pair', document.name, id],
    queryFn: () => get<Pair | null>(`${document.path}/${id}/pair`),
    gcTime: 0,
  });
  if (error !== null) return <Alert type="error" showIcon title={error.message} />;
  if (data === undefined) return null;
  if (data === null) return <p className="quiet">{say(peerTexts.waits)}</p>;
  const isBuyer = document.name === purchase.name;
  const waiting = data.messages.filter(({ state }) => state === '0' || state === '2');
  return (
    <div className="peer-pair" data-testid="peer-pair">
      <p className="quiet">
        {data.peerCode === null
          ? say(peerTexts.waits)
          : say(peerTexts.of, { peer: data.peerName, code: data.peerCode })}
      </p>
      <Agreement pair={data} id={id} />
      <table className="plain-table peer-table">
        <thead>
          <tr>
            <th />
            <th className="number">{sideName(peerTexts.buyer, isBuyer)}</th>
            <th className="number">{sideName(peerTexts.seller, !isBuyer)}</th>
          </tr>
        </thead>
        {data.lines.map((line) => (
          <LineFigures key={line.id} line={line} />
        ))}
        {data.money !== null && (
          <tbody data-testid="peer-money">
            <tr>
              <th colSpan={3}>{say(peerTexts.money)}</th>
            </tr>
            <Figure
              label={peerTexts.amount}
              buyer={moneyText(data.money.buyer)}
              seller={moneyText(data.money.seller)}
            />
          </tbody>
        )}
      </table>
      {data.money !== null && !isZero(data.money.open) && (
        <p className="quiet">{say(peerTexts.open, { amount: moneyText(data.money.open) })}</p>
      )}
      <Messages waiting={waiting} settled={settledText(data)} retry={() => retry(isBuyer, document.path, id)} />
    </div>
  );
}

const moneyText = (amount: string): string => grouped(amount, 2);
const sideName = (label: Label, isUs: boolean): string => `${say(label)}${isUs ? say(peerTexts.us) : ''}`;

function LineFigures({
  line: { isGift, productCode, productName, buyer, seller },
}: {
  readonly line: PairLine;
}): ReactNode {
  const rows: readonly (readonly [Label, keyof SideFigures])[] = [
    [peerTexts.ordered, 'number'],
    [peerTexts.moved, 'moved'],
    [peerTexts.taken, 'taken'],
    [peerTexts.short, 'short'],
    [peerTexts.closed, 'closed'],
  ];
  const isSome = (key: keyof SideFigures): boolean =>
    [buyer?.[key], seller?.[key]].some((figure) => figure !== undefined && !isZero(figure));
  return (
    <tbody data-product={productCode ?? ''}>
      <tr>
        <th colSpan={3}>
          {productName ?? productCode} {isGift && <Tag>{say(peerTexts.gift)}</Tag>}
        </th>
      </tr>
      {rows
        .filter(([, key]) => isSome(key))
        .map(([label, key]) => (
          <Figure key={key} label={label} buyer={pieces(buyer, key)} seller={pieces(seller, key)} />
        ))}
      {isSome('amount') && !isGift && (
        <Figure label={peerTexts.amount} buyer={moneyOf(buyer)} seller={moneyOf(seller)} />
      )}
    </tbody>
  );
}

const pieces = (side: SideFigures | null, key: keyof SideFigures): string =>
  side?.[key] === undefined ? '–' : plus(side[key]);
const moneyOf = (side: SideFigures | null): string => (side?.amount === undefined ? '–' : moneyText(side.amount));

interface FigureProps {
  readonly label: Label;
  readonly buyer: string;
  readonly seller: string;
}
function Figure({ label, buyer, seller }: FigureProps): ReactNode {
  return (
    <tr {...(buyer === seller ? {} : { 'data-differs': true })}>
      <td>{say(label)}</td>
      <td className="number">{buyer}</td>
      <td className="number">{seller}</td>
    </tr>
  );
}

/** Amounts of the seller that the buyer has not agreed to: exactly these, and no others. */
function Agreement({ pair: { lines }, id }: { readonly pair: Pair; readonly id: string }): ReactNode {
  const open = lines.filter((line) => line.isUnconfirmed);
  if (open.length === 0) return null;
  const agree = async (): Promise<void> => {
    const told = open
      .map(
        ({ productName, productCode, peerAmount }) =>
          `${productName ?? productCode ?? ''} ${moneyText(peerAmount ?? '0')}`,
      )
      .join('、');
    if (!(await feedback.confirm(say(peerTexts.agree, { lines: told })))) return;
    try {
      await put(`${purchase.path}/confirmAmounts`, {
        id,
        lines: open.map(({ ownLineId, peerAmount }) => ({ lineId: ownLineId, amount: peerAmount })),
      });
      feedback.success(say(texts.done));
    } finally {
      void listsChanged();
    }
  };
  return (
    <Alert
      type="warning"
      showIcon
      data-testid="peer-agreement"
      title={open.map(({ id: lineId, productName, productCode, amount, peerAmount }) => (
        <div key={lineId}>
          {productName ?? productCode}：
          {say(peerTexts.asksFor, { amount: moneyText(peerAmount ?? '0'), own: moneyText(amount ?? '0') })}
        </div>
      ))}
      action={
        <Button
          size="small"
          type="primary"
          data-verb="confirmAmounts"
          onClick={() => void agree().catch(() => undefined)}
        >
          {say(peerTexts.confirm)}
        </Button>
      }
    />
  );
}

/** Amounts that nobody has agreed to are no difference yet, and not equal either. */
function settledText({ differences, lines }: Pair): string {
  if (differences > 0) return say(peerTexts.differs, { n: differences });
  return say(lines.some(({ isUnconfirmed }) => isUnconfirmed) ? peerTexts.agreeing : peerTexts.none);
}

interface MessagesProps {
  readonly waiting: readonly PairMessage[];
  readonly settled: string;
  readonly retry: () => Promise<void>;
}
function Messages({ waiting, settled, retry: again }: MessagesProps): ReactNode {
  if (waiting.length === 0)
    return (
      <p className="quiet" data-testid="peer-settled">
        {settled}
      </p>
    );
  return (
    <div data-testid="peer-messages">
      <div className="peer-head">
        <strong>{say(peerTexts.messages)}</strong>
        <Button size="small" data-verb="peerRetry" onClick={() => void again().catch(() => undefined)}>
          {say(peerTexts.retry)}
        </Button>
      </div>
      <ul className="peer-messages">
        {waiting.map((message) => (
          <li key={message.id} data-kind={message.kind}>
            <Tag color={message.state === '2' ? 'red' : 'blue'}>
              {message.state === '2' ? say(peerTexts.refused, { n: message.attempts }) : say(peerTexts.waiting)}
            </Tag>
            <span>{say(peerKinds[message.kind] ?? peerTexts.messages)}</span>{' '}
            <span className="quiet">{say(message.isOurs ? peerTexts.ours : peerTexts.theirs)}</span>
            <div>{reasonOf(message)}</div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function reasonOf({ state, waitsFor, refusalText }: PairMessage): string {
  if (waitsFor !== null) return say(peerTexts.behind, { n: waitsFor });
  if (state !== '2') return '';
  return refusalText === null ? say(peerTexts.there) : say(refusalText);
}

async function retry(isBuyer: boolean, path: string, id: string): Promise<void> {
  try {
    await put(`${path}/${isBuyer ? 'push' : 'peerRetry'}`, [id]);
    feedback.success(say(texts.done));
  } finally {
    void listsChanged();
  }
}
