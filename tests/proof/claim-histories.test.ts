import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClaimCost } from '#expense/model/claim/claim-cut.ts';
import { asAdministrator, type AdminClient } from '#platform/server/db/migrate.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { firstSeed, isThorough, timesOf } from '#tests/thorough.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { checkClaims, claimRules } from './claim-check.ts';
import { faults } from './claim-faults.ts';
import { writerOf, year, type Standing } from './claim-papers.ts';
import { kindList, openClaimOffice, papers, processOf, setParam, type ClaimOffice, type Kind } from './claims.ts';
import { checkLedgers } from './ledger-check.ts';
import { outcome } from './shop.ts';
import { seeded } from './stepping-door.ts';

/** A commit takes 20 of them: a tenth of all would be too long for it. */
const histories = timesOf(isThorough ? 300 : 200, 'PROOF_CLAIM_HISTORIES');
const steps = Number.parseInt(process.env['PROOF_STEPS'] ?? '40', 10);
/** How many claims went through what the checker has rules for, and what once was a fault. */
async function claimsLived(): Promise<Readonly<Record<string, number>>> {
  const one = (kind: Kind): string => `select id, bill_status, parts, offset_amount from app.${papers[kind].table}`;
  const { rows } = await eye.query<Record<string, number>>(`
    select count(*) filter (where taken)::integer as "tookOfAnApplication",
      count(*) filter (where taxed)::integer as "tookWithTax",
      count(*) filter (where elsewhere)::integer as "tookAndWereBorneElsewhere",
      count(*) filter (where otherwise)::integer as "tookInAnotherMonth",
      count(*) filter (where taken and lowered)::integer as "wereCutOfIt",
      count(*) filter (where loans > 1)::integer as "tookOfTwoLoans"
    from (${(['EX', 'SE', 'TR', 'CT'] as const).map(one).join(' union all ')}) c
    cross join lateral (
      select bool_or(x->'takes'->>'docId' is not null) as taken,
        bool_or(x->'takes'->>'docId' is not null and (x->>'tax')::numeric > 0) as taxed, bool_or(x ? 'cut') as lowered,
        bool_or(a.dept_code <> x->>'deptCode') as elsewhere,
        bool_or(to_char(a.occur_date, 'MM') <> substr(x->>'date', 6, 2)) as otherwise
      from jsonb_array_elements(c.parts) x
      left join app.reimbursement_application_line a on a.id = (x->'takes'->>'lineId')::uuid
    ) p
    cross join lateral (
      select count(distinct e.balance_id) as loans
      from app.loan_entry e
      where e.doc_id = c.id and e.post_type in ('LOCK', 'OFFSET')
    ) l
    where c.bill_status in ('1', '2', '4')`);
  return rows[0] ?? {};
}

/** So few histories need not meet everything. */
const few = 20;
/** So many meet every verb. */
const many = 100;

let world: World;
let office: ClaimOffice;
beforeAll(async () => {
  world = await openWorld('claim_histories');
  office = await openClaimOffice(world);
});
afterAll(() => world.close());

/** The product's own checks of reimbursement, in one question. */
const ownChecks = bookChecks.filter(({ rule }) => /^I(?:50|51|60|61): /.test(rule));
const ownText = ownChecks
  .map(({ statement }, at) => `select ${at} as at, x.* from (${statement.text}) x(place, detail)`)
  .join(' union all ');
/** Looked through after every step: one connection for all of it, and no time for machine code of a second's use. */
let eye: AdminClient;
async function wrongOf(mark: string, isOwnTurn: boolean): Promise<readonly string[]> {
  const found = (await checkClaims(eye, `${mark}%`)).map((each) => JSON.stringify(each));
  if (!isOwnTurn) return found;
  const { rows } = await eye.query<{ at: number }>(ownText);
  return [...found, ...rows.map((row) => `J09 ${ownChecks[row.at]?.rule}: ${JSON.stringify(row)}`)];
}
/** The product looks at the whole tenant: after every step that would be most of the time. */
const ownStride = 10;

