import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { firstSeed, timesOf } from '#tests/thorough.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';
import { checkLedgers } from './ledger-check.ts';
import {
  kitCode,
  kitsFree,
  newModel,
  perform,
  remove,
  statusCodes,
  update,
  type Model,
  type ModelDoc,
  type ModelFaults,
} from './order-model.ts';
import {
  addKit,
  combinationOf,
  movementOf,
  movements,
  openShop,
  orderOf,
  orders,
  outcome,
  type Line,
  type Verb,
} from './shop.ts';

const histories = timesOf(300, 'PROOF_HISTORIES');
const steps = Number.parseInt(process.env['PROOF_STEPS'] ?? '20', 10);
const patience = Math.max(180_000, histories * steps * 500);

/** What the kit holds, one after the other. */
const combinations: readonly (readonly Line[])[] = [
  [
    ['HOT01', '1'],
    ['HOT02', '2'],
  ],
  [
    ['HOT02', '1'],
    ['HOT01', '3'],
  ],
  [['HOT02', '2']],
];
const [firstKit = []] = combinations;

let world: World;
let kitId = '';
beforeAll(async () => {
  world = await openWorld('histories');
  await openShop(world.first, 2, '1');
  kitId = (await addKit(world.first, kitCode, firstKit)).id;
});
afterAll(() => world.close());

test(
  `${histories} histories of up to ${steps} steps end as a person would expect, step by step`,
  async () => {
    const seen = new Map<string, number>();
    const began = performance.now();
    await fc.assert(
      fc.asyncProperty(fc.commands(everything(seen), { maxCommands: steps, size: 'max' }), async (commands) => {
        await fc.asyncModelRun(await setup({}), commands);
      }),
      { numRuns: histories, seed: firstSeed },
    );
    const cases = [...seen.keys()].toSorted();
    const findings = await asAdministrator(world.adminUrl, checkLedgers);
    console.log(
      `histories: ${histories} histories, seed ${firstSeed}, ${[...seen.values()].reduce((a, b) => a + b, 0)} steps, ${findings.length} violations, ${((performance.now() - began) / 60_000).toFixed(1)} minutes, ${cases.length} cases seen: ${cases.join(' ')}`,
    );
    expect(findings).toEqual([]);
    expect(cases).toEqual(expect.arrayContaining(['kit.audit@saved', 'kit.close@audited', 'kit.unaudit@audited']));
  },
  patience,
);

test('control: a model that forgets to reserve at unclose is found out and cut down to the shortest history', async () => {
  const few = [verbs(['audit', 'close', 'unclose'], new Map(), fc.constant(0))];
  const result = await fc.check(
    fc.asyncProperty(fc.commands(few, { maxCommands: 10, size: 'max' }), async (commands) => {
      await fc.asyncModelRun(await setup({ uncloseReservesNothing: true }), commands);
    }),
    { numRuns: 50, seed: 1 },
  );
  console.log(
    `planted fault: found after ${result.numRuns} histories, ${result.numShrinks} cuts: ${String(result.counterexample)}`,
  );
  expect(result.failed).toBe(true);
  expect(String(result.counterexample).replace(/ \/\*.*/, '')).toMatch(/^audit[^,]*,close[^,]*,unclose[^,]*$/);
});

test('control: a model whose kits follow their list after the audit is found out', async () => {
  const few = [verbs(['audit', 'close'], new Map(), fc.constant(0)), recombining()];
  const result = await fc.check(
    fc.asyncProperty(fc.commands(few, { maxCommands: 10, size: 'max' }), async (commands) => {
      await fc.asyncModelRun(await setup({ kitsFollowTheirList: true }), commands);
    }),
    { numRuns: 50, seed: 1 },
  );
  expect(String(result.counterexample).replace(/ \/\*.*/, '')).toMatch(/audit[^,]*,combine[^,]*,close[^,]*$/);
});

/** The real side: a session, and a warehouse that no other history has touched. */
interface Real {
  readonly session: Session;
  readonly storage: string;
}
type Step = fc.AsyncCommand<Model, Real>;

