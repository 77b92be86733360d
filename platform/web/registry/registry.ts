import type { ComponentType } from 'react';
import type { Document } from '#platform/model/document.ts';
import { classesIn, type Entity } from '#platform/model/entity.ts';
import type { Fields, RefTarget } from '#platform/model/field.ts';
import type { Job } from '#platform/model/job.ts';
import type { Label } from '#platform/model/label.ts';
import type { Ledger } from '#platform/model/ledger.ts';
import type { Module } from '#platform/model/module.ts';
import type { Report } from '#platform/model/report.ts';
import type { OwnLineEditors } from './line-editor.ts';
import type { Picker, PickerRules } from './picker-rules.ts';
import type { LiveLines } from './live-lines.ts';
import { ownShownRecords, type ShownRecords } from './shown-record.ts';

/** Whatever has a list. */
export type Listed = Entity | Document | Report;

/** Pages that a module wrote itself, by the url of their screen; everything else is derived. */
export type Pages = Readonly<Record<string, () => Promise<ComponentType>>>;

/**
 * What a module does to chosen rows beside what their definition gives, by the name of the noun. Its code is fetched
 * when it is done.
 */
export type OwnActions = Readonly<Record<string, readonly OwnAction[]>>;
export interface OwnAction {
  readonly verb: string;
  readonly label: Label;
  readonly permission: string;
  /** Offered for one row at a time. */
  readonly isForOne?: boolean;
  /** Of the rows it is for, those it makes sense with; all unless told. */
  readonly isOffered?: (row: Readonly<Record<string, unknown>>) => boolean;
  readonly isDanger?: boolean;
  /** What choosing rows of this list is about. */
  readonly isMain?: boolean;
  /** Offered in the document itself, too; or only there, above the lines that it is about. */
  readonly isInBill?: boolean | 'lines';
  /** Keys of refusals that it mends: offered where another verb was refused so. */
  readonly mends?: readonly string[];
  /** The answer is false when it was not done. */
  readonly load: () => Promise<(rows: readonly Readonly<Record<string, unknown>>[]) => Promise<boolean>>;
}