test(
  `${histories} random histories of ${steps} steps of budgets, claims and loans: I50, I51, I60, I61 hold after each`,
  async () => {
    expect(new Set(ownChecks.map(({ rule }) => rule.slice(0, 3)))).toEqual(new Set(['I50', 'I51', 'I60', 'I61']));
    const [seen, began] = [new Map<string, number>(), performance.now()];
    let lived: Readonly<Record<string, number>> = {};
    const findings = await asAdministrator(world.adminUrl, async (client) => {
      eye = client;
      await eye.query('set jit = off');
      for (let n = 0; n < histories; n += 1) {
        const wrong = await live(firstSeed + n, seen);
        if (wrong.length > 0) throw new Error(`seed ${firstSeed + n}: ${wrong.join('\n')}`);
      }
      lived = await claimsLived();
      return [...(await checkClaims(eye)), ...(await checkLedgers(eye))];
    });
    const done = [...seen].map(([what, times]) => `${what}×${times}`).toSorted((a, b) => a.localeCompare(b));
    const all = [...seen.values()].reduce((a, b) => a + b, 0);
    console.log(
      `claim histories: ${histories} from seed ${firstSeed}, ${all} steps, ${findings.length} violations, ` +
        `${((performance.now() - began) / 60_000).toFixed(1)} minutes, done and undone ${JSON.stringify(Object.fromEntries(undone))}, ` +
        `claims that ${JSON.stringify(lived)}, holds lost ${lost}, ${seen.size} outcomes: ${done.join(' ')}`,
    );
    expect(findings).toEqual([]);
    if (histories < few) return;
    const keys = [...seen.keys()];
    expect(important.filter((wanted) => histories >= many && !seen.has(wanted))).toEqual([]);
    expect(importantRefusals.filter((wanted) => !keys.some((what) => what.endsWith(`=${wanted}`)))).toEqual([]);
    expect(Object.values(lived).every((times) => times > 0)).toBe(true);
    // Seldom does somebody come between: twenty histories may lose nothing of their holds.
    expect(histories < many || lost > 0).toBe(true);
    expect([...undone.keys()].toSorted()).toEqual(['audit', 'submit']);
  },
  Math.max(180_000, histories * steps * 1500),
);

const important = [
  ...['EX', 'SE', 'TR', 'CT', 'AP', 'LN', 'RP', 'BA', 'BG'].map((kind) => `save.${kind}`),
  ...['submit', 'audit', 'approve', 'reject', 'withdraw', 'rollback', 'cut', 'edit'].map((verb) => `claim.${verb}`),
  ...['pay', 'unpay', 'unaudit', 'close', 'unclose', 'stash', 'unstash', 'cancel'].map((verb) => `claim.${verb}`),
  ...['submit', 'audit', 'approve', 'unaudit', 'close', 'unclose'].map((verb) => `application.${verb}`),
  ...['submit', 'audit', 'approve', 'pay', 'unpay'].map((verb) => `loan.${verb}`),
  'repayment.audit',
  'repayment.unaudit',
  'adjustment.audit',
  'adjustment.unaudit',
  'budget.approve',
];
/** By whatever verb. */
const importantRefusals = [
  'E-DUP-INV',
  'E-BUDGET-OVER',
  'E-BUDGET-LOW',
  'E-REPAY-OVER',
  'E-LOAN-LOCKED',
  'E-DOWNSTREAM',
];

// A few histories need not leave every kind of document behind.
test.skipIf(histories < few)('control: each rule finds what breaks it, and no other rule does', async () => {
  for (const [name, plant, rule] of faults) {
    const found = await asAdministrator(world.adminUrl, async (client) => {
      await client.query('begin');
      try {
        const planted = [await client.query(plant)].flat().filter(({ command }) => command !== 'DROP');
        expect([name, planted.every(({ rowCount }) => (rowCount ?? 0) > 0)]).toEqual([name, true]);
        return await checkClaims(client);
      } finally {
        await client.query('rollback');
      }
    });
    const rules = [...new Set(found.map((each) => each.rule))];
    expect([name, rules]).toEqual([name, [expect.stringMatching(rule)]]);
  }
  const unbroken = claimRules.filter(([rule]) => !faults.some(([, , wanted]) => wanted.test(rule)));
  expect(unbroken.map(([rule]) => rule)).toEqual([]);
});

test('of 20 who bring one invoice at once exactly one claims it', async () => {
  await hire('RACE0');
  const invoices = [{ lineNo: 1, type: 'eOrdinary', number: 'RACE-1', total: '50' }];
  const told = await Promise.all(
    Array.from({ length: 20 }, async (_each, at) => {
      const kind = at % 2 === 0 ? 'EX' : 'CT';
      return outcome(await office.clerk.call('POST', papers[kind].path, { ...ridden(kind, 'RACE0', '50'), invoices }));
    }),
  );
  expect(told.filter((answer) => answer === '')).toHaveLength(1);
  expect(told.filter((answer) => answer === 'E-DUP-INV')).toHaveLength(19);
  expect(await asAdministrator(world.adminUrl, (client) => checkClaims(client))).toEqual([]);
});

