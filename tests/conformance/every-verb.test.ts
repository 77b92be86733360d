import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canDo, canEdit, stateOf, type Document, type Standing } from '#platform/model/document.ts';
import { models } from '#apps/api/modules.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { promotionDesk } from '#tests/promotion-desk.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { documents, nounNamed, sampler, type Row, type Sampler } from './sample.ts';
import { changed, watch, type Watch } from './state.ts';

let world: World;
let eyes: Watch;
let samples: Sampler;
beforeAll(async () => {
  world = await openWorld('verb');
  eyes = await watch(world);
  samples = sampler(world.first, world.platform, { code: 'V', mark: '样本', sql: world.sql });
  // Goods for every order that is audited below.
  const opening = await samples.create(nounNamed('stock:inout'));
  await world.first.must('PUT', '/stock/inout/audit', [opening.id]);
  // Whatever is ordered below has used a promotion.
  await promotionDesk(() => world).activity([
    { policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRateType: '0', onSaleRate: '90' },
  ]);
});
afterAll(async () => {
  await eyes.close();
  await world.close();
});

interface Refused {
  readonly key: string;
}
type Bill = Row & Standing;
const ledgers = models.flatMap((module) => module.ledgers ?? []);
const read = (document: Document, id: string): Promise<Bill> => world.first.must<Bill>('GET', `${document.path}/${id}`);
/** What a verb asks for is said by somebody else than who wrote it: nobody pays himself (am-D6). */
const performer = async (document: Document, verb: string, isAllowed: boolean): Promise<Session> =>
  isAllowed && document.verbs[verb]?.asks !== undefined ? (another ??= otherPerson()) : world.first;
let numbered = 0;
async function saidTo(document: Document, verb: string): Promise<Record<string, unknown>> {
  const said = await Promise.all(
    Object.keys(document.verbs[verb]?.asks ?? {}).map(async (key): Promise<[string, unknown]> => {
      const field = document.head[key];
      if (field?.kind === 'ref') return [key, (await samples.recordOf(nounNamed(field.target().name)))['code']];
      // What numbers a document is its own each time.
      return [key, field?.kind === 'date' ? '2026-03-15' : `${key}${(numbered += 1)}`];
    }),
  );
  return Object.fromEntries(said);
}
const perform = async (document: Document, verb: string, id: string, query = '', by = world.first) =>
  by.call<Refused>('PUT', `${document.path}/${verb}${query}`, {
    ids: [id],
    operateMsg: '试',
    ...(await saidTo(document, verb)),
  });
let another: Promise<Session> | undefined;
async function otherPerson(): Promise<Session> {
  const organizations = await world.first.must<readonly { readonly id: string }[]>('GET', '/sys/organization/list');
  const { other } = await hireStaff(world, {
    other: { role: 'TENANT_ADMIN', more: { organizeCode: null, organizeList: organizations.map(({ id }) => id) } },
  });
  return other;
}

/** Every situation a document can be in: its states, and the voided one, which rests in the closed state. */
const situations = (document: Document): string[] => [
  ...Object.keys(document.states),
  ...(Object.values(document.verbs).some((verb) => verb.sets === 'cancelled') ? ['voided'] : []),
];

/** A new document, brought there by its own verbs where a person can, by the workflow's hand where only that can. */
async function documentIn(document: Document, situation: string): Promise<Bill> {
  const { id } = await samples.create(document);
  for (const verb of wayTo(document, situation)) {
    const { code, msg } = await perform(document, verb, id);
    if (code !== 0) throw new Error(`${document.name} does not get to ${situation}: ${verb} answered ${code} ${msg}`);
  }
  if (wayTo(document, situation).length === 0 && situation !== document.initial)
    await eyes.query(`update app.${tableOf(document)} set bill_status = $2 where id = $1`, [
      id,
      document.states[situation]?.code,
    ]);
  return read(document, id);
}

