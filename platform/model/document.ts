import { fits, type EntityVerb, type ListFacts, type Screen, type Stamped, type StampKey } from './entity.ts';
import type { Fields, Keys, RefNames, RefTarget, Values } from './field.ts';
import type { Journey, JourneyStep } from './life.ts';
import type { Label } from './label.ts';
import { checkOwner, type Owner } from './preset.ts';

export type States = Readonly<
  Record<
    string,
    { readonly code: string; readonly label: Label; readonly tone?: 'green' | 'red' | 'blue' | 'orange' | 'grey' }
  >
>;

export interface Verb<State extends string = string> {
  readonly label: Label;
  readonly from: readonly State[];
  /** States from which only the workflow may perform it; no button is offered there. */
  readonly engineFrom?: readonly State[];
  readonly to: State;
  /** Marks of the head that the verb sets. */
  readonly sets?: 'audited' | 'unaudited' | 'closed' | 'unclosed' | 'cancelled';
  /**
   * Posts to ledgers: the head's opSeq grows, so that audit, unaudit, audit posts three times and a repeated call once.
   */
  readonly posts?: true;
  /** The dialog asks for a reason before it performs the verb. */
  readonly asksReason?: true;
  /** The server performs it with a reason only: whoever gets the document back must know why. */
  readonly needsReason?: true;
  /**
   * Kinds of reason that have different effects; the first holds unless another is chosen. Words come beside it.
   */
  readonly reasonKinds?: Readonly<Record<string, Label>>;
  /**
   * Fields of the head that whoever performs it says with it, and that are written with it: from which account and on
   * which day it was paid. What is not said is as the head has it; a day that neither knows is today.
   */
  readonly asks?: Readonly<Record<string, 'required' | 'optional'>>;
  /** The button that grants it, where it is not one of its own. */
  readonly grantedBy?: string;
  /** Only where fields of the head hold one of these values: { financingStatus: ['1'] }. */
  readonly when?: EntityVerb['when'];
}
export type Verbs<State extends string = string> = Readonly<Record<string, Verb<State>>>;

export interface Document<
  Name extends string = string,
  H extends Fields = Fields,
  L extends Fields = Fields,
  S extends States = States,
  V extends Verbs = Verbs,
> {
  readonly kind: 'document';
  readonly name: Name;
  readonly label: Label;
  readonly path: string;
  readonly number: { readonly prefix: string; readonly digits: number };
  readonly head: H;
  readonly lines: L;
  readonly lineLabel: Label;
  readonly states: S;
  readonly initial: string;
  /** The state a half-written document rests in; absent when the document has no stash. */
  readonly stashed?: string;
  /** Head fields that even a half-written document must hold. */
  readonly stashNeeds: readonly string[];
  /** States in which head and lines may be edited and the document deleted. */
  readonly editable: readonly string[];
  readonly verbs: V;
  /** Buttons whose calls are written by hand: { sign: ['签收', '簽收', 'Confirm receipt'] }. */
  readonly grants?: Readonly<Record<string, Label>>;
  readonly list: ListFacts;
  readonly screen: Screen;
  readonly owner?: Owner;
  /** Why nobody owns its rows, of a document that names a customer or a supplier. */
  readonly unowned?: string;
  /**
   * Its date decides in which accounting period it counts: unaudited it keeps the period from being closed, and in a
   * closed one it neither posts nor takes back.
   */
  readonly isAccounted?: true;
  /** Its head says something without lines, too. */
  readonly mayLackLines?: true;
  /** The choice of the head that says how far it has come beside its bill state: whoever opens it sees both. */
  readonly stage?: string;
  /** Its way from the first word to the end, where submitting and auditing are not all of it. */
  readonly journey?: Journey;
  /** It can be switched off and on beside its bill states, as master data can: its head has the field `status`. */
  readonly isToggled?: true;
  /**
   * Fields of the head beside the remark that nothing is worked out of and no rule of a save asks for: several
   * documents are given one value at once.
   */
  readonly bulk?: readonly string[];
  /** Files may hang on a document. */
  readonly attachments?: true;
  /** Files bring such documents in (import/document-import.ts). */
  readonly isImported?: true;
  readonly importedAs?: ImportedAs;
  readonly print?: PrintFacts;
  /** Bills of other systems become such documents: the kind of bill, as the exchange names it (001 §2.12). */
  readonly downloadType?: string;
}