test.each([
  ['submit', 'submit'],
  ['submit', 'audit'],
  ['audit', 'audit'],
] as const)('two claims that take of one loan at once (%s, %s) take no more than is owed', async (...verbs) => {
  const applicant = `RACE${verbs.join('')}`;
  await setParam(world, 'RB004', '1');
  await hire(applicant);
  const { id: loan } = await office.clerk.must<{ id: string }>('POST', papers.LN.path, lent(applicant, '120'));
  await office.accountant.must('PUT', `${papers.LN.path}/audit`, [loan]);
  await office.cashier.must('PUT', `${papers.LN.path}/pay`, { ids: [loan], ...paying('03') });
  const claims: string[] = [];
  // What is sent in is more than one person may decide on.
  for (const verb of verbs) {
    const body = ridden('CT', applicant, verb === 'submit' ? '200' : '90');
    claims.push((await office.clerk.must<{ id: string }>('POST', papers.CT.path, body)).id);
  }
  const told = await Promise.all(
    claims.map(async (id, at) =>
      verbs[at] === 'submit'
        ? submit(id, 'CT')
        : outcome(await office.accountant.call('PUT', `${papers.CT.path}/audit`, [id])),
    ),
  );
  expect(told).toEqual(['', '']);
  const [sum] = await world.sql(
    `
      select trim_scale(sum(offset_amount))::text as taken, trim_scale(sum(pay_amount + offset_amount))::text as granted
      from app.reimbursement_citytransport
      where id = any($1::uuid[])`,
    [claims],
  );
  const granted = verbs.reduce((all, verb) => all + (verb === 'submit' ? 200 : 90), 0);
  expect(sum).toEqual({ taken: '120', granted: String(granted) });
  expect(await asAdministrator(world.adminUrl, (client) => checkClaims(client))).toEqual([]);
});

const hire = (code: string): Promise<unknown> =>
  office.clerk.must('POST', '/data/bd/personnel', { code, name: code, organizeCode: 'O1', deptCode: 'D1' });
const lent = (applicant: string, amount: string): object => ({
  ...writerOf('RACE', seeded(1)).asked(applicant),
  lines: [{ itemCode: 'PAPER', amount }],
});
const ridden = (kind: 'EX' | 'CT', applicant: string, amount: string): object => ({
  ...writerOf('RACE', seeded(1)).asked(applicant),
  lines: [
    {
      occurDate: `${year}-03-03`,
      amount,
      ...(kind === 'EX' ? { itemCode: 'OTHER' } : { fromPlace: '公司', toPlace: '机场', purpose: '接客户' }),
    },
  ],
});

/** A document of the history as it stands. */
interface Paper {
  readonly id: string;
  readonly kind: Kind;
  readonly code: string;
  readonly applicant: string | null;
  /** Of an application: what it is for. */
  readonly items: readonly string[] | null;
  readonly status: string;
  readonly payFlag: string | null;
  /** Of a claim: whether it has something of an application. */
  readonly isTaker: boolean;
  /** The step that waits for somebody, if one does. */
  readonly task: string | null;
  readonly instance: string | null;
  readonly node: string | null;
}
/** What lines of applications lost of their holds, be it claimed since or not, and how often one lost more. */
type Lacks = ReadonlyMap<string, string>;
let lost = 0;

interface Life {
  readonly mark: string;
  readonly random: () => number;
  readonly writer: ReturnType<typeof writerOf>;
  readonly mine: Map<string, Kind>;
  /** Whether the first approved claim closes its application (RB006). */
  readonly closesAtOnce: boolean;
}
type Deed = readonly [name: string, weight: number, deed: () => Promise<readonly [key: string, answer: string] | null>];

async function live(seed: number, seen: Map<string, number>): Promise<readonly string[]> {
  const random = seeded(seed);
  const mark = `H${seed}`;
  const writer = writerOf(mark, random);
  const life: Life = { mark, random, writer, mine: new Map(), closesAtOnce: random() < 0.25 };
  await setParam(world, 'RB004', random() < 0.7 ? '1' : '0');
  await setParam(world, 'RB006', life.closesAtOnce ? '1' : '0');
  await begin(life);
  const deeds = deedsOf(life);
  const total = deeds.reduce((sum, [, weight]) => sum + weight, 0);
  const trail: string[] = [];
  let lacked = await lacks(mark);
  for (let n = 0, idle = 0; n < steps && idle < 400; n += 1) {
    let at = random() * total;
    const [, , deed] = deeds.find(([, weight]) => (at -= weight) < 0) ?? deeds[0]!;
    const said = await deed();
    // Nothing of the kind is there yet: another deed instead.
    if (said === null) {
      n -= 1;
      idle += 1;
      continue;
    }
    const [what, answer] = said;
    const key = `${what}${answer === '' ? '' : `=${answer}`}`;
    trail.push(key);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    const wrong = [
      ...(answer === '' || /^E-[A-Z-]+$/.test(answer) ? [] : [`was answered ${answer}`]),
      ...(await wrongOf(mark, n % ownStride === ownStride - 1 || n === steps - 1)),
      ...(await lostInVain(mark, lacked)),
    ];
    lacked = await lacks(mark);
    if (wrong.length > 0) return [...wrong, trail.join(' ')];
  }
  return [];
}

