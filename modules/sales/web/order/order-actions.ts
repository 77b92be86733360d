import { compare, minus, plus } from '#platform/model/decimal.ts';
import { permissionOf, verbPermission } from '#platform/model/permission.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { delivery } from '#sales/model/delivery.ts';
import { order } from '#sales/model/order/order.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { deliveryTexts } from '#sales/web/delivery/delivery-texts.ts';
import { waiverTexts } from '#sales/web/promotion/waiver-texts.ts';
import { refundTexts } from '#sales/web/refund/refund-texts.ts';
import { orderTexts } from './order-texts.ts';

const isAudited = (row: Row): boolean => textAt(row, 'billStatus') === order.states.audited.code;
const closedOf = (line: Row): string => textAt(line, 'closedNumber') || '0';
const openOf = (line: Row): string =>
  minus(textAt(line, 'number') || '0', plus(textAt(line, 'outNumber') || '0', closedOf(line)));
/** The only line of an order is closed with it. */
const hasSuchLines = (row: Row, number: (line: Row) => string): boolean => {
  const { lines = [] } = row as { readonly lines?: readonly Row[] };
  return lines.length > 1 && lines.some((line) => compare(number(line), '0') > 0);
};

const hasGifts = (row: Row): boolean => {
  const { lines = [], giftWaivers } = row as { readonly lines?: readonly Row[]; readonly giftWaivers?: unknown };
  return giftWaivers != null || lines.some((line) => textAt(line, 'ruleNo') !== '');
};

export const orderActions: readonly OwnAction[] = [
  {
    verb: 'pushDown',
    label: deliveryTexts.pushDown,
    permission: permissionOf(delivery, 'save'),
    isInBill: true,
    isOffered: (row) => isAudited(row) && textAt(row, 'orderStatus') === '1',
    load: chunk(
      () => import('#sales/web/delivery/delivery-dialogs.tsx'),
      ({ pushDown }) => pushDown,
    ),
  },
  {
    verb: 'giveBack',
    label: refundTexts.giveBack,
    permission: permissionOf(refund, 'save'),
    isForOne: true,
    isInBill: true,
    isOffered: (row) => textAt(row, 'deliveryStatus') !== '' && textAt(row, 'deliveryStatus') !== '0',
    load: chunk(
      () => import('#sales/web/refund/return-dialog.tsx'),
      ({ giveBack }) => giveBack,
    ),
  },
  {
    verb: 'askForShort',
    label: orderTexts.askForShort,
    // Demands are of the module above: only its call is known here.
    permission: 'order:demand:save',
    isOffered: (row) => ['0', '1', '4'].includes(textAt(row, 'billStatus')) && textAt(row, 'cancelFlag') !== '1',
    load: chunk(
      () => import('./order-demand.ts'),
      (deeds) => deeds.askForShort,
    ),
  },
  // Where orders are pushed, the audit queues them; a person is needed when that failed.
  {
    verb: 'push',
    label: deliveryTexts.push,
    permission: permissionOf(order, 'push'),
    isInBill: true,
    isOffered: (row) => textAt(row, 'pushStatus') === '3',
    load: chunk(
      () => import('#sales/web/delivery/delivery-dialogs.tsx'),
      ({ push }) => push,
    ),
  },
  {
    verb: 'creditWaive',
    label: orderTexts.creditWaive,
    permission: permissionOf(order, 'creditWaive'),
    isForOne: true,
    isInBill: true,
    isOffered: (row) => textAt(row, 'billStatus') === order.states.inApproval.code,
    load: chunk(
      () => import('./credit-waiver.tsx'),
      ({ creditWaive }) => creditWaive,
    ),
  },
  {
    verb: 'giftWaive',
    label: waiverTexts.giftWaive,
    permission: permissionOf(order, 'giftWaive'),
    isInBill: 'lines',
    mends: ['E-GIFT-SHORT'],
    isOffered: (row) => textAt(row, 'billStatus') === order.states.saved.code && hasGifts(row),
    load: chunk(
      () => import('#sales/web/promotion/gift-waiver.tsx'),
      ({ giftWaive }) => giftWaive,
    ),
  },
  {
    verb: 'closeLines',
    label: orderTexts.closeLines,
    permission: verbPermission(order, 'close'),
    isInBill: 'lines',
    isOffered: (row) => isAudited(row) && hasSuchLines(row, openOf),
    load: chunk(
      () => import('./order-close.tsx'),
      ({ closeLines }) => closeLines,
    ),
  },
  {
    verb: 'uncloseLines',
    label: orderTexts.uncloseLines,
    permission: verbPermission(order, 'unclose'),
    isInBill: 'lines',
    isOffered: (row) => textAt(row, 'cancelFlag') !== '1' && hasSuchLines(row, closedOf),
    load: chunk(
      () => import('./order-close.tsx'),
      ({ uncloseLines }) => uncloseLines,
    ),
  },
];
