import { permissionOf } from '#platform/model/permission.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { delivery } from '#sales/model/delivery.ts';
import { deliveryRelease } from '#sales/model/delivery-release.ts';
import type * as deeds from './delivery-dialogs.tsx';
import { deliveryTexts } from './delivery-texts.ts';

type Act = Awaited<ReturnType<OwnAction['load']>>;
const load = (pick: (all: typeof deeds) => Act): OwnAction['load'] =>
  chunk(() => import('./delivery-dialogs.tsx'), pick);
const isAudited = (row: Row): boolean => textAt(row, 'billStatus') === delivery.states.audited.code;

const isShipped = (row: Row): boolean =>
  textAt(row, 'billStatus') === delivery.states.closed.code &&
  textAt(row, 'cancelFlag') !== '1' &&
  textAt(row, 'releaseStatus') === '1';
const grant = permissionOf(delivery, 'sign');
export const deliveryActions: readonly OwnAction[] = [
  {
    verb: 'sign',
    label: deliveryTexts.sign,
    permission: grant,
    isInBill: true,
    isOffered: (row) => isShipped(row) && textAt(row, 'receiptStatus') !== '1',
    load: load(({ sign }) => sign),
  },
  {
    verb: 'unsign',
    label: deliveryTexts.unsign,
    permission: grant,
    isInBill: true,
    isDanger: true,
    isOffered: (row) => textAt(row, 'receiptStatus') === '1',
    load: load(({ unsign }) => unsign),
  },
];

const gate = permissionOf(deliveryRelease, 'release');
const waits = (row: Row): boolean => isAudited(row) && textAt(row, 'releaseStatus') !== '1';
export const releaseActions: readonly OwnAction[] = [
  {
    verb: 'release',
    label: deliveryTexts.release,
    permission: gate,
    isMain: true,
    isOffered: waits,
    load: load(({ release }) => release),
  },
  {
    verb: 'unrelease',
    label: deliveryTexts.unrelease,
    permission: gate,
    isOffered: (row) => isAudited(row) && textAt(row, 'releaseStatus') === '1',
    load: load(({ unrelease }) => unrelease),
  },
  {
    verb: 'refuse',
    label: deliveryTexts.refuse,
    permission: gate,
    isDanger: true,
    isOffered: waits,
    load: load(({ refuse }) => refuse),
  },
];