async function lacks(mark: string): Promise<Lacks> {
  const one = (kind: Kind): string => `select bill_status, cancel_flag, parts from app.${papers[kind].table}`;
  const { rows } = await eye.query<{ id: string; amount: string }>(
    `
      select l.id, (l.unheld_amount + coalesce(c.amount, 0))::text as amount
      from app.reimbursement_application h
      join app.reimbursement_application_line l on l.parent_id = h.id
      left join lateral (
        select sum((x->'takes'->>'amount')::numeric - (x->'takes'->>'held')::numeric) as amount
        from (${(['EX', 'SE', 'TR', 'CT'] as const).map(one).join(' union all ')}) c
        cross join jsonb_array_elements(c.parts) x
        where c.bill_status in ('1', '2', '4') and c.cancel_flag = '0' and (x->'takes'->>'lineId')::uuid = l.id
      ) c on true
      where h.tenant_code = '1000' and h.applicant_code like $1 and h.bill_status = '1'`,
    [`${mark}%`],
  );
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

/** Whatever came to lack more by the last deed has a budget that has nothing left since. */
async function lostInVain(mark: string, before: Lacks): Promise<readonly string[]> {
  const now = await lacks(mark);
  const more = [...now].filter(([id, amount]) => Number(amount) > Number(before.get(id) ?? amount)).map(([id]) => id); // not money
  lost += more.length;
  if (more.length === 0) return [];
  const { rows } = await eye.query<{ id: string; left_over: string }>(
    `
      select l.id, min(m.left_over)::text as left_over
      from app.reimbursement_application_line l
      join (
        select b.*,
          sum(init + adj - pre - used)
            over (partition by year, dept_code, budget_account_code, project_code order by period) as left_over
        from app.budget_balance b
        where b.tenant_code = '1000' and b.dept_code like $2
      ) m on m.year = to_char(l.occur_date, 'YYYY')
        and m.period >= to_char(l.occur_date, 'MM')
        and m.dept_code = l.dept_code
        and m.budget_account_code = l.budget_account_code
        and m.project_code = coalesce(l.project_code, '')
      where l.id = any($1::uuid[])
      group by l.id
      having min(m.left_over) > 0`,
    [more, `${mark}%`],
  );
  return rows.map(({ id, left_over }) => `line ${id} of an application lost its hold with ${left_over} left`);
}

/** Two departments with a budget each, two people with an application, and loans that were paid. */
async function begin(life: Life): Promise<void> {
  const { writer, mine } = life;
  const { clerk, accountant, cashier } = office;
  for (const code of writer.depts) await clerk.must('POST', '/data/bd/dept', { code, name: code, organizeCode: 'O1' });
  for (const [at, code] of writer.people.entries())
    await clerk.must('POST', '/data/bd/personnel', {
      code,
      name: code,
      organizeCode: 'O1',
      deptCode: writer.depts[at],
    });
  const saved = async (kind: Kind, body: object): Promise<string> => {
    const { id } = await clerk.must<{ id: string }>('POST', papers[kind].path, body);
    mine.set(id, kind);
    await accountant.must('PUT', `${papers[kind].path}/audit`, [id]);
    return id;
  };
  for (const dept of writer.depts) {
    const { id } = await clerk.must<{ id: string }>(
      'POST',
      papers.BG.path,
      writer.budget(dept, null, () => writer.amount(1800)),
    );
    mine.set(id, 'BG');
    givenFirst.add(id);
    await submit(id, 'BG');
    await approved(id, 'BG');
  }
  const [first, second] = writer.people;
  for (const [person, month] of [
    [first, '02'],
    [second, '02'],
    [first, '04'],
  ] as const) {
    const lines = [{ itemCode: 'PAPER', amount: writer.pick(['150', '120.5', '80']) }];
    const id = await saved('LN', { ...writer.asked(person), lines });
    await cashier.must('PUT', `${papers.LN.path}/pay`, { ids: [id], ...paying(month) });
  }
  for (const person of writer.people) {
    const plan = await clerk.call<{ id: string }>('POST', papers.AP.path, writer.application(person));
    if (plan.code !== 0) continue;
    mine.set(plan.data.id, 'AP');
    const sent = await submit(plan.data.id, 'AP');
    if (sent === '') await approved(plan.data.id, 'AP');
    else await accountant.call('PUT', `${papers.AP.path}/audit`, [plan.data.id]);
  }
  await claimAtOnce(life);
  if (life.random() < 0.7) await comingBetween(life)();
}

/** Claims of the first applications that wait for somebody, in whatever month and department. */
async function claimAtOnce(life: Life): Promise<void> {
  const { writer, mine, random } = life;
  for (const { code, applicant, items } of standingIn(await papersOf(life)).applications) {
    const line = {
      itemCode: writer.pick(items),
      occurDate: `${year}-${writer.pick(['01', '04', '08'])}-05`,
      amount: (151 + 90 * random()).toFixed(2),
      deptCode: writer.pick(writer.depts),
    };
    const body = { ...writer.asked(applicant), applicationCode: code, lines: [line] };
    const claim = await office.clerk.call<{ id: string }>('POST', papers.EX.path, body);
    if (claim.code !== 0) continue;
    mine.set(claim.data.id, 'EX');
    await submit(claim.data.id, 'EX');
  }
}
async function approved(id: string, kind: Kind): Promise<void> {
  for (const who of [office.manager, office.accountant])
    await who.must('PUT', `${papers[kind].path}/approve`, { ids: [id], operateMsg: 'x' });
}
/** Budgets of the departments stay as they were given: what their heads forbid is forbidden in all of a history. */
const givenFirst = new Set<string>();
const paying = (month: string): object => ({
  bankAccountCode: 'BA1',
  payDate: `${year}-${month}-10`,
  bankSerialNo: 'L1',
});
const submit = async (id: string, kind: Kind): Promise<string> =>
  outcome(
    await office.clerk.call('POST', '/activiti/running/startOfBusinessKey', {
      processDefinitionKey: processOf(kind),
      businessKey: `${kind}:${id}`,
    }),
  );

/** Every document of a history, with the step that waits. */
async function papersOf({ mine }: Life): Promise<readonly Paper[]> {
  const { rows } = await eye.query<Paper>(
    `
      select d.*, t.id as task, i.id as instance, t.node
      from (
        ${kindList
          .map((kind) => {
            const applicant = ['BA', 'BG'].includes(kind) ? 'null' : 'c.applicant_code';
            const items = `(select array_agg(l.item_code) from app.${papers[kind].table}_line l where l.parent_id = c.id)`;
            const flag = ['claim', 'loan'].includes(papers[kind].group) ? 'c.pay_flag' : 'null';
            const takes = `coalesce(jsonb_path_exists(c.parts, '$[*].takes.docId'), false)`;
            return `
            select c.id, '${kind}' as kind, c.code, ${applicant} as applicant, ${kind === 'AP' ? items : 'null::text[]'} as items,
              c.bill_status as status,
              ${flag} as "payFlag", ${papers[kind].group === 'claim' ? takes : 'false'} as "isTaker", c.create_date
            from app.${papers[kind].table} c
            where c.tenant_code = '1000' and c.id = any($1::uuid[]) and c.deleted_flag = '0' and c.cancel_flag = '0'`;
          })
          .join(' union all ')}
      ) d
      left join app.wf_instance i on i.tenant_code = '1000' and i.bill_id = d.id and i.status = 'running'
      left join app.wf_task t on t.tenant_code = '1000' and t.instance_id = i.id and t.kind <> 'starter'
      order by d.create_date, d.id`,
    [[...mine.keys()]],
  );
  return rows;
}

function standingIn(all: readonly Paper[]): Standing {
  const of = (kind: Kind, fits: (paper: Paper) => boolean) =>
    all
      .filter((paper) => paper.kind === kind && fits(paper))
      .map(({ code, applicant, items }) => ({ code, applicant: applicant ?? '', items: items ?? [] }));
  return { loans: of('LN', ({ payFlag }) => payFlag === '1'), applications: of('AP', ({ status }) => status === '1') };
}

/** What sums up a history: whatever is done and undone at once leaves no trace in it. */
async function figures({ mark }: Life): Promise<string> {
  const { rows } = await eye.query<Record<'one' | 'two' | 'three', string>>(
    `
      select 'budget' as what, concat_ws(' ', year, period, dept_code, budget_account_code, project_code) as place,
        (init + adj)::text as one, pre::text as two, used::text as three
      from app.budget_balance
      where tenant_code = '1000' and dept_code like $1
      union all
      select 'loan', loan_code, amount::text, locked::text, ''
      from app.loan_balance
      where tenant_code = '1000' and applicant_code like $1
      union all
      select 'claimed', concat_ws(' ', applicant_code, item_code, month, dept_code), asked::text, amount::text,
        tax::text
      from app.claimed_balance
      where tenant_code = '1000' and applicant_code like $1
      union all
      select 'applied', code, coalesce(claimed_amount, 0)::text, '', ''
      from app.reimbursement_application
      where tenant_code = '1000' and applicant_code like $1
      order by 1, 2`,
    [`${mark}%`],
  );
  const isSomething = (figure: unknown): boolean => Number.parseFloat(String(figure)) !== 0 && figure !== '';
  return JSON.stringify(rows.filter(({ one, two, three }) => [one, two, three].some(isSomething)));
}
/** How often something was done and undone at once. */
const undone = new Map<string, number>();

/** What people do with documents that exist, mostly with one that waits for it. */
function handsOf(life: Life) {
  const { random, writer } = life;
  const { pick } = writer;
  const choose = async (fits: (paper: Paper) => boolean, isStrict = false): Promise<Paper | null> => {
    const all = (await papersOf(life)).filter(({ id }) => !givenFirst.has(id));
    const fit = all.filter(fits);
    if (fit.length > 0 && (isStrict || random() < 0.93)) return pick(fit);
    return !isStrict && all.length > 0 && random() < 0.07 ? pick(all) : null;
  };
  const put = async (who: Session, paper: Paper, verb: string, more: object = {}): Promise<string> =>
    outcome(await who.call('PUT', `${papers[paper.kind].path}/${verb}`, { ids: [paper.id], operateMsg: 'x', ...more }));
  const named = (paper: Paper, verb: string, answer: string) =>
    [`${papers[paper.kind].group}.${verb}`, answer] as const;
  const decider = ({ node }: Paper): Session => {
    const right = node === 'manager' ? office.manager : office.accountant;
    return random() < 0.95 ? right : pick([office.manager, office.accountant, office.cashier]);
  };
  /** A verb of a bill by whoever may, now and then by somebody else. */
  const verb =
    (name: string, who: () => Session, fits: (paper: Paper) => boolean, more: () => object = () => ({})) =>
    async () => {
      const paper = await choose(fits);
      return paper === null
        ? null
        : named(paper, name, await put(random() < 0.97 ? who() : office.clerk, paper, name, more()));
    };
  return { choose, put, named, decider, verb };
}

/** Sent in or audited, whichever fits it; now and then taken back at once, and nothing has changed. */
function forward(life: Life, { choose, put, named }: ReturnType<typeof handsOf>, kinds: (kind: Kind) => boolean) {
  const { random } = life;
  return async () => {
    const paper = await choose(({ kind, status }) => status === '0' && kinds(kind), true);
    if (paper === null) return null;
    const isUndone = random() < 0.2 && !life.closesAtOnce;
    const before = isUndone ? await figures(life) : '';
    const isFirst = random() < 0.9;
    const sent = isFirst ? await submit(paper.id, paper.kind) : 'E-NO-ROUTE';
    const isSent = sent !== 'E-NO-ROUTE';
    const verb = isSent ? 'submit' : 'audit';
    const answer = isSent ? sent : await put(office.accountant, paper, 'audit');
    if (!isUndone || answer !== '') return named(paper, verb, answer);
    const [now] = (await papersOf(life)).filter(({ id }) => id === paper.id);
    const back = isSent
      ? outcome(await office.clerk.call('POST', '/activiti/running/withdraw', { processInstanceId: now?.instance }))
      : await put(office.accountant, paper, 'unaudit');
    if (back === '') {
      undone.set(verb, (undone.get(verb) ?? 0) + 1);
      const after = await figures(life);
      if (after !== before) return named(paper, verb, `and back left a trace: ${before} ${after}`);
    }
    return named(paper, verb, answer);
  };
}

/** Whoever has a document in hand decides on it, one step after the other, or grants less of it. */
function decisions(life: Life, { choose, put, named, decider }: ReturnType<typeof handsOf>) {
  const { random, writer } = life;
  const inHand = ({ task }: Paper): boolean => task !== null;
  const decide = (name: string) => async () => {
    const paper = await choose(inHand, true);
    return paper === null ? null : named(paper, name, await put(decider(paper), paper, name));
  };
  const onTask = (name: string, path: string, fits: (paper: Paper) => boolean) => async () => {
    const paper = await choose((each) => inHand(each) && fits(each), true);
    if (paper === null) return null;
    const body = { taskId: paper.task, processInstanceId: paper.instance, comment: 'x' };
    return named(paper, name, outcome(await decider(paper).call('POST', `/activiti/${path}`, body)));
  };
  const cut = async (paper: Paper) => {
    const who = decider(paper);
    const { path } = papers[paper.kind];
    const costs = await who.call<readonly ClaimCost[]>('GET', `${path}/cut?id=${paper.id}`);
    if (costs.code !== 0) return named(paper, 'cut', outcome(costs));
    const lowered = costs.data.filter((_cost, at) => at === 0 || random() < 0.4);
    const lines = lowered.map(({ id, allowedAmount }) => ({
      id,
      allowedAmount: random() < 0.1 ? '0' : (Number(allowedAmount) * random()).toFixed(2), // not money
      reason: '超出',
    }));
    return named(paper, 'cut', outcome(await who.call('PUT', `${path}/cut`, { id: paper.id, lines })));
  };
  const cutAny = async () => {
    const paper = await choose((each) => inHand(each) && papers[each.kind].group === 'claim', true);
    return paper === null ? null : cut(paper);
  };
  const withdraw = async () => {
    const paper = await choose((each) => inHand(each) && each.node === 'manager', true);
    if (paper === null) return null;
    const body = { processInstanceId: paper.instance };
    return named(paper, 'withdraw', outcome(await office.clerk.call('POST', '/activiti/running/withdraw', body)));
  };
  /** What had taken of an application comes back, whatever way there is. */
  const bringBack = async () => {
    const paper = await choose(
      ({ isTaker, task, status, payFlag }) => isTaker && (task !== null || (status === '1' && payFlag !== '1')),
      true,
    );
    if (paper === null) return null;
    if (paper.task === null) return named(paper, 'unaudit', await put(office.accountant, paper, 'unaudit'));
    return random() < 0.3 ? cut(paper) : named(paper, 'reject', await put(decider(paper), paper, 'reject'));
  };
  const isSecond = ({ node }: Paper): boolean => node === 'accountant' || writer.pick([true, false, false]);
  return [
    ['approve', 22, decide('approve')],
    ['reject', 3, decide('reject')],
    ['cut', 9, cutAny],
    ['bringBack', 6, bringBack],
    ['withdraw', 4, withdraw],
    ['rollback', 4, onTask('rollback', 'task/backPreviousTask', isSecond)],
    ['end', 1, onTask('end', 'task/endProcess', () => true)],
  ] satisfies Deed[];
}

/** Written, and what was written changed: other amounts, other invoices, or thrown away. */
function writing(life: Life, { choose, put, named }: ReturnType<typeof handsOf>) {
  const { random, writer, mine } = life;
  const save = (kind: Kind) => async () => {
    const body = writer.write(kind, standingIn(await papersOf(life)));
    if (body === null) return null;
    const reply = await office.clerk.call<{ id: string }>('POST', papers[kind].path, body);
    if (reply.code === 0) mine.set(reply.data.id, kind);
    return [`save.${kind}`, outcome(reply)] as const;
  };
  const edit = async () => {
    const paper = await choose(({ kind, status }) => status === '0' && kind !== 'BG', true);
    if (paper === null) return null;
    const { path } = papers[paper.kind];
    const bill = await office.clerk.must<{ lines: Record<string, string>[]; invoices?: object[] }>(
      'GET',
      `${path}/${paper.id}`,
    );
    const figure = paper.kind === 'TR' ? 'trafficAmount' : 'amount';
    const lines = bill.lines.map((line) => (random() < 0.6 ? { ...line, [figure]: writer.amount(250) } : line));
    const invoices = random() < 0.2 ? { invoices: (bill.invoices ?? []).slice(1) } : {};
    return named(paper, 'edit', outcome(await office.clerk.call('PUT', path, { ...bill, ...invoices, lines })));
  };
  const remove = async () => {
    const paper = await choose(
      ({ status, kind }) => ['0', '3'].includes(status) && papers[kind].group === 'claim',
      true,
    );
    if (paper === null) return null;
    return named(paper, 'delete', outcome(await office.clerk.call('DELETE', `${papers[paper.kind].path}/${paper.id}`)));
  };
  const off = (name: string, wanted: string) => async () => {
    const paper = await choose(({ status, kind }) => status === wanted && papers[kind].group === 'claim', true);
    return paper === null ? null : named(paper, name, await put(office.clerk, paper, name));
  };
  const weights = { EX: 7, SE: 4, TR: 3, CT: 2, AP: 4, LN: 1, RP: 2, BA: 4, BG: 1 } as const;
  return [
    ...kindList.map((kind) => [`save.${kind}`, weights[kind], save(kind)] as const),
    ['edit', 5, edit],
    ['delete', 1, remove],
    ['stash', 2, off('stash', '0')],
    ['unstash', 6, off('unstash', '3')],
    ['cancel', 1, off('cancel', '0')],
  ] satisfies Deed[];
}

/** Somebody asks for all that is left of a budget since a claim took what an application had held of it. */
function comingBetween({ mark, mine, writer }: Life) {
  return async () => {
    const { rows } = await eye.query<Record<'itemCode' | 'deptCode' | 'occurDate' | 'amount', string>>(
      `
        select l.item_code as "itemCode", l.dept_code as "deptCode", l.occur_date::text as "occurDate",
          min(m.left_over)::text as amount
        from app.reimbursement_application h
        join app.reimbursement_application_line l on l.parent_id = h.id
        join (
          select b.*,
            sum(init + adj - pre - used)
              over (partition by year, dept_code, budget_account_code, project_code order by period) as left_over
          from app.budget_balance b
          where b.tenant_code = '1000' and b.dept_code like $1
        ) m on m.year = to_char(l.occur_date, 'YYYY')
          and m.period >= to_char(l.occur_date, 'MM')
          and m.dept_code = l.dept_code
          and m.budget_account_code = l.budget_account_code
          and m.project_code = coalesce(l.project_code, '')
        where h.tenant_code = '1000'
          and h.applicant_code like $1
          and h.bill_status = '1'
          and l.claimed_amount > 0
          and l.budget_account_code <> 'B2'
        group by l.id, l.item_code, l.dept_code, l.occur_date
        having min(m.left_over) >= 1
        order by l.id`,
      [`${mark}%`],
    );
    if (rows.length === 0) return null;
    const line = writer.pick(rows);
    const body = { organizeCode: 'O1', applicantCode: writer.pick(writer.people), reason: mark, lines: [line] };
    const saved = await office.clerk.call<{ id: string }>('POST', papers.AP.path, body);
    if (saved.code !== 0) return ['between.save', outcome(saved)] as const;
    const { id } = saved.data;
    mine.set(id, 'AP');
    const sent = await submit(id, 'AP');
    const told =
      sent === 'E-NO-ROUTE'
        ? outcome(await office.accountant.call('PUT', `${papers.AP.path}/audit`, { ids: [id], operateMsg: 'x' }))
        : sent;
    return ['application.between', told] as const;
  };
}

function deedsOf(life: Life): readonly Deed[] {
  const hands = handsOf(life);
  const { verb } = hands;
  const { pick } = life.writer;
  const [accountant, cashier] = [() => office.accountant, () => office.cashier];
  const isOf =
    (...groups: readonly string[]) =>
    ({ kind }: Paper): boolean =>
      groups.includes(papers[kind].group);
  const money = isOf('claim', 'loan');
  const isAt =
    (status: string, of: (paper: Paper) => boolean = () => true) =>
    (paper: Paper): boolean =>
      paper.status === status && of(paper);
  return [
    ...writing(life, hands),
    ...decisions(life, hands),
    ['forward', 26, forward(life, hands, (kind) => kind !== 'BG' && kind !== 'BA')],
    ['between', 12, comingBetween(life)],
    ['give', 8, forward(life, hands, (kind) => kind === 'BG' || kind === 'BA')],
    [
      'pay',
      8,
      verb(
        'pay',
        cashier,
        (paper) => isAt('1', money)(paper) && paper.payFlag === '0',
        () => paying(pick(['01', '03', '06'])),
      ),
    ],
    ['unpay', 2, verb('unpay', cashier, (paper) => isAt('1', money)(paper) && paper.payFlag === '1')],
    ['unpayClaim', 2, verb('unpay', cashier, (paper) => isAt('1', isOf('claim'))(paper) && paper.payFlag === '1')],
    ['unaudit', 5, verb('unaudit', accountant, (paper) => isAt('1')(paper) && paper.payFlag !== '1')],
    ['close', 1, verb('close', accountant, isAt('1', isOf('loan', 'repayment', 'adjustment')))],
    ['closeClaim', 1, verb('close', accountant, isAt('1', isOf('claim')))],
    ['closeApplication', 4, verb('close', accountant, isAt('1', isOf('application')))],
    ['unclose', 5, verb('unclose', accountant, isAt('2'))],
    ['uncloseClaim', 3, verb('unclose', accountant, isAt('2', isOf('claim')))],
    ['unrepay', 2, verb('unaudit', accountant, isAt('1', isOf('repayment')))],
    ['ungive', 2, verb('unaudit', accountant, isAt('1', isOf('adjustment', 'budget')))],
  ];
}
