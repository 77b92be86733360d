import { plus } from '#platform/model/decimal.ts';
import type { Draft } from '#platform/server/document/draft.ts';

/** What another document says of a movement that it makes; whoever is not named has nothing to do with it. */
interface MadeMovement {
  readonly moveType: string;
  readonly organizeCode: string | null;
  readonly organizeName: string | null;
  readonly storageCode: string | null;
  readonly storageName: string | null;
  readonly customerCode?: string | null;
  readonly customerName?: string | null;
  readonly supplierCode?: string | null;
  readonly supplierName?: string | null;
  readonly deptCode?: string | null;
  readonly deptName?: string | null;
  readonly sourceCode: string | null;
  readonly billDate: string;
  readonly redFlag?: '0' | '1';
}

type MadeLine = Draft['lines'][number] & { readonly number: string; readonly amount: string };

/** A movement that waits to be carried out: nothing of it was picked, signed or sent elsewhere. */
export const movementDraft = (made: MadeMovement, lines: readonly MadeLine[]): Draft => ({
  customerCode: null,
  customerName: null,
  supplierCode: null,
  supplierName: null,
  deptCode: null,
  deptName: null,
  redFlag: '0',
  ...made,
  receiptStatus: '0',
  frozenFlag: '0',
  pickedFlag: '0',
  pushStatus: '0',
  syncStatus: '0',
  totalNumber: plus(...lines.map(({ number }) => number)),
  totalAmount: plus(...lines.map(({ amount }) => amount)),
  remark: null,
  lines: [...lines],
});
