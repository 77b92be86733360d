import { compare, fixed, isZero, minus, over, plus, round } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { overSigned } from '#sales/server/delivery/delivery-sign.ts';
import { redLink } from '#stock/model/inout.ts';
import type { Inout } from '#stock/server/inout.ts';
import { arrivedOf, type Arrived } from '#purchase/model/peer/settle.ts';
import { tellPeer } from '#purchase/server/peer/tell.ts';
import { refreshPurchases } from './purchase-progress.ts';

/** What another tenant sent with these movements, or what red ones send back to it. */
export const piecesOf = (ids: readonly string[]) =>
  statement(
    {
      docId: 'uuid',
      lineId: 'uuid?',
      pieceId: 'uuid',
      subjectId: 'uuid',
      peerTenant: 'text',
      peerLineId: 'uuid',
      deliveryId: 'uuid',
      deliveryLineId: 'uuid',
      purchaseLineId: 'uuid?',
      purchaseCode: 'text',
      purchaseStatus: 'text',
      purchaseDate: 'date',
      productCode: 'text',
      number: 'decimal',
      amount: 'decimal',
      taxRate: 'text?',
      payDays: 'integer?',
    },
    `
      select x.doc_id, x.line_id, s.id as piece_id, p.id as subject_id, p.peer_tenant, s.line_id as peer_line_id,
        s.delivery_id, s.delivery_line_id, s.purchase_line_id, h.code as purchase_code,
        h.bill_status as purchase_status, h.bill_date as purchase_date, s.product_code, s.number, s.amount, s.tax_rate,
        v.pay_days
      from (
        select s.movement_id as doc_id, s.movement_line_id as line_id, s.id as piece_id
        from app.order_peer_piece s
        where s.movement_id = any($1::uuid[])
        union all
        select r.to_id, r.to_line_id, s.id
        from app.doc_link r
        join app.order_peer_piece s on s.tenant_code = r.tenant_code and s.movement_line_id = r.from_line_id
        where r.kind = '${redLink}' and r.is_active and r.to_id = any($1::uuid[])
      ) x
      join app.order_peer_piece s on s.id = x.piece_id
      join app.order_peer p on p.tenant_code = s.tenant_code and p.id = s.peer_id
      join app.order_purchase h on h.tenant_code = p.tenant_code and h.id = p.bill_id
      left join app.data_supplier v on v.tenant_code = h.tenant_code and v.code = h.supplier_code
      order by x.doc_id, s.id`,
    [ids],
  );
export type Piece = RowsOf<{ readonly pieces: ReturnType<typeof piecesOf> }>['pieces'][number];

interface Movement {
  readonly id: string;
  readonly lines: readonly { readonly id: string; readonly productCode: string; readonly number: string }[];
}

/** Whether the goods come from a tenant: then he says how many left, and the receipt signs for them (B17). */
export const piecesIn = (bill: { readonly id: string }, pieces: readonly Piece[]): readonly Piece[] =>
  pieces.filter(({ docId }) => docId === bill.id);

export type Received = Piece & Arrived & { readonly received: string };

/** Every piece that was sent with what arrived of it; a line that the warehouse left out did not arrive at all. */
export function receivedIn(bill: Movement, pieces: readonly Piece[]): readonly Received[] {
  const lines = new Map(bill.lines.map((line) => [line.id, line]));
  const known = new Set(pieces.map(({ lineId }) => lineId));
  if (bill.lines.some(({ id }) => !known.has(id))) throw overSigned({ n: '0' });
  return pieces.map((piece) => {
    const line = lines.get(piece.lineId ?? '');
    const received = line?.number ?? '0';
    const arrived = arrivedOf({ number: piece.number, payable: piece.amount, taxRate: piece.taxRate }, received);
    if (arrived === null || (line !== undefined && line.productCode !== piece.productCode))
      throw overSigned({ n: piece.number });
    return { ...piece, ...arrived, received };
  });
}

/** What a piece costs: the amount without tax that was reckoned for all of the line, over its number (IT01). */
export const unitCostsOf = (received: readonly Received[]): ReadonlyMap<string, string> =>
  new Map(
    received
      .filter((piece) => !isZero(piece.received))
      .map((piece) => [piece.lineId ?? '', over(piece.cost, piece.received)]),
  );