let warehouses = 0;
/** Two orders and a movement are there already, so that a history starts with the verbs. */
async function setup(faults: ModelFaults): Promise<() => { model: Model; real: Real }> {
  warehouses += 1;
  const storage = `H${warehouses}`;
  await world.first.must('POST', '/data/storage', { code: storage, name: storage, organizeCode: 'O1' });
  const { id } = await world.first.must<{ id: string }>(
    'POST',
    movements,
    movementOf(
      '3',
      [
        ['HOT01', '12'],
        ['HOT02', '8'],
      ],
      storage,
    ),
  );
  await world.first.must('PUT', `${movements}/audit`, [id]);
  await recombine(firstKit);
  const model = newModel({ HOT01: 12, HOT02: 8 }, firstKit, faults);
  for (const [kind, lines] of [
    ['in', [['HOT01', '5']]],
    [
      'order',
      [
        ['HOT01', '9'],
        ['HOT02', '3'],
      ],
    ],
    [
      'order',
      [
        ['HOT02', '4'],
        ['HOT01', '2'],
        ['HOT02', '1'],
        [kitCode, '1'],
      ],
    ],
  ] as const) {
    model.docs.push({
      ...fresh(kind, lines),
      id: (
        await world.first.must<{ id: string }>(
          'POST',
          kind === 'order' ? orders : movements,
          bodyOf(kind, lines, storage),
        )
      ).id,
    });
  }
  return () => ({ model, real: { session: world.first, storage } });
}

const fresh = (kind: ModelDoc['kind'], lines: readonly Line[]): ModelDoc => ({
  kind,
  id: '',
  state: 'saved',
  isCancelled: false,
  isDeleted: false,
  audits: 0,
  lines,
  kit: null,
});

const recombine = (kit: readonly Line[]): Promise<unknown> =>
  world.first.must('PUT', '/data/bd/material', { id: kitId, combination: combinationOf(kit) });

const lineOf = (...codes: readonly string[]): fc.Arbitrary<Line> =>
  fc.tuple(fc.constantFrom(...codes), fc.integer({ min: 1, max: 7 }).map(String));
const goodsLine = lineOf('HOT01', 'HOT02');
const anyLine = fc.oneof({ weight: 2, arbitrary: goodsLine }, lineOf(kitCode));
const wholeLines = fc.array(anyLine, { minLength: 1, maxLength: 3 });
const goodsLines = fc.array(goodsLine, { minLength: 1, maxLength: 3 });
const halfLines = fc.array(anyLine, { maxLength: 1 });
/** Counted from the newest: most deeds meet a document that something just happened to. */
const whichDoc = fc.constantFrom(0, 0, 0, 1, 1, 2);

function everything(seen: Map<string, number>): fc.Arbitrary<Step>[] {
  const often = [
    verbs(['audit', 'unaudit', 'close', 'unclose'], seen),
    verbs(['audit', 'unaudit', 'close', 'unclose'], seen),
    verbs(['audit', 'audit', 'unaudit'], seen),
  ];
  const rarely = fc.oneof(
    saving('order', wholeLines),
    saving('in', goodsLines),
    saving('out', wholeLines),
    saving('out', wholeLines),
    stashing(),
    verbs(['cancel'], seen),
  );
  return [
    ...often,
    ...often,
    verbs(['stash', 'unstash', 'unstash'], seen),
    updating(seen),
    deleting(seen),
    rarely,
    fc.oneof(recombining(), enquiring()),
  ];
}

const pathOf = (doc: ModelDoc): string => (doc.kind === 'order' ? orders : movements);
const bodyOf = (kind: ModelDoc['kind'], lines: readonly Line[], storage: string): object =>
  kind === 'order' ? orderOf(lines, storage) : movementOf(kind === 'in' ? '3' : '7', lines, storage);

const saving = (kind: ModelDoc['kind'], lines: fc.Arbitrary<Line[]>): fc.Arbitrary<Step> =>
  lines.map((given) => ({
    check: () => true,
    async run(model, { session, storage }) {
      const { id } = await session.must<{ id: string }>(
        'POST',
        kind === 'order' ? orders : movements,
        bodyOf(kind, given, storage),
      );
      const doc = { ...fresh(kind, given), id };
      model.docs.push(doc);
      await compare(model, doc, session, storage);
    },
    toString: () => `save ${kind} ${given.map((line) => line.join('×')).join('+')}`,
  }));

const stashing = (): fc.Arbitrary<Step> =>
  halfLines.map((given) => ({
    check: () => true,
    async run(model, { session, storage }) {
      const { id } = await session.must<{ id: string }>('POST', `${orders}?stash=1`, bodyOf('order', given, storage));
      const doc: ModelDoc = { ...fresh('order', given), id, state: 'stashed' };
      model.docs.push(doc);
      await compare(model, doc, session, storage);
    },
    toString: () => `stash ${given.map((line) => line.join('×')).join('+')}`,
  }));