/** Inputs that a module wrote for a field of its own: 'job:schedule.cronExpression'. */
export type OwnInputs = Readonly<Record<string, () => Promise<ComponentType<OwnInputProps>>>>;
export interface OwnInput {
  readonly place: string;
  /** Reads the field, too: what is stored is a key, and only the module knows what people call it. */
  readonly isShown: boolean;
  readonly load: OwnInputs[string];
}
export interface OwnInputProps {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
  /** Of a field that is read: the record that it stands in. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}
/** What a module shows below the fields of a saved record of its own, above the head of a saved document; by noun. */
export type OwnSections = Readonly<
  Record<string, () => Promise<ComponentType<{ readonly record: Readonly<Record<string, unknown>> }>>>
>;

/** What a module tells of a record of any module beside the page that shows it, by noun: who a customer is to us. */
export type OwnDrawers = Readonly<Record<string, OwnDrawer>>;
export interface OwnDrawer {
  readonly permission: string;
  readonly load: () => Promise<ComponentType<OwnDrawerProps>>;
}
export interface OwnDrawerProps {
  readonly code: string;
  readonly name: string;
  /** To the record that it was opened from. */
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** What a module tells beside a document that is read, in a tab of the pane at its right. */
export interface OwnAside {
  readonly key: string;
  readonly label: Label;
  /** A key that opens it and folds the pane again. */
  readonly shortcut?: string;
  /** For the people of the house alone. */
  readonly isInternal?: true;
  readonly isOffered?: (document: Document, record: Picked) => boolean;
  readonly load: () => Promise<ComponentType<OwnAsideProps>>;
}
export interface OwnAsideProps {
  readonly document: Document;
  readonly record: Picked;
}
/** How much there is behind each tab of the pane, by the keys of the tabs. */
export type AsideCounter = (document: Document, id: string) => Promise<Readonly<Record<string, number>>>;

/** How records of a noun are chosen where its derived picker is not enough, by noun. */
export type OwnPickers = Readonly<Record<string, () => Promise<OwnPicker>>>;
type Picked = Readonly<Record<string, unknown>>;
export type OwnPicker = (picking: {
  readonly isMultiple?: boolean;
  readonly filters?: Readonly<Record<string, string | number | null | undefined>>;
  readonly where?: Readonly<Record<string, string | number | null | undefined>> | undefined;
}) => Promise<readonly Picked[] | undefined>;

/**
 * Dialogs that a module offers to those above it, by the name under which its model says what they are asked and what
 * they answer: no module knows the screens of another.
 */
export type OwnDialogs = Readonly<Record<string, () => Promise<(asked: never) => Promise<unknown>>>>;

/** Where the lines of documents come from whose lead is a record of the noun. */
export type OwnLines = Readonly<Record<string, () => Promise<LineSource>>>;
export interface PickedLine {
  readonly row: Picked;
  readonly number?: string;
}
/** A text that stands for a record, and the part of it (colour, size) that a column of a sheet names. */
export interface LineQuestion {
  readonly text: string;
  readonly trait: string;
  readonly spread: string;
}
export interface LineAnswer {
  readonly row?: Picked;
  readonly complaint?: string;
  /** It stands for more than one. */ readonly isSeveral?: boolean;
}
export interface LineSource {
  /** The dialog that adds lines. */
  readonly pick: () => Promise<readonly PickedLine[] | undefined>;
  /**
   * All variants of one record at once: what stood on the lines goes in, what is wanted comes out, and the codes it is
   * about.
   */
  readonly matrix?: {
    readonly label: Label;
    readonly open: (
      row: Picked | null,
      numberOf: (code: string) => string,
    ) => Promise<{ readonly codes: ReadonlySet<string>; readonly lines: readonly PickedLine[] } | undefined>;
  };
  /**
   * Titles of a pasted sheet beside those of the fields: what names the record (the surest first), what names its
   * trait, and a column per variant.
   */
  readonly leadTitles: readonly Label[];
  readonly traitTitles: readonly Label[];
  readonly spreadOf: (title: string) => string | null;
  /** All of them at once. */
  readonly find: (questions: readonly LineQuestion[]) => Promise<readonly LineAnswer[]>;
}

/**
 * What is told of the lines of a document while they are written, beside what their record brings; by the name of the
 * document.
 */
export type OwnLiveLines = Readonly<Record<string, () => Promise<LiveLines>>>;
/**
 * What a document that a process may decide on shows in its bar beside its own verbs: how it is sent in, and what its
 * task asks for.
 */
export type BillBar = ComponentType<BillBarProps>;
export interface BillBarProps {
  readonly document: Document;
  /** Undefined while it is new. */
  readonly record: Picked | undefined;
  readonly isDirty: boolean;
  readonly isRead: boolean;
  /** Its fields, checked as saving checks them; the fields say what is wrong. */
  readonly isFit: () => Promise<boolean>;
  /** As it would be sent. */
  readonly body: () => Picked;
  /** By PUT when it has an id, by POST otherwise. Undefined when it was not saved, which has been told. */
  readonly save: (path: string) => Promise<Picked | undefined>;
  /** It was saved, whatever came after that. */
  readonly onSaved: (id: string) => void;
  /** It stands elsewhere now. */
  readonly onMoved: () => void;
}

/**
 * Steps of the bar of a document that are no verbs of its own: by its name and the step ('order:order pushDown'), or by
 * the step alone where any document may take it. False when it was not taken.
 */
export type BillSteps = Readonly<
  Record<string, () => Promise<(document: Document, record: Picked) => Promise<boolean>>>
>;

/**
 * What follows from a choice in the head of a document while it is written: by the name of the document, the fields
 * that must be chosen, and how the rest is asked for.
 */
export type HeadFills = Readonly<
  Record<string, { readonly by: readonly string[]; readonly load: () => Promise<(head: Picked) => Promise<Picked>> }>
>;

/** Pages that exist without an entry in the menu and are about one record: `processInstance/<id>`. */
export type ParamPages = Readonly<
  Record<string, { readonly title: Label; readonly load: () => Promise<ComponentType> }>
>;

/** How much waits on a page of the menu, by its url. */
export type Badges = Readonly<Record<string, () => Promise<number>>>;

/**
 * What the derived pickers of a module do beside what the definitions of their nouns say, by their names; fetched with
 * the first picker. A reference to a noun opens the first that is named for it.
 */
export type RulesOfPickers = () => Promise<Readonly<Record<string, Picker>>>;

/** A module in the browser: its definitions, and what it draws itself. Its `web/module.ts` declares it. */
export interface WebModule {
  readonly model: Module;
  readonly pages?: Pages;
  readonly actions?: OwnActions;
  readonly pickerRules?: RulesOfPickers;
  readonly inputs?: OwnInputs;
  /** Those of them that read their field, too. */ readonly shownInputs?: readonly string[];
  readonly sections?: OwnSections;
  readonly drawers?: OwnDrawers;
  readonly asides?: readonly OwnAside[];
  readonly asideCounts?: AsideCounter;
  readonly pickers?: OwnPickers;
  readonly dialogs?: OwnDialogs;
  readonly lines?: OwnLines;
  readonly liveLines?: OwnLiveLines;
  readonly shownRecords?: ShownRecords;
  readonly lineEditors?: OwnLineEditors;
  readonly billBar?: () => Promise<BillBar>;
  readonly billActions?: (document: Document) => readonly OwnAction[];
  readonly billSteps?: BillSteps;
  readonly headFills?: HeadFills;
  readonly paramPages?: ParamPages;
  readonly badges?: Badges;
}

/** Modules arrive in any order; what is chosen among all of them is offered in this one. */
export function keepOrder(names: readonly string[]): void {
  order = names;
}

export function register(modules: readonly WebModule[]): void {
  for (const module of modules) {
    arrived.set(module.model.name, module);
    registerNouns(module.model);
    loadBillBar = module.billBar ?? loadBillBar;
    countAside = module.asideCounts ?? countAside;
    actionsOfBills = module.billActions ?? actionsOfBills;
    add(steps, module.billSteps);
    add(fills, module.headFills);
    add(pagesWithParam, module.paramPages);
    add(countsOf, module.badges);
    add(ownDrawers, module.drawers);
    add(ownPickers, module.pickers);
    add(ownDialogs, module.dialogs);
    add(ownLines, module.lines);
    add(ownLiveLines, module.liveLines);
    add(ownShownRecords, module.shownRecords);
    add(ownLineEditors, module.lineEditors);
    add(ownInputs, module.inputs);
    for (const place of module.shownInputs ?? []) ownShownInputs.add(place);
    add(ownSections, module.sections);
    for (const [url, load] of Object.entries(module.pages ?? {})) ownPages.set(url.replaceAll('/', '-'), load);
  }
}

function add<Value>(known: Map<string, Value>, more: Readonly<Record<string, Value>> = {}): void {
  for (const [name, value] of Object.entries(more)) known.set(name, value);
}

function registerNouns(model: Module): void {
  for (const noun of nounsOf(model)) {
    nouns.set(noun.name, noun);
    registerTargets(noun);
  }
  const withScreen = nounsOf(model)
    .flatMap((noun) => [noun, (noun.kind === 'entity' ? classesIn(noun) : undefined) ?? []].flat())
    .filter(({ screen }) => screen !== undefined);
  shown.set(model.name, withScreen);
  for (const noun of withScreen) if (noun.screen !== undefined) byUrl.set(noun.screen.url, noun);
  for (const ledger of model.ledgers) ledgers.set(ledger.name, ledger);
}

const nounsOf = ({ entities, documents, reports }: Module): readonly Listed[] => [
  ...entities,
  ...documents,
  ...reports,
];

/** What a noun refers to came along with it, also when its own module is not here yet. */
function registerTargets(noun: Listed): void {
  const lines = noun.kind === 'document' ? Object.values(noun.lines) : [];
  for (const field of [...Object.values(headOf(noun)), ...lines]) {
    const target = field.kind === 'ref' || field.kind === 'refs' ? field.target() : undefined;
    if (target === undefined || nouns.has(target.name) || !isEntity(target)) continue;
    nouns.set(target.name, target);
    registerTargets(target);
  }
}
const isEntity = (target: RefTarget): target is Entity => target.kind === 'entity';

const inOrder = (): readonly WebModule[] =>
  [...arrived.values()].toSorted((a, b) => order.indexOf(a.model.name) - order.indexOf(b.model.name));

/** By the name of its route. */
export const ownPageAt = (route: string): Pages[string] | undefined => ownPages.get(route);
/** A module adds to the nouns of those below it: invoices are asked for from an order. */
export const ownActionsOf = (noun: Listed): readonly OwnAction[] => [
  ...inOrder().flatMap(({ actions }) => actions?.[noun.name] ?? []),
  ...(noun.kind === 'document' ? (actionsOfBills?.(noun) ?? []) : []),
];
export const billBarLoader = (): (() => Promise<BillBar>) | undefined => loadBillBar;
export const headFillsOf = (document: string): HeadFills[string] | undefined => fills.get(document);
export const billStepOf = (noun: string, step: string): BillSteps[string] | undefined =>
  steps.get(`${noun} ${step}`) ?? steps.get(step);
export const paramPageAt = (name: string): ParamPages[string] | undefined => pagesWithParam.get(name);
export const badgeOf = (url: string): Badges[string] | undefined => countsOf.get(url);
/** Whatever has a screen, for choosing among them. */
export const shownNouns = (): readonly Listed[] => inOrder().flatMap(({ model }) => shown.get(model.name) ?? []);
export const nounAt = (url: string): Listed | undefined => byUrl.get(url);
export function ownInputAt(noun: string, key: string): OwnInput | undefined {
  const place = `${noun}.${key}`;
  const load = ownInputs.get(place);
  return load === undefined ? undefined : { place, load, isShown: ownShownInputs.has(place) };
}
export const ownSectionOf = (noun: string): OwnSections[string] | undefined => ownSections.get(noun);
export const ownAsides = (): readonly OwnAside[] => inOrder().flatMap(({ asides = [] }) => asides);
export const asideCounter = (): AsideCounter | undefined => countAside;
export const ownDrawerOf = (noun: string): OwnDrawer | undefined => ownDrawers.get(noun);
export const ownPickerOf = (noun: string): OwnPickers[string] | undefined => ownPickers.get(noun);
export const ownDialogOf = (name: string): OwnDialogs[string] | undefined => ownDialogs.get(name);
export const ownLinesOf = (noun: string): OwnLines[string] | undefined => ownLines.get(noun);
export const liveLinesOf = (document: string): OwnLiveLines[string] | undefined => ownLiveLines.get(document);
export const lineEditorOf = (document: string): OwnLineEditors[string] | undefined => ownLineEditors.get(document);
export async function pickerRulesOf(noun: Entity, as?: string): Promise<PickerRules> {
  for (const { pickerRules } of inOrder()) {
    const own = Object.entries((await pickerRules?.()) ?? {}).filter(([, picker]) => picker.noun === noun.name);
    const [, found] = own.find(([name]) => name === as) ?? own[0] ?? [];
    if (found !== undefined) return found.rules ?? {};
  }
  return {};
}
/** Every job that a schedule can name. */
export const allJobs = (): readonly Job[] => inOrder().flatMap(({ model }) => model.jobs);
export const ledgerNamed = (name: string): Ledger | undefined => ledgers.get(name);

/**
 * A reference names its target; targets that point upward between modules carry no fields of their own, so look the
 * noun up.
 */
export function entityNamed(name: string): Entity | undefined {
  const noun = nouns.get(name);
  return noun?.kind === 'entity' ? noun : undefined;
}

export const listedNamed = (name: string): Listed | undefined => nouns.get(name);

export function documentNamed(name: string): Document | undefined {
  const noun = nouns.get(name);
  return noun?.kind === 'document' ? noun : undefined;
}

export const headOf = (noun: Listed): Fields => (noun.kind === 'document' ? noun.head : noun.fields);

/** What a wire name is called anywhere in the product, for data that comes without a definition (effects of a verb). */
export function labelAnywhere(key: string): Label | undefined {
  for (const noun of inOrder().flatMap(({ model }) => nounsOf(model))) {
    const field = headOf(noun)[key] ?? (noun.kind === 'document' ? noun.lines[key] : undefined);
    if (field !== undefined) return field.label;
  }
  return undefined;
}

let order: readonly string[] = [];
const arrived = new Map<string, WebModule>();
let countAside: AsideCounter | undefined;
let loadBillBar: (() => Promise<BillBar>) | undefined;
let actionsOfBills: ((document: Document) => readonly OwnAction[]) | undefined;
const steps = new Map<string, BillSteps[string]>();
const fills = new Map<string, HeadFills[string]>();
const pagesWithParam = new Map<string, ParamPages[string]>();
const countsOf = new Map<string, Badges[string]>();
const ownPages = new Map<string, Pages[string]>();
const ownInputs = new Map<string, OwnInputs[string]>();
const ownShownInputs = new Set<string>();
const ownSections = new Map<string, OwnSections[string]>();
const ownDrawers = new Map<string, OwnDrawer>();
const ownPickers = new Map<string, OwnPickers[string]>();
const ownDialogs = new Map<string, OwnDialogs[string]>();
const ownLines = new Map<string, OwnLines[string]>();
const ownLiveLines = new Map<string, OwnLiveLines[string]>();
const ownLineEditors = new Map<string, OwnLineEditors[string]>();
const nouns = new Map<string, Listed>();
const byUrl = new Map<string, Listed>();
/** Those of a module that have a screen. */
const shown = new Map<string, readonly Listed[]>();
const ledgers = new Map<string, Ledger>();
