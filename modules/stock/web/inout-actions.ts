import { permissionOf } from '#platform/model/permission.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { isPickable, isRed, stockInout } from '#stock/model/inout.ts';
import type * as deeds from './inout-deeds.ts';
import { stockTexts } from './stock-texts.ts';

type Act = Awaited<ReturnType<OwnAction['load']>>;
const load = (choose: (all: typeof deeds) => Act): OwnAction['load'] => chunk(() => import('./inout-deeds.ts'), choose);
const hasMoved = (row: Row): boolean =>
  textAt(row, 'billStatus') !== stockInout.states.saved.code && textAt(row, 'cancelFlag') !== '1' && !isRed(row);

export const inoutActions: readonly OwnAction[] = [
  {
    verb: 'pick',
    label: stockTexts.pick,
    permission: permissionOf(stockInout, 'update'),
    isForOne: true,
    isInBill: true,
    isOffered: isPickable,
    load: load(({ pick }) => pick),
  },
  {
    verb: 'printPicking',
    label: stockTexts.printPicking,
    permission: permissionOf(stockInout, 'view'),
    isOffered: (row) => textAt(row, 'moveType') === '4' && !isRed(row),
    load: load(({ printPicking }) => printPicking),
  },
  {
    verb: 'red',
    label: stockTexts.red,
    permission: permissionOf(stockInout, 'save'),
    isInBill: true,
    // What was sold comes back by a return (A2).
    isOffered: (row) => hasMoved(row) && textAt(row, 'moveType') !== '4',
    load: load(({ makeRed }) => makeRed),
  },
  {
    verb: 'unfreeze',
    label: stockTexts.unfreeze,
    permission: permissionOf(stockInout, 'audit'),
    isInBill: true,
    isOffered: (row) => textAt(row, 'frozenFlag') === '1',
    load: load(({ unfreeze }) => unfreeze),
  },
];
