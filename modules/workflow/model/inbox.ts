import type { ApprovalFacts, Glance, Remedy, ShownLines } from '#platform/model/approval/facts.ts';

/** A task as the list of the inbox shows it. What its step hides is null. */
export interface InboxRow {
  readonly taskId: string;
  readonly taskName: string;
  readonly processInstanceId: string;
  readonly docType: string;
  /** In words: 销售订单. */
  readonly typeName: string;
  /** The noun of the document. */
  readonly noun: string;
  readonly billId: string;
  readonly billCode: string;
  readonly routeName: string;
  readonly title: string;
  readonly partnerName: string | null;
  readonly amount: string | null;
  readonly senderName: string;
  readonly since: string;
  readonly dueTime: string | null;
  /** Came back to whoever sent it: it is mended and not decided on. */
  readonly isOwn: boolean;
  readonly isOpenToOthers: boolean;
  readonly glance: Glance | null;
}

export interface InboxPage {
  readonly list: readonly InboxRow[];
  readonly total: number;
  readonly totalCapped?: true;
  readonly types: readonly { readonly docType: string; readonly name: string; readonly count: number }[];
  /** How many the caller decided on today. */
  readonly doneToday: number;
}

export interface ShownPair {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly kind: 'text' | 'amount' | 'quantity' | 'date';
}

/** What an approver needs for one task. */
export interface InboxTask extends Omit<InboxRow, 'glance'> {
  readonly status: { readonly text: string; readonly tone: string };
  /** Of the customer, where the document names one. */
  readonly customerCode: string | null;
  readonly pairs: readonly ShownPair[];
  /** Fields that the step lets its approver change, as they are. */
  readonly editable: readonly { readonly key: string; readonly value: unknown }[];
  readonly facts: ApprovalFacts['facts'];
  readonly unusual: ApprovalFacts['unusual'];
  readonly lines: ShownLines | null;
  readonly lineCount: number;
  readonly remedies: readonly Remedy[];
  /** What was said on the way to this step. */
  readonly opinions: readonly { readonly name: string; readonly at: string; readonly text: string }[];
}
