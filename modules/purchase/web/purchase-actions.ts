import { permissionOf } from '#platform/model/permission.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { stockInout } from '#stock/model/inout.ts';
import { purchaseInvoice } from '#purchase/model/purchase-invoice.ts';
import { payment } from '#purchase/model/payment.ts';
import { purchase } from '#purchase/model/purchase.ts';
import type * as deeds from './purchase-deeds.ts';
import { peerTexts } from './peer/peer-texts.ts';
import { purchaseTexts } from './purchase-texts.ts';

type Act = Awaited<ReturnType<OwnAction['load']>>;
const load = (pick: (all: typeof deeds) => Act): OwnAction['load'] => chunk(() => import('./purchase-deeds.ts'), pick);
const isAwaiting = (row: Row): boolean =>
  textAt(row, 'billStatus') === purchase.states.audited.code && textAt(row, 'receiptFlag') !== '1';
const pushOf = (row: Row): string => textAt(row, 'pushStatus');
/** Goods of a supplier in a tenant come with his deliveries. */
const isByHand = (row: Row): boolean => isAwaiting(row) && ['', '0'].includes(pushOf(row));

const hasCome = (row: Row): boolean =>
  (textAt(row, 'billStatus') === purchase.states.audited.code ||
    textAt(row, 'billStatus') === purchase.states.closed.code) &&
  textAt(row, 'purchaseStatus') !== '0';

export const purchaseActions: readonly OwnAction[] = [
  {
    verb: 'receive',
    label: purchaseTexts.receive,
    permission: permissionOf(stockInout, 'save'),
    isMain: true,
    isInBill: true,
    isOffered: isByHand,
    load: load((all) => all.receive),
  },
  {
    verb: 'invoice',
    label: purchaseTexts.toInvoice,
    permission: permissionOf(purchaseInvoice, 'stash'),
    isInBill: true,
    isOffered: hasCome,
    load: load((all) => all.toInvoice),
  },
  {
    verb: 'askPayment',
    label: purchaseTexts.toPayment,
    permission: permissionOf(payment, 'stash'),
    isInBill: true,
    isOffered: hasCome,
    load: load((all) => all.toPayment),
  },
  {
    verb: 'takeBack',
    label: purchaseTexts.takeBack,
    permission: permissionOf(stockInout, 'delete'),
    isDanger: true,
    isOffered: isByHand,
    load: load((all) => all.takeBack),
  },
  {
    verb: 'push',
    label: peerTexts.push,
    permission: permissionOf(purchase, 'peer'),
    isInBill: true,
    isOffered: (row) => isAwaiting(row) && pushOf(row) === '3',
    load: load((all) => all.pushAgain),
  },
  {
    verb: 'askClose',
    label: peerTexts.askClose,
    permission: permissionOf(purchase, 'peer'),
    isInBill: true,
    isDanger: true,
    isOffered: (row) => isAwaiting(row) && pushOf(row) === '4',
    load: load((all) => all.askClose),
  },
];