/** The shortest row of verbs from the first state; empty when no person's verb leads there. */
function wayTo(document: Document, situation: string): readonly string[] {
  const voiding = Object.entries(document.verbs).find(([, verb]) => verb.sets === 'cancelled')?.[0] ?? '';
  if (situation === 'voided') return [voiding];
  const ways = new Map<string, readonly string[]>([[document.initial, []]]);
  for (const [state, way] of ways) {
    // Steps that stay in a state come before the one that leaves it when that one asks for them; those that are given a
    // reason lead back.
    const steps = Object.entries(document.verbs)
      .filter(
        ([, rule]) =>
          rule.when !== undefined && rule.asksReason !== true && rule.to === state && rule.from.includes(state),
      )
      .map(([verb]) => verb);
    for (const [verb, rule] of Object.entries(document.verbs))
      if (verb !== voiding && rule.from.includes(state) && !ways.has(rule.to))
        ways.set(rule.to, [...way, ...(rule.when === undefined ? [] : steps), verb]);
  }
  return ways.get(situation) ?? [];
}

describe.each(documents.map((document): [string, Document] => [document.label[2], document]))(
  '%s',
  (_title, document) => {
    describe.each(situations(document))('when %s', (situation) => {
      test.each(Object.keys(document.verbs))(
        'allows or refuses %s as its table says, foretells it, and does nothing else',
        async (verb) => {
          const before = await documentIn(document, situation);
          const isAllowed = canDo(document, verb, before);
          const by = await performer(document, verb, isAllowed);
          await saidTo(document, verb);
          const state = await eyes.look(null);
          const foretold = await by.must<{ total: number; failed: { id: string }[] }>(
            'PUT',
            `${document.path}/${verb}?check=1`,
            [before.id],
          );
          expect(foretold).toMatchObject({ total: 1, failed: isAllowed ? [] : [{ id: before.id }] });
          expect((await perform(document, verb, before.id, '?preview=1', by)).code).toBe(isAllowed ? 0 : 10010);
          expect(changed(state, await eyes.look(null))).toEqual([]);
          const { code } = await perform(document, verb, before.id, '', by);
          expect(code).toBe(isAllowed ? 0 : 10010);
          const after = await read(document, before.id);
          expect(stateOf(document, after.billStatus)).toBe(
            isAllowed ? document.verbs[verb]?.to : stateOf(document, before.billStatus),
          );
          expect(after.rowVersion).toBe(before.rowVersion + (isAllowed ? 1 : 0));
        },
      );

      test('may be edited, and deleted if it never was audited, only where its definition says so', async () => {
        const bill = await documentIn(document, situation);
        const isEditable = canEdit(document, bill);
        expect((await world.first.call('PUT', document.path, { ...bill, remark: '改过的' })).code).toBe(
          isEditable ? 0 : 10010,
        );
        expect((await world.first.call('DELETE', `${document.path}/${bill.id}`)).code).toBe(
          isEditable && bill['auditCount'] === 0 ? 0 : 10010,
        );
      });
    });

    test.runIf('unaudit' in document.verbs)(
      'leaves every ledger as it was when it is audited and the audit revoked, however often',
      async () => {
        const { id } = await samples.create(document);
        const before = await balances();
        for (let n = 0; n < 3; n += 1) {
          expect((await perform(document, 'audit', id)).code).toBe(0);
          expect((await perform(document, 'audit', id)).code).toBe(10010);
          expect((await perform(document, 'unaudit', id)).code).toBe(0);
          expect(await balances()).toEqual(before);
        }
      },
    );

    test.runIf('close' in document.verbs)(
      'leaves every ledger as it was when it is closed, reopened and revoked',
      async () => {
        const { id } = await samples.create(document);
        const before = await balances();
        for (const verb of ['audit', 'close', 'unclose', 'close', 'unclose', 'unaudit'])
          expect([verb, (await perform(document, verb, id)).code]).toEqual([verb, 0]);
        expect(await balances()).toEqual(before);
      },
    );

    // What a saved document is asked first: audit, unless it has verbs of its own.
    const first =
      'audit' in document.verbs
        ? 'audit'
        : (Object.entries(document.verbs).find(([, rule]) => rule.from.includes(document.initial))?.[0] ?? '');
    test('moves by the list, all or none', async () => {
      const one = await documentIn(document, 'saved');
      const two = await documentIn(document, 'closed' in document.states ? 'closed' : 'audited');
      const said = await saidTo(document, first);
      const ids = [one.id, two.id];
      const before = await balances();
      const body = Object.keys(said).length === 0 ? ids : { ids, ...said };
      expect((await world.first.call('PUT', `${document.path}/${first}`, body)).code).toBe(10010);
      expect((await read(document, one.id)).billStatus).toBe(one.billStatus);
      expect(await balances()).toEqual(before);
    });

    test('is moved once by two people who press at the same moment', async () => {
      const { id } = await samples.create(document);
      const codes = (
        await Promise.all([perform(document, first, id), perform(document, first, id), perform(document, first, id)])
      ).map((reply) => reply.code);
      expect(codes.sort((a, b) => a - b)).toEqual([0, 10010, 10010]);
    });
  },
);

