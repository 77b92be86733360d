import type { Line, Verb } from './shop.ts';

/**
 * What a person expects of orders and stock movements, written down once more and as simply as possible:
 * states, what may be done in each, and what it means for the stock of two materials in one warehouse, sold one by one
 * and as a kit of both.
 */
export interface ModelDoc {
  readonly kind: 'order' | 'in' | 'out';
  id: string;
  state: 'saved' | 'audited' | 'closed' | 'stashed';
  isCancelled: boolean;
  isDeleted: boolean;
  audits: number;
  lines: readonly Line[];
  /** What a kit held when the order was audited: it changes for later orders only. */
  kit: readonly Line[] | null;
}

/** The one kit: in no warehouse itself. */
export const kitCode = 'KIT01';

export interface Model {
  kit: readonly Line[];
  readonly docs: ModelDoc[];
  readonly onHand: Map<string, number>;
  readonly occupied: Map<string, number>;
  readonly faults: ModelFaults;
}

/** Mistakes to plant in the model, to see that the comparison finds them. */
export interface ModelFaults {
  readonly uncloseReservesNothing?: boolean;
  readonly kitsFollowTheirList?: boolean;
}

export const statusCodes = { saved: '0', audited: '1', closed: '2', stashed: '3' } as const;

export function newModel(
  opening: Readonly<Record<string, number>>,
  kit: readonly Line[],
  faults: ModelFaults = {},
): Model {
  return {
    kit,
    docs: [],
    onHand: new Map(Object.entries(opening)),
    occupied: new Map(Object.keys(opening).map((code) => [code, 0])),
    faults,
  };
}

const from: Readonly<Record<Verb, readonly ModelDoc['state'][]>> = {
  audit: ['saved'],
  unaudit: ['audited'],
  close: ['audited'],
  unclose: ['closed'],
  cancel: ['saved', 'stashed'],
  stash: ['saved', 'stashed'],
  unstash: ['stashed'],
};
const to: Readonly<Record<Verb, ModelDoc['state']>> = {
  audit: 'audited',
  unaudit: 'saved',
  close: 'closed',
  unclose: 'audited',
  cancel: 'closed',
  stash: 'stashed',
  unstash: 'saved',
};

/** '' and the model has moved on, or the key of the refusal and nothing has changed. */
export function perform(model: Model, doc: ModelDoc, verb: Verb): string {
  if (doc.kind !== 'order' && (verb === 'stash' || verb === 'unstash')) return 'E-NO-CALL';
  if (doc.isDeleted) return 'E-NOT-FOUND';
  if (doc.isCancelled) return 'E-CANCELLED';
  if (!from[verb].includes(doc.state)) return 'E-STATE';
  if (verb === 'unstash' && doc.lines.length === 0) return 'E-INVALID';
  const refusal = moveStock(model, doc, verb);
  if (refusal !== '') return refusal;
  doc.state = to[verb];
  if (doc.kind === 'order' && verb === 'audit') doc.kit = model.kit;
  if (verb === 'unaudit') doc.kit = null;
  if (verb === 'cancel') doc.isCancelled = true;
  if (verb === 'audit') doc.audits += 1;
  return '';
}

export function update(doc: ModelDoc, lines: readonly Line[]): string {
  const refusal = editable(doc);
  if (refusal !== '') return refusal;
  if (lines.length === 0 && doc.state !== 'stashed') return 'E-INVALID';
  // What comes in is what a kit holds.
  if (doc.kind === 'in' && lines.some(([code]) => code === kitCode)) return 'E-INVALID';
  doc.lines = lines;
  return '';
}

export function remove(doc: ModelDoc): string {
  const refusal = editable(doc) || (doc.audits > 0 ? 'E-DEL-AUDITED' : '');
  if (refusal === '') doc.isDeleted = true;
  return refusal;
}

function editable(doc: ModelDoc): string {
  if (doc.isDeleted) return 'E-NOT-FOUND';
  if (doc.isCancelled) return 'E-CANCELLED';
  return doc.state === 'saved' || doc.state === 'stashed' ? '' : 'E-STATE';
}

/** As many kits as the scarcest of what they hold allows. */
export const kitsFree = (model: Model): number =>
  Math.min(...model.kit.map(([code, each]) => Math.floor(freeOf(model, code) / Number.parseInt(each, 10))));

const freeOf = ({ onHand, occupied }: Model, code: string): number =>
  (onHand.get(code) ?? 0) - (occupied.get(code) ?? 0);

function moveStock(model: Model, doc: ModelDoc, verb: Verb): string {
  const all = needs(model, doc);
  const free = (code: string): number => freeOf(model, code);
  const isShort = all.some(([code, number]) => free(code) < number);
  const add = (measure: Map<string, number>, sign: 1 | -1): string => {
    for (const [code, number] of all) measure.set(code, (measure.get(code) ?? 0) + sign * number);
    return '';
  };
  if (doc.kind === 'order') {
    if (verb === 'audit') return isShort ? 'E-STOCK' : add(model.occupied, 1);
    if (verb === 'unclose')
      return isShort ? 'E-STOCK' : model.faults.uncloseReservesNothing === true ? '' : add(model.occupied, 1);
    return verb === 'unaudit' || verb === 'close' ? add(model.occupied, -1) : '';
  }
  if (verb === 'audit') return doc.kind === 'in' ? add(model.onHand, 1) : isShort ? 'E-ONHAND' : add(model.onHand, -1);
  if (verb === 'unaudit')
    return doc.kind === 'out' ? add(model.onHand, 1) : isShort ? 'E-ONHAND-REV' : add(model.onHand, -1);
  return '';
}

/** Goods that a document takes or brings. Only orders are of kits: by hand nobody takes what lies nowhere. */
function needs(model: Model, doc: ModelDoc): [string, number][] {
  const kit = model.faults.kitsFollowTheirList === true ? model.kit : (doc.kit ?? model.kit);
  const sums = new Map<string, number>();
  for (const [code, number] of doc.lines) {
    const goods: readonly Line[] = doc.kind === 'order' && code === kitCode ? kit : [[code, '1']];
    for (const [material, each] of goods)
      sums.set(material, (sums.get(material) ?? 0) + Number.parseInt(number, 10) * Number.parseInt(each, 10));
  }
  return [...sums];
}
