import { describe, expect, test } from 'vitest';
import { wholeHouse } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { billStates } from '#platform/model/bill.ts';
import type { Document, Verb } from '#platform/model/document.ts';
import { stateTable, type DocumentRow, type VerbRow } from './state-table.ts';

const documents = models.flatMap((module) => module.documents);
const services = new Map(wholeHouse().services.map((service) => [service.of, service]));

describe('the states of documents', () => {
  test('have a row in the table of the design for every document, and a document for every row', () => {
    expect(Object.keys(stateTable).sort()).toEqual(documents.map(({ name }) => name).sort());
  });

  test('are called by the codes of the specification', () => {
    expect(Object.entries(billStates).map(([name, { code }]) => [code, name])).toEqual([
      ['0', 'saved'],
      ['1', 'audited'],
      ['2', 'closed'],
      ['3', 'stashed'],
      ['4', 'inApproval'],
    ]);
  });

  test.each(documents)('of $name are those of the design: verbs, from where and to where', (document) => {
    const { design: _design, reason: _reason, ...row } = stateTable[document.name] ?? noRow;
    expect(rowOf(document)).toEqual({
      ...row,
      verbs: Object.fromEntries(Object.entries(row.verbs).map(([verb, rule]) => [verb, sorted(rule)])),
    });
  });

  test('are compared for every verb', () => {
    const verbs = documents.reduce((sum, document) => sum + Object.keys(document.verbs).length, 0);
    console.log(`${documents.length} documents, ${verbs} verbs against the design`);
    expect(verbs).toBe(Object.values(stateTable).reduce((sum, row) => sum + Object.keys(row.verbs).length, 0));
  });
});

/** Papers, exports and other systems know documents by these: letters, the date and so many digits. */
const numbers: Readonly<Record<string, string>> = {
  'activiti:correction': 'CR0000',
  'stock:inout': 'IO000000',
  'stock:allocation': 'TA0000',
  'stock:inventory': 'IN0000',
  'order:order': 'SO00000',
  'order:delivery': 'DN00000',
  'order:demand': 'DM0000',
  'order:purchase': 'PO00000',
  'reimbursement:application': 'AP0000',
  'reimbursement:budget': 'BG0000',
  'reimbursement:budgetadjust': 'BA0000',
  'invoice:apply': 'IA00000',
  'invoice:maintain': 'IV00000',
  'order:purchaseinvoice': 'PV00000',
  'reimbursement:citytransport': 'CT0000',
  'reimbursement:expense': 'EX0000',
  'reimbursement:loan': 'LN0000',
  'reimbursement:payment': 'PY0000',
  'reimbursement:prepayment': 'PP0000',
  'reimbursement:repayment': 'RP0000',
  'reimbursement:specialexpense': 'SE0000',
  'reimbursement:travel': 'TR0000',
  'order:refund': 'RF00000',
  'order:revision': 'SR0000',
  'points:exchangeactivity': 'EA0000',
  'points:exchangeorder': 'EO00000',
  'sale:accountcheck': 'AC0000',
  'sale:rebate': 'RS0000',
  'sale:rebateprogramme': 'RG0000',
  'promotion:activity': 'PA0000',
  'sale:pricestrategy': 'PS00000',
  'sale:ladderprice': 'LP00000',
  'sale:benchmarkprice': 'BP00000',
  'sale:estimatedcost': 'EC000',
  'sale:objective': 'OB000',
  'sale:bill': 'SB00000',
  'sale:financing': 'FN0000',
  'sale:creditchange': 'CL0000',
  'sale:opening': 'OP0000',
  'sale:pricechange': 'PC0000',
};

describe('the number of a document', () => {
  test('has the letters and the length that people and other systems know', () => {
    expect(
      Object.fromEntries(documents.map(({ name, number: { prefix, digits } }) => [name, prefix + '0'.repeat(digits)])),
    ).toEqual(numbers);
  });
});

const noRow: DocumentRow = { design: '', states: [], initial: '', editable: [], verbs: {} };

/** The definition told as the table tells it. */
function rowOf(document: Document): Omit<DocumentRow, 'design' | 'reason'> {
  const codeOf = (state: string): string => document.states[state]?.code ?? `unknown ${state}`;
  const ruleOf = (verb: string, { from, to, engineFrom, asksReason, sets, when }: Verb): VerbRow =>
    sorted({
      from: from.map(codeOf),
      to: codeOf(to),
      ...(engineFrom === undefined ? {} : { engineFrom: engineFrom.map(codeOf) }),
      ...(asksReason === undefined ? {} : { asksReason }),
      ...(sets === undefined ? {} : { sets }),
      ...(when === undefined ? {} : { when }),
      ...leavesOf(document.name, verb),
    });
  return {
    states: Object.keys(document.states).map(codeOf).sort(),
    initial: codeOf(document.initial),
    ...(document.stashed === undefined ? {} : { stashed: codeOf(document.stashed) }),
    editable: document.editable.map(codeOf).sort(),
    verbs: Object.fromEntries(Object.entries(document.verbs).map(([verb, rule]) => [verb, ruleOf(verb, rule)])),
  };
}

/**
 * What a verb writes into the head whatever the document holds; a value that it takes from the document is no state.
 */
function leavesOf(document: string, verb: string): Pick<VerbRow, 'leaves'> {
  const written = services.get(document)?.document?.sets?.[verb]?.({} as never, { rows: {} } as never) ?? {};
  const fixed = Object.entries(written).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return fixed.length === 0 ? {} : { leaves: Object.fromEntries(fixed) };
}

const sorted = (rule: VerbRow): VerbRow => ({
  ...rule,
  from: [...rule.from].sort(),
  ...(rule.engineFrom === undefined ? {} : { engineFrom: [...rule.engineFrom].sort() }),
});
