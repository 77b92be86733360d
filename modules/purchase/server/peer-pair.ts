import type { Document } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { Label } from '#platform/model/label.ts';
import { notFound } from '#platform/model/refusal.ts';
import { isId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { headsOf } from '#platform/server/document/read.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { order } from '#sales/model/order/order.ts';
import { comparePair, type SideFigures } from '#purchase/model/peer/compare.ts';
import { isUnconfirmed } from '#purchase/model/peer/settle.ts';
import type { Pair, PairLine, PairMessage } from '#purchase/model/peer/pair.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { pairRows, peerFigures } from './peer-job.ts';
import { sides } from '#purchase/server/peer/tell.ts';

const pairOf = (side: string, billId: string) => ({
  pairs: statement(
    {
      id: 'uuid',
      peerName: 'text',
      billCode: 'text',
      peerCode: 'text?',
      peerStatus: 'text?',
      isActive: 'boolean',
    },
    `
      select p.id, coalesce(v.name, c.name, p.peer_tenant) as peer_name, p.bill_code, p.peer_code, p.peer_status,
        p.is_active
      from app.order_peer p
      left join lateral (
        select min(x.name) as name
        from app.data_supplier x
        where p.side = '1' and x.rel_tenant_code = p.peer_tenant
      ) v on true
      left join lateral (
        select min(x.name) as name
        from app.data_customer x
        where p.side = '2' and x.rel_tenant_code = p.peer_tenant
      ) c on true
      where p.side = $1 and p.bill_id = $2`,
    [side, billId],
  ),
  lines: statement(
    {
      id: 'uuid',
      ownLineId: 'uuid?',
      productCode: 'text?',
      productName: 'text?',
      amount: 'decimal?',
      peerAmount: 'decimal?',
      confirmedAmount: 'decimal?',
    },
    `
      select l.id, l.own_line_id, coalesce(m.code, l.product_code) as product_code, m.name as product_name,
        coalesce(b.amount, l.amount) as amount, l.peer_amount, l.confirmed_amount
      from app.order_peer p
      join app.order_peer_line l on l.tenant_code = p.tenant_code and l.peer_id = p.id
      left join app.order_purchase_line b on b.tenant_code = p.tenant_code and b.id = l.own_line_id and p.side = '1'
      left join app.order_order_line o on o.tenant_code = p.tenant_code and o.id = l.own_line_id and p.side = '2'
      left join app.data_material m
        on m.tenant_code = p.tenant_code
        and m.code = coalesce(b.product_code, o.product_code, l.product_code)
      where p.side = $1 and p.bill_id = $2
      order by coalesce(b.line_no, o.line_no, 99999), l.id`,
    [side, billId],
  ),
});

const messagesOf = (subjectId: string) =>
  statement(
    {
      id: 'uuid',
      isOurs: 'boolean',
      seq: 'integer',
      kind: 'text',
      state: 'text',
      attempts: 'integer',
      refusal: 'text?',
      refusalText: 'json?',
      createDate: 'instant',
      appliedDate: 'instant?',
      waitsFor: 'integer?',
    },
    `
      select m.id, m.is_ours, m.seq, m.kind, m.state, m.attempts, m.refusal, m.refusal_text, m.create_date,
        m.applied_date, m.waits_for
      from sec.peer_messages($1) m`,
    [subjectId],
  );

/** A document of this tenant beside its other half: what each side has, what waits, and why. */
async function pair(call: Call, document: Document): Promise<Pair | null> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const side = document.name === purchase.name ? sides.buyer : sides.seller;
  const { rows } = await call.read({
    heads: headsOf<Document, false>(document, [id], false),
    ...pairOf(side, id),
  });
  if (rows.heads.length === 0) throw notFound();
  const [found] = rows.pairs;
  if (found === undefined) return null;
  const { rows: more } = await call.read({ figures: peerFigures(found.id), messages: messagesOf(found.id) });
  const sidesOf = new Map(more.figures.map((row) => [row.lineId ?? '', row]));
  const compared = comparePair(pairRows(more.figures));
  const whole = compared.find(({ lineId }) => lineId === null);
  return {
    ...found,
    side,
    money: whole === undefined ? null : { buyer: whole.buyer, seller: whole.seller, open: whole.open },
    differences: compared.filter(({ difference }) => Number(difference) !== 0).length, // not money
    lines: rows.lines.map((line): PairLine => {
      const figures = sidesOf.get(line.id);
      return {
        ...line,
        isGift: line.ownLineId === null,
        buyer: sideOf(figures?.buyer),
        seller: sideOf(figures?.seller),
        isUnconfirmed:
          side === sides.buyer &&
          line.ownLineId !== null &&
          line.peerAmount !== null &&
          isUnconfirmed({
            purchase: line.amount ?? '0',
            upstream: line.peerAmount,
            confirmed: line.confirmedAmount,
          }),
      };
    }),
    messages: more.messages.map((message): PairMessage => ({
      ...message,
      refusalText: message.refusalText as Label | null,
    })),
  };
}

const sideOf = (figures: unknown): SideFigures | null => figures ?? null;

export const pairRoutes: readonly Route[] = [purchase, order].map((document): Route => ({
  method: 'GET',
  path: `${document.path}/:id/pair`,
  permission: [permissionOf(document, 'view')],
  effect: 'none',
  marks: { 'params.id': document.name },
  summary: `${document.label[2]}: its other half in another tenant, line by line, and what waits`,
  handle: (call) => pair(call, document),
}));
