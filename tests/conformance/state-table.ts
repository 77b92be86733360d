/**
 * The states of every document as the design has them (domain §3 with its amendments), by the codes of the
 * specification: 0 saved, 1 audited, 2 closed, 3 stashed, 4 in approval. Written by hand and never from the code: a
 * verb that a definition gains, loses or moves must be moved here first, by somebody who has read the design.
 */
export interface VerbRow {
  readonly from: readonly string[];
  readonly to: string;
  /** From here only the workflow may do it. */
  readonly engineFrom?: readonly string[];
  readonly asksReason?: true;
  /** Marks of the head that the verb leaves; a void document can never be reopened because of its mark. */
  readonly sets?: 'audited' | 'unaudited' | 'closed' | 'unclosed' | 'cancelled';
  readonly when?: Readonly<Record<string, readonly string[]>>;
  /** Stages and flags of the head that it moves beside the bill state. */
  readonly leaves?: Readonly<Record<string, string>>;
}
export interface DocumentRow {
  readonly design: string;
  /** Where the design is narrowed or widened, and why. */
  readonly reason?: string;
  readonly states: readonly string[];
  readonly initial: string;
  readonly stashed?: string;
  /** Where head and lines may be changed and the document deleted (C7). */
  readonly editable: readonly string[];
  readonly verbs: Readonly<Record<string, VerbRow>>;
}

// §3.1, the generic table.
const audit = { from: ['0'], to: '1', engineFrom: ['4'], sets: 'audited' } as const;
const unaudit = { from: ['1'], to: '0', sets: 'unaudited' } as const;
const close = { from: ['1'], to: '2', asksReason: true, sets: 'closed' } as const;
const unclose = { from: ['2'], to: '1', sets: 'unclosed' } as const;
const cancel = { from: ['0', '3'], to: '2', sets: 'cancelled' } as const;
const stash = { from: ['0', '3'], to: '3' } as const;
const unstash = { from: ['3'], to: '0' } as const;

const bill = {
  states: ['0', '1', '2', '3', '4'],
  initial: '0',
  stashed: '3',
  editable: ['0', '3'],
  verbs: { audit, unaudit, close, unclose, cancel, stash, unstash },
} as const satisfies Omit<DocumentRow, 'design'>;

// The variant of 0, 1, 2 knows neither stash nor approval.
const shortAudit = { from: ['0'], to: '1', sets: 'audited' } as const;
const shortCancel = { from: ['0'], to: '2', sets: 'cancelled' } as const;
const shortBill = {
  states: ['0', '1', '2'],
  initial: '0',
  editable: ['0'],
  verbs: { audit: shortAudit, unaudit, close, unclose, cancel: shortCancel },
} as const satisfies Omit<DocumentRow, 'design'>;

// am-D6: money leaves with a verb of its own.
const payout = {
  pay: { from: ['1'], to: '1', when: { payFlag: ['0'] }, leaves: { payFlag: '1' } },
  unpay: { from: ['1'], to: '1', asksReason: true, when: { payFlag: ['1'] }, leaves: { payFlag: '0' } },
} as const satisfies DocumentRow['verbs'];

// §8.4: a claim whose approval is taken back is to be paid again, even one that was offset as a whole.
const claim = {
  ...bill,
  verbs: { ...bill.verbs, ...payout, unaudit: { ...unaudit, leaves: { payFlag: '0' } } },
} as const satisfies Omit<DocumentRow, 'design'>;

