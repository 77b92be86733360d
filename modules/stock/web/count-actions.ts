import { permissionOf } from '#platform/model/permission.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { stockCount } from '#stock/model/count.ts';
import type * as deeds from './count-deeds.ts';
import { stockTexts } from './stock-texts.ts';

type Act = Awaited<ReturnType<OwnAction['load']>>;
const load = (choose: (all: typeof deeds) => Act): OwnAction['load'] => chunk(() => import('./count-deeds.ts'), choose);
const isOpen = (row: Row): boolean =>
  textAt(row, 'billStatus') === stockCount.states.saved.code && textAt(row, 'cancelFlag') !== '1';

export const countActions: readonly OwnAction[] = [
  {
    verb: 'count',
    label: stockTexts.count,
    permission: permissionOf(stockCount, 'update'),
    isForOne: true,
    isInBill: true,
    isOffered: isOpen,
    load: load(({ count }) => count),
  },
  {
    verb: 'recount',
    label: stockTexts.recount,
    permission: permissionOf(stockCount, 'audit'),
    isInBill: true,
    // There is one recount (B20).
    isOffered: (row) => isOpen(row) && textAt(row, 'recountFlag') !== '1',
    load: load(({ recount }) => recount),
  },
];