/** What a file of documents says otherwise than their form does. */
export interface ImportedAs {
  /** Titles of columns that two fields would share, by the name of the column: { lineDisRate: … }. */
  readonly titles?: Readonly<Record<string, Label>>;
  /** Columns for what a form writes in a way of its own, said of the whole document. */
  readonly columns?: Fields;
  /** What of the head they stand for. */
  readonly headOf?: (said: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/** What a printed document cannot know from its fields; everything else derives (model/print.ts). */
export interface PrintFacts<Head extends string = string, Line extends string = string> {
  /** Fields of the head that the server keeps and the paper needs all the same: whose goods they are. */
  readonly also?: readonly Head[];
  /** Fields of head and lines that stay in the house. */
  readonly without?: readonly (Head | Line)[];
  /** Amounts below the lines, in this order; all that the server keeps on the head when absent. */
  readonly sums?: readonly Head[];
  /** The amount that is spelled in capitals; the first of the sums when absent. */
  readonly amount?: Head;
  /** Who signs beside the one who wrote it and the one who audited it. */
  readonly signatures?: readonly Label[];
  /** What the paper is called, by the value of a choice; the document's label when absent. */
  readonly titles?: { readonly by: Head; readonly are: Readonly<Record<string, Label>> };
  /** Marks of the server that the title says where they are set: red. */
  readonly marks?: readonly Head[];
  /** Bills are glued on it: it bears how it was decided, and its number as a square. */
  readonly isVoucher?: true;
  /** Other papers of the same document, by name: the picking list of a movement. */
  readonly layouts?: Readonly<Record<string, PrintLayout<Head, Line>>>;
}

export interface PrintLayout<Head extends string = string, Line extends string = string> {
  readonly label: Label;
  /** Only where fields of the head hold one of these values. */
  readonly when?: EntityVerb['when'];
  /** The fields of the lines, among them those that the server keeps. */
  readonly columns: readonly Line[];
  /** The lines are sorted by these. */
  readonly order?: readonly Line[];
  /** Columns to be filled in by hand. */
  readonly blanks?: readonly Label[];
  readonly without?: readonly Head[];
  readonly signatures?: readonly Label[];
}

interface DocumentInput<
  Name extends string,
  H extends Fields,
  L extends Fields,
  S extends States,
  V extends Verbs,
> extends Pick<
  Document<Name, H, L, S, V>,
  'name' | 'label' | 'path' | 'number' | 'head' | 'lines' | 'lineLabel' | 'states' | 'verbs' | 'screen'
> {
  readonly initial: NoInfer<keyof S & string>;
  readonly stashed?: NoInfer<keyof S & string>;
  readonly stashNeeds?: readonly NoInfer<keyof H & string>[];
  readonly editable: readonly NoInfer<keyof S & string>[];
  readonly list: {
    readonly columns: readonly NoInfer<Keys<H> | StampKey | keyof Numbered>[];
    readonly filters: readonly NoInfer<Keys<H> | 'code' | 'billStatus' | 'billDate'>[];
    readonly lead?: readonly NoInfer<Keys<H> | StampKey | keyof Numbered>[];
    readonly rare?: readonly NoInfer<Keys<H> | StampKey | keyof Numbered>[];
    readonly aliases?: readonly string[];
  };
  readonly owner?: Owner<NoInfer<keyof H & string>>;
  readonly unowned?: string;
  readonly grants?: Readonly<Record<string, Label>>;
  readonly isAccounted?: true;
  readonly stage?: NoInfer<keyof H & string>;
  readonly journey?: Journey;
  readonly isToggled?: true;
  readonly mayLackLines?: true;
  readonly bulk?: readonly NoInfer<keyof H & string>[];
  readonly attachments?: true;
  readonly isImported?: true;
  readonly importedAs?: ImportedAs;
  readonly downloadType?: string;
  readonly print?: PrintFacts<NoInfer<keyof H & string>, NoInfer<keyof L & string>>;
}

/** Columns that the platform keeps on the head of every document. */
export type Numbered = {
  code: string;
  billDate: string;
  billStatus: string;
  auditPersonName: string | null;
  auditDate: string | null;
  auditMsg: string | null;
  processInstanceId: string | null;
  opSeq: number;
  auditCount: number;
  cancelFlag: '0' | '1';
  closeReason: string | null;
  printCount: number;
};

export const numberedLabels: Readonly<Record<keyof Numbered, Label>> = {
  code: ['单据编号', '單據編號', 'Document no.'],
  billDate: ['单据日期', '單據日期', 'Document date'],
  billStatus: ['单据状态', '單據狀態', 'Status'],
  auditPersonName: ['审核人', '審核人', 'Approved by'],
  auditDate: ['审核时间', '審核時間', 'Approved at'],
  auditMsg: ['审核意见', '審核意見', 'Approval remark'],
  processInstanceId: ['流程实例', '流程實例', 'Process instance'],
  opSeq: ['操作序号', '操作序號', 'Operation no.'],
  auditCount: ['审核次数', '審核次數', 'Times approved'],
  cancelFlag: ['作废标志', '作廢標誌', 'Voided'],
  closeReason: ['关闭原因', '關閉原因', 'Close reason'],
  printCount: ['打印次数', '列印次數', 'Print count'],
};

/** English names the document where Chinese says 单据: an order has an order no., a delivery a delivery no. */
export const numberedLabelsOf = ({ label: [, , name] }: Pick<Document, 'label'>): typeof numberedLabels => ({
  ...numberedLabels,
  code: [numberedLabels.code[0], numberedLabels.code[1], `${name} no.`],
  billDate: [numberedLabels.billDate[0], numberedLabels.billDate[1], `${name} date`],
});

export type LineOf<D extends Document> = { id: string; lineNo: number } & Values<D['lines']> & RefNames<D['lines']>;
export type HeadOf<D extends Document> = Stamped & Numbered & Values<D['head']> & RefNames<D['head']>;
export type BillOf<D extends Document> = HeadOf<D> & { lines: LineOf<D>[] };
export type DraftOf<D extends Document> = { id?: string; billDate: string } & Values<D['head']> &
  RefNames<D['head']> & { lines: ({ id: string; lineNo: number } & Values<D['lines']> & RefNames<D['lines']>)[] };
export type VerbOf<D extends Document> = keyof D['verbs'] & string;

export function defineDocument<
  const Name extends string,
  const H extends Fields,
  const L extends Fields,
  const S extends States,
  const V extends Verbs<keyof NoInfer<S> & string>,
>(document: DocumentInput<Name, H, L, S, V>): Document<Name, H, L, S, V> {
  checkOwner(document, document.head, document.lines);
  return { kind: 'document', stashNeeds: [], ...document };
}

/** Prices and costs are documents of one row. */
export const hasLines = ({ lines }: Pick<Document, 'lines'>): boolean => Object.keys(lines).length > 0;

/** A document as the target of a reference: it is known by its number, which is also what it is called. */
export const referTo = (document: Document): RefTarget => ({
  ...document,
  codeField: 'code',
  nameField: 'code',
  fields: document.head,
});

/** Whether one without lines is whole. */
export const needsLines = (document: Document): boolean => hasLines(document) && document.mayLackLines !== true;

/** The reference that a line is about; choosing it fills the line. */
export function leadOf(lines: Fields): string {
  return Object.keys(lines).find((key) => lines[key]?.kind === 'ref' && lines[key].required) ?? '';
}

/** What decides whether a verb is possible: the two columns that the platform keeps on every head. */
export interface Standing {
  readonly billStatus: string;
  readonly cancelFlag?: '0' | '1' | string | null;
  /** What a verb's `when` asks for. */ readonly [field: string]: unknown;
}

/** A process may decide on it: it has a state to wait in, out of which only the workflow leads. */
export const isApprovable = ({ states, verbs }: Document): boolean =>
  states['inApproval'] !== undefined && verbs['audit']?.engineFrom?.includes('inApproval') === true;

export function stateOf(document: Document, code: string): string | undefined {
  return Object.keys(document.states).find((state) => document.states[state]?.code === code);
}

/** Pure: the list page greys a button and the server refuses a call by the same rule. */
export function canDo(
  document: Document,
  verb: string,
  standing: Standing,
  by: 'person' | 'workflow' = 'person',
): boolean {
  const rule = document.verbs[verb];
  const state = stateOf(document, standing.billStatus);
  if (rule === undefined || state === undefined) return false;
  // A voided document rests in the closed state but never comes back (domain §3.1, E-CANCELLED).
  if (standing.cancelFlag === '1') return false;
  if (!fits(rule.when, standing)) return false;
  return rule.from.includes(state) || (by === 'workflow' && (rule.engineFrom ?? []).includes(state));
}

export function canEdit(document: Document, standing: Standing): boolean {
  const state = stateOf(document, standing.billStatus);
  return state !== undefined && document.editable.includes(state) && standing.cancelFlag !== '1';
}

/** Written by whoever wrote it; what is stashed is not. */
export const submitStep = (document: Pick<Document, 'states' | 'stashed'>): JourneyStep => ({
  key: 'submit',
  label: ['提交', '提交', 'Submit'],
  waits: ['待提交', '待提交', 'To submit'],
  done: { billStatus: codesOf(document, (state) => state !== document.stashed) },
  verb: 'unstash',
  isWriters: true,
  by: 'creatorName',
  at: 'createDate',
});

export const auditStep = (document: Pick<Document, 'states'>): JourneyStep => ({
  key: 'audit',
  label: ['审核', '審核', 'Approve'],
  waits: ['待审核', '待審核', 'To approve'],
  done: { billStatus: codesOf(document, (state) => state === 'audited' || state === 'closed') },
  verb: 'audit',
  by: 'auditPersonName',
  at: 'auditDate',
});

const codesOf = ({ states }: Pick<Document, 'states'>, isIn: (state: string) => boolean): readonly string[] =>
  Object.entries(states).flatMap(([state, { code }]) => (isIn(state) ? [code] : []));

/** The way of a document: as it is declared, else submitting and auditing; none where nothing is audited. */
export const journeyOf = (document: Document): Journey | undefined =>
  document.journey ??
  (document.verbs['audit'] === undefined ? undefined : { steps: [submitStep(document), auditStep(document)] });