/**
 * Points come by signing, debts by receipts that a purchase makes, gifts are left where the house keeps them (SD029):
 * none of it is a verb of a sampled document.
 */
const elsewhere: ReadonlySet<string> = new Set(['points', 'payable', 'promotion_rest']);

describe.each(ledgers.map((ledger): [string, (typeof ledgers)[number]] => [ledger.label[2], ledger]))(
  'the %s ledger, after all of this,',
  (_title, ledger) => {
    const name = snakeCase(ledger.name);
    const measures = Object.keys(ledger.measures).map(snakeCase);

    test('holds in every balance the sum of its entries, and in every entry the balance after it', async () => {
      if (!elsewhere.has(name)) expect((await eyes.query(`select from app.${name}_entry`)).length).toBeGreaterThan(20);
      expect(
        await eyes.query(`
          select b.id
          from app.${name}_balance b
          left join app.${name}_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
          group by b.tenant_code, b.id
          having (${measures.map((measure) => `b.${measure}`).join(', ')}, b.version) is distinct from
            (${measures.map((measure) => `coalesce(sum(e.d_${measure}), 0)`).join(', ')}, count(e.id))`),
      ).toEqual([]);
      expect(
        await eyes.query(`
          select x.id
          from (
            select e.*, ${measures.map((measure) => `sum(e.d_${measure}) over w as s_${measure}`).join(', ')}
            from app.${name}_entry e
            window w as (partition by tenant_code, balance_id order by version)
          ) x
          where ${measures.map((measure) => `x.s_${measure} <> x.${measure}_after`).join(' or ')}`),
      ).toEqual([]);
    });

    test.skipIf(ledger.held === undefined)('has promised exactly what documents still hold', async () => {
      const held = snakeCase(ledger.held ?? '');
      expect(
        await eyes.query(`
          select b.id
          from app.${name}_balance b
          left join app.${name}_hold h on h.tenant_code = b.tenant_code and h.balance_id = b.id
          group by b.tenant_code, b.id
          having b.${held} <> coalesce(sum(h.${held}), 0)`),
      ).toEqual([]);
    });
  },
);

/**
 * Figures of every balance of every ledger; entries and versions grow, figures come back. A balance at zero is no
 * balance.
 */
async function balances(): Promise<unknown> {
  const found: unknown[] = [];
  for (const ledger of ledgers) {
    const measures = Object.keys(ledger.measures).map(snakeCase);
    found.push(
      await eyes.query(`
        select tenant_code, ${ledger.key.map(snakeCase).join(', ')},
          ${measures.map((measure) => `${measure}::text`).join(', ')}
        from app.${snakeCase(ledger.name)}_balance
        where ${measures.map((measure) => `${measure} <> 0`).join(' or ')}
        order by id`),
    );
    if (ledger.held !== undefined)
      found.push(
        await eyes.query(`
          select *
          from app.${snakeCase(ledger.name)}_hold
          where ${snakeCase(ledger.held)} <> 0
          order by doc_id, line_id, balance_id`),
      );
  }
  return found;
}