export const stateTable: Readonly<Record<string, DocumentRow>> = {
  'order:order': {
    design: '§3.2, as §3.1; DRF of §3.3 is its stashed state: draftStatus 0 → 1 → 2; orderStatus of §3.2',
    ...bill,
    verbs: {
      ...bill.verbs,
      audit: { ...audit, leaves: { orderStatus: '1' } },
      unaudit: { ...unaudit, leaves: { orderStatus: '0', pushStatus: '0' } },
      cancel: { ...cancel, leaves: { orderStatus: '3', draftStatus: '2' } },
      stash: { ...stash, leaves: { draftStatus: '0' } },
      unstash: { ...unstash, leaves: { draftStatus: '1' } },
    },
  },
  'order:delivery': {
    design: '§3.4 DN, 0/1/2; what the gate said of an unaudited one is forgotten',
    ...shortBill,
    verbs: { ...shortBill.verbs, unaudit: { ...unaudit, leaves: { releaseStatus: '0' } } },
  },
  'order:refund': { design: '§3.3 RT, as §3.1', ...bill },
  'order:revision': {
    design: '§3.3 RV: 0 → (4) → 1, cancel 0 → 2',
    reason: 'never unaudited or closed: another revision is made; a stashed one is void like a saved one',
    ...bill,
    verbs: { audit, cancel, stash, unstash },
  },
  'stock:allocation': {
    design: '§3.5 AL: 0 → 1 → (out) → (in) → 2; as §3.1',
    reason: 'what has arrived whole is not reopened: its ins are taken back',
    ...bill,
    verbs: { ...bill.verbs, unclose: { ...unclose, when: { receiptStatus: ['0'] } } },
  },
  'order:demand': {
    design: '§3.5 PD, as §3.1; its draft is the demand itself: draftStatus 0 → 1 → 2',
    ...bill,
    verbs: {
      ...bill.verbs,
      cancel: { ...cancel, leaves: { draftStatus: '2' } },
      stash: { ...stash, leaves: { draftStatus: '0' } },
      unstash: { ...unstash, leaves: { draftStatus: '1' } },
    },
  },
  'order:purchase': {
    design: '§3.5 PO, as §3.1; the supplier confirms what was audited (§1.3)',
    ...bill,
    verbs: {
      ...bill.verbs,
      unaudit: { ...unaudit, leaves: { confirmFlag: '0', pushStatus: '0' } },
      confirm: { from: ['1'], to: '1', when: { confirmFlag: ['0'] }, leaves: { confirmFlag: '1' } },
      announce: { from: ['1'], to: '1', when: { confirmFlag: ['1'], receiptFlag: ['0'] } },
    },
  },
  'reimbursement:application': {
    design: '§8.4 AP, as §3.1; sent in it holds its budget until claims take that over or it is closed',
    ...bill,
  },
  'reimbursement:budget': {
    design: '§8.4 BG, as §3.1',
    reason: 'closing one posts nothing: it keeps what was given from being taken back',
    ...bill,
  },
  'reimbursement:budgetadjust': {
    design: '§8.4 BA, as §3.1',
    reason: 'closing one posts nothing: it keeps what was given from being taken back',
    ...bill,
  },
  'invoice:apply': {
    design: '§3.6 IA: as §3.1; confirmation is counted on it, and keeps it from being taken back',
    ...bill,
  },
  'invoice:maintain': {
    design: '§3.6 IV: issue 0 → 4 → 1; paper numbers are entered by hand, and taken back as long as nothing is red',
    reason:
      'the bill is saved until it has its number and audited from then on, with the provider in between (4); the stage ' +
      'is the issue; a number is entered for what the provider gave up, too',
    states: ['0', '1', '4'],
    initial: '0',
    editable: ['0'],
    verbs: {
      number: {
        from: ['0', '4'],
        to: '1',
        sets: 'audited',
        when: { issueStatus: ['0', '4'] },
        leaves: { issueStatus: '1' },
      },
      unnumber: { ...unaudit, asksReason: true, when: { issueStatus: ['1'] }, leaves: { issueStatus: '0' } },
    },
  },
  'order:purchaseinvoice': {
    design: 'am-B14: the invoice of a supplier, matched and accepted by its audit; as §3.1',
    ...bill,
  },
  'reimbursement:loan': {
    design: '§8.2 loan: as §3.1; am-D6: the cashier pays it, and takes it back while nothing was offset or repaid',
    ...bill,
    verbs: {
      ...bill.verbs,
      ...payout,
      unpay: {
        ...payout.unpay,
        leaves: { payFlag: '0', balanceAmount: '0', repaidAmount: '0', settleStatus: '0' },
      },
    },
  },
  'reimbursement:repayment': { design: '§8.2 repayment: as §3.1', ...bill },
  'reimbursement:expense': { design: '§8.2, §8.4 expense, am-D6', ...claim },
  'reimbursement:specialexpense': { design: '§8.2, §8.4 special expense, am-D6', ...claim },
  'reimbursement:travel': { design: '§8.2, §8.4 travel, am-D6', ...claim },
  'reimbursement:citytransport': { design: '§8.2, §8.4 city transport, am-D6', ...claim },
  'reimbursement:payment': {
    design: '§8.2, §8.4 payment: as §3.1; am-D6: the cashier pays what was approved, and takes it back',
    ...bill,
    verbs: { ...bill.verbs, ...payout },
  },
  'reimbursement:prepayment': {
    design: '§8.2 prepayment: as §3.1 and am-D6; what was not paid has no balance',
    ...bill,
    verbs: { ...bill.verbs, ...payout, unpay: { ...payout.unpay, leaves: { payFlag: '0', balanceAmount: '0' } } },
  },
  'points:exchangeactivity': {
    design: '§9 EA, 0/1/2',
    reason: 'in force from its audit to its close; the contract has no publication of its own',
    ...shortBill,
  },
  'points:exchangeorder': {
    design: '§9 EO: saved 0 holds, audited 1 spends and makes its order, void gives back',
    reason: 'what is left of it is closed on its order; half written it would hold nothing, so nothing is put on hold',
    states: ['0', '1', '2', '4'],
    initial: '0',
    editable: ['0'],
    verbs: {
      audit: { ...audit, leaves: { orderStatus: '1' } },
      unaudit: { ...unaudit, leaves: { orderStatus: '0' } },
      cancel: shortCancel,
    },
  },
  'stock:inventory': {
    design: '§3.5 ST: 0 → 1, as §3.1',
    reason: 'closing one posts nothing: it keeps what was settled from being taken back',
    ...bill,
  },
  'stock:inout': { design: '§3.4 IO, 0/1/2', ...shortBill },
  'promotion:activity': {
    design: '§6.1, as §3.1; publication 0 ↔ 1 beside the bill state',
    reason: 'revised (promo-rule-editor), the version that was audited goes on: 弃审 would stop it',
    ...bill,
    verbs: {
      ...bill.verbs,
      revise: { from: ['1'], to: '0', sets: 'unaudited' },
      publish: { from: ['1'], to: '1', when: { publishStatus: ['0'] }, leaves: { publishStatus: '1' } },
      unpublish: { from: ['1'], to: '1', when: { publishStatus: ['1'] }, leaves: { publishStatus: '0' } },
    },
  },
  'sale:bill': {
    design: '§3.6 CB, as §3.1',
    reason: 'a refund (RF) is written 0 → 4 → 1; as in §3.1 it is audited at 0 where no route is in force',
    ...bill,
  },
  'sale:creditchange': {
    design: '§3.6 CL, as §3.1; amendment A6',
    reason:
      'written 0 → 4 → 1; as in §3.1 it is audited at 0 where no route is in force. A temporary limit that was ended ' +
      'stays ended: its days are over or were given up, and a new one is written',
    ...bill,
    verbs: { ...bill.verbs, unclose: { ...unclose, when: { changeType: ['0'] } } },
  },
  'sale:financing': {
    design: '§3.6 FI: 0 → 1 → 2 → 3 → 4 of financingStatus; 1 → 0; 2 → 1 when the bank rejects',
    reason:
      'the bill is saved at 0, audited from 1 to 3 and closed once the loan is released; the stage is the `when`. ' +
      'Three values where §3.1 has five: the bank approves it, no route does, and neither it nor the contract has cancel',
    states: ['0', '1', '2'],
    initial: '0',
    editable: ['0'],
    verbs: {
      companyAudit: { ...shortAudit, leaves: { financingStatus: '1' } },
      companyUnaudit: { ...unaudit, when: { financingStatus: ['1'] }, leaves: { financingStatus: '0' } },
      submitBank: { from: ['1'], to: '1', when: { financingStatus: ['1'] }, leaves: { financingStatus: '2' } },
      bankAudit: { from: ['1'], to: '1', when: { financingStatus: ['2'] }, leaves: { financingStatus: '3' } },
      bankReject: {
        from: ['1'],
        to: '1',
        asksReason: true,
        when: { financingStatus: ['2'] },
        leaves: { financingStatus: '1' },
      },
      release: { from: ['1'], to: '2', when: { financingStatus: ['3'] }, leaves: { financingStatus: '4' } },
    },
  },
  'sale:accountcheck': {
    design: '§3.6 AC: 0 → 1 → 3 of reconcileStatus; 1 → 2 → 1; 3 → 1; amendment A5',
    reason: 'the bill is saved at 0 and 2 (both may be submitted and changed), audited at 1, closed at 3',
    states: ['0', '1', '2'],
    initial: '0',
    editable: ['0'],
    verbs: {
      submit: { ...shortAudit, leaves: { reconcileStatus: '1' } },
      confirm: { from: ['1'], to: '2', leaves: { reconcileStatus: '3', confirmFlag: '1' } },
      unconfirm: { from: ['2'], to: '1', leaves: { reconcileStatus: '1', confirmFlag: '0' } },
      reject: { from: ['1'], to: '0', asksReason: true, leaves: { reconcileStatus: '2' } },
    },
  },
  'sale:pricestrategy': { design: '§3.6 PS, as §3.1', ...bill },
  'sale:benchmarkprice': { design: '§3.6 BP, as §3.1', ...bill },
  'sale:ladderprice': { design: '§3.6 LP, as §3.1', ...bill },
  'sale:pricechange': {
    design: '§2 PC: audit writes the new rows and ends the old ones',
    reason: 'rows that its audit wrote have lives of their own: it is taken back by another price change, never undone',
    ...bill,
    verbs: { audit, cancel, stash, unstash },
  },
  // §3.6 writes 0 → 1 → 0 and §3.1 gives both the values 0, 1, 2; the contract has their close and unclose.
  'sale:estimatedcost': { design: '§3.6 EC, 0/1/2', ...shortBill },
  'sale:objective': { design: '§3.6 OB, 0/1/2', ...shortBill },
  'sale:rebateprogramme': { design: 'B11: what a settlement settles by, 0/1/2', ...shortBill },
  'sale:rebate': {
    design: 'B11: audit pays, unaudit takes back what is unused',
    reason: 'nothing of a settlement is left open that could be closed',
    ...shortBill,
    verbs: { audit: shortAudit, unaudit, cancel: shortCancel },
  },
  'sale:opening': {
    design: '§4.6: posted before go-live, replaced by reversal, ended by the lock',
    reason:
      'an opening has no remainder that a close could release, nobody approves it and it is written whole (no 3, no 4)',
    ...shortBill,
    verbs: { audit: shortAudit, unaudit, cancel: shortCancel },
  },
  'activiti:correction': { design: '§3.1 (contract: state machine bill)', ...bill },
};