/** The kit holds something else from now on: what was audited keeps what it was audited with. */
const recombining = (): fc.Arbitrary<Step> =>
  fc.constantFrom(...combinations).map((kit) => ({
    check: () => true,
    async run(model, { session, storage }) {
      await recombine(kit);
      model.kit = kit;
      await compare(model, model.docs[0] as ModelDoc, session, storage);
    },
    toString: () => `combine ${kit.map((line) => line.join('×')).join('+')}`,
  }));

/** Somebody writes an order of one kit and is told how many there are. */
const enquiring = (): fc.Arbitrary<Step> =>
  fc.constant({
    check: () => true,
    async run(model, { session, storage }) {
      const { lines } = await session.must<{ lines: { available: string }[] }>(
        'POST',
        `${orders}/calculate`,
        orderOf([[kitCode, '1']], storage),
      );
      expect(lines.map(({ available }) => available)).toEqual([String(kitsFree(model))]);
    },
    toString: () => 'enquire',
  });

const verbs = (choice: readonly Verb[], seen: Map<string, number>, which = whichDoc): fc.Arbitrary<Step> =>
  fc.tuple(fc.constantFrom(...choice), which).map(([verb, back]) =>
    deed(
      verb,
      back,
      seen,
      (model, doc) => perform(model, doc, verb),
      (doc, session) => session.call('PUT', `${pathOf(doc)}/${verb}`, [doc.id]),
    ),
  );

const updating = (seen: Map<string, number>): fc.Arbitrary<Step> =>
  fc.tuple(fc.oneof(wholeLines, halfLines), whichDoc).map(([lines, back]) =>
    deed(
      `update ${lines.map((line) => line.join('×')).join('+')}`,
      back,
      seen,
      (_model, doc) => update(doc, lines),
      (doc, session, storage) => session.call('PUT', pathOf(doc), { id: doc.id, ...bodyOf(doc.kind, lines, storage) }),
    ),
  );

const deleting = (seen: Map<string, number>): fc.Arbitrary<Step> =>
  whichDoc.map((back) =>
    deed(
      'delete',
      back,
      seen,
      (_model, doc) => remove(doc),
      (doc, session) => session.call('DELETE', `${pathOf(doc)}/${doc.id}`),
    ),
  );

function deed(
  name: string,
  back: number,
  seen: Map<string, number>,
  expected: (model: Model, doc: ModelDoc) => string,
  actual: (doc: ModelDoc, session: Session, storage: string) => Promise<Reply<unknown>>,
): Step {
  return {
    check: ({ docs }) => docs.length > 0,
    async run(model, { session, storage }) {
      const doc = model.docs[Math.max(0, model.docs.length - 1 - back)] as ModelDoc;
      const before = doc.state;
      const awaited = expected(model, doc);
      expect(`${name}: ${outcome(await actual(doc, session, storage))}`).toBe(`${name}: ${awaited}`);
      const key = `${doc.kind}.${name.split(' ')[0]}@${before}${awaited === '' ? '' : `=${awaited}`}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      if (doc.kind === 'order' && doc.lines.some(([code]) => code === kitCode))
        seen.set(key.replace('order', 'kit'), (seen.get(key.replace('order', 'kit')) ?? 0) + 1);
      await compare(model, doc, session, storage);
    },
    toString: () => `${name} #-${back}`,
  };
}

/** State of the document as its reader sees it, and the stock as the enquiry shows it. */
async function compare(model: Model, doc: ModelDoc, session: Session, storage: string): Promise<void> {
  const reply = await session.call<{ billStatus: string; cancelFlag: string }>('GET', `${pathOf(doc)}/${doc.id}`);
  expect(doc.isDeleted ? outcome(reply) : [reply.data.billStatus, reply.data.cancelFlag]).toEqual(
    doc.isDeleted ? 'E-NOT-FOUND' : [statusCodes[doc.state], doc.isCancelled ? '1' : '0'],
  );
  const { list } = await session.must<{
    list: { productCode: string; number: string; lockedNumber: string; availableNumber: string }[];
  }>('GET', `/stock/enquiry/page?storageCode=${storage}&fresh=1`);
  const shown = list
    .map((row) => [row.productCode, row.number, row.lockedNumber, row.availableNumber].join(' '))
    .toSorted();
  expect(shown).toEqual(
    ['HOT01', 'HOT02'].map((code) => {
      const [onHand, occupied] = [model.onHand.get(code) ?? 0, model.occupied.get(code) ?? 0];
      return [code, onHand, occupied, onHand - occupied].join(' ');
    }),
  );
}
