import { permissionOf } from '#platform/model/permission.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { stockInout } from '#stock/model/inout.ts';
import { purchase } from '#purchase/model/purchase.ts';
import type * as deeds from './purchase-deeds.ts';
import { purchaseTexts } from './purchase-texts.ts';

type Act = Awaited<ReturnType<OwnAction['load']>>;
const load = (pick: (all: typeof deeds) => Act): OwnAction['load'] => chunk(() => import('./purchase-deeds.ts'), pick);
const isAwaiting = (row: Row): boolean =>
  textAt(row, 'billStatus') === purchase.states.audited.code && textAt(row, 'receiptFlag') !== '1';

export const purchaseActions: readonly OwnAction[] = [
  {
    verb: 'receive',
    label: purchaseTexts.receive,
    permission: permissionOf(stockInout, 'save'),
    isMain: true,
    isInBill: true,
    isOffered: isAwaiting,
    load: load((all) => all.receive),
  },
  {
    verb: 'takeBack',
    label: purchaseTexts.takeBack,
    permission: permissionOf(stockInout, 'delete'),
    isDanger: true,
    isOffered: isAwaiting,
    load: load((all) => all.takeBack),
  },
];