/** Lines as the seller's amounts make them, whatever stands in the form. */
export function priceReceipt(
  lines: readonly { readonly id: string; number: string; price: string | null; amount: string | null }[],
  received: readonly Received[],
): void {
  const byLine = new Map(received.map((piece) => [piece.lineId, piece]));
  for (const line of lines) {
    const piece = byLine.get(line.id);
    if (piece === undefined) continue;
    Object.assign(line, {
      amount: piece.payable,
      price: isZero(piece.received) ? '0' : round(over(piece.payable, piece.received), 4),
    });
  }
}

/**
 * The receipt signs the delivery of the seller. What is missing will not come any more: it is given up here and given
 * back there, and until then it is listed apart (B18a).
 */
export function signUpstream(ctx: Command, bill: Inout, received: readonly Received[]): void {
  const [first] = received;
  if (first === undefined) return;
  ctx.later({
    text: `
      update app.order_peer_piece s
      set received_number = r.number
      from unnest($1::uuid[], $2::numeric[]) as r(id, number)
      where s.id = r.id`,
    values: [received.map(({ pieceId }) => pieceId), received.map((piece) => piece.received)],
  });
  const short = received.filter((piece) => compare(piece.short, '0') > 0);
  takeOff(
    ctx,
    short.map((piece) => ({
      peerLineId: piece.peerLineId,
      number: piece.short,
      amount: cents(minus(piece.amount, piece.payable)),
      short: piece.short,
    })),
  );
  refreshPurchases(ctx, [first.subjectId]);
  tellPeer(ctx, first, 'received', {
    deliveryId: first.deliveryId,
    lines: received.map((piece) => ({ deliveryLineId: piece.deliveryLineId, number: piece.received })),
  });
}

/** Goods go back: the seller makes a return of it, and what it gives back for them he says later. */
export function sendBack(ctx: Command, bill: Inout, pieces: readonly Piece[], amounts: readonly string[]): void {
  const byLine = new Map(pieces.map((piece) => [piece.lineId, piece]));
  const back = bill.lines.flatMap((line, at) => {
    const piece = byLine.get(line.id);
    return piece === undefined ? [] : [{ piece, number: line.number, amount: amounts[at] ?? '0' }];
  });
  const [first] = back;
  if (first === undefined) return;
  takeOff(
    ctx,
    back.map(({ piece, number, amount }) => ({ peerLineId: piece.peerLineId, number, amount, short: '0' })),
  );
  refreshPurchases(ctx, [first.piece.subjectId]);
  tellPeer(ctx, first.piece, 'sentBack', {
    code: bill.code,
    lines: back.map(({ piece, number }) => ({ deliveryLineId: piece.deliveryLineId, number })),
  });
}

interface Taken {
  readonly peerLineId: string;
  readonly number: string;
  readonly amount: string;
  readonly short: string;
}

function takeOff(ctx: Command, taken: readonly Taken[]): void {
  if (taken.length === 0) return;
  const sums = [...Map.groupBy(taken, ({ peerLineId }) => peerLineId)].map(([peerLineId, parts]) => ({
    peerLineId,
    number: plus(...parts.map(({ number }) => number)),
    amount: fixed(plus(...parts.map(({ amount }) => amount)), 2),
    short: plus(...parts.map(({ short }) => short)),
  }));
  ctx.later({
    text: `
      update app.order_peer_line l
      set taken_number = l.taken_number + t.number, taken_amount = l.taken_amount + t.amount,
        short_number = l.short_number + t.short
      from unnest($1::uuid[], $2::numeric[], $3::numeric[], $4::numeric[]) as t(id, number, amount, short)
      where l.id = t.id`,
    values: [
      sums.map(({ peerLineId }) => peerLineId),
      sums.map(({ number }) => number),
      sums.map(({ amount }) => amount),
      sums.map(({ short }) => short),
    ],
  });
  // Nobody sends it again: it is given up with what the seller has given up.
  ctx.later({
    text: `
      update app.order_purchase_line b
      set closed_number = l.peer_closed + l.taken_number
      from app.order_peer_line l
      where l.id = any($1::uuid[]) and b.id = l.own_line_id`,
    values: [sums.map(({ peerLineId }) => peerLineId)],
  });
}
