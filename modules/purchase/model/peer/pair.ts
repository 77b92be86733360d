import type { Label } from '#platform/model/label.ts';
import type { SideFigures } from './compare.ts';

export interface PairLine {
  readonly id: string;
  readonly ownLineId: string | null;
  readonly productCode: string | null;
  readonly productName: string | null;
  readonly isGift: boolean;
  readonly amount: string | null;
  /** What the seller asks for it. */
  readonly peerAmount: string | null;
  readonly confirmedAmount: string | null;
  /** It waits for the buyer. */
  readonly isUnconfirmed: boolean;
  readonly buyer: SideFigures | null;
  readonly seller: SideFigures | null;
}

export interface PairMessage {
  readonly id: string;
  readonly isOurs: boolean;
  readonly seq: number;
  readonly kind: string;
  readonly state: string;
  readonly attempts: number;
  readonly refusal: string | null;
  /** Why, where it is this side's to know. */
  readonly refusalText: Label | null;
  readonly createDate: string;
  readonly appliedDate: string | null;
  /** The message that comes first. */
  readonly waitsFor: number | null;
}

/** A document with its other half in another tenant, as one side of it may see it. */
export interface Pair {
  readonly id: string;
  readonly side: string;
  readonly peerName: string;
  readonly billCode: string;
  readonly peerCode: string | null;
  readonly peerStatus: string | null;
  readonly isActive: boolean;
  readonly money: { readonly buyer: string; readonly seller: string; readonly open: string } | null;
  readonly differences: number;
  readonly lines: readonly PairLine[];
  readonly messages: readonly PairMessage[];
}
