import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { ClaimCost } from '#expense/model/claim/claim-cut.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { checkClaims } from '#tests/proof/claim-check.ts';
import { openClaimOffice, papers, processOf, type ClaimOffice, type Kind } from '#tests/proof/claims.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { outcome } from '#tests/proof/shop.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
let office: ClaimOffice;
const year = new Date().getUTCFullYear();
const [january, august] = [`${year}-01-15`, `${year}-08-15`];
beforeAll(async () => {
  world = await openWorld('budget_back');
  office = await openClaimOffice(world);
});
afterAll(() => world.close());

interface Bill {
  readonly id: string;
  readonly code: string;
}
interface Application {
  readonly claimedAmount: string;
  readonly unheldAmount: string;
  readonly lines: readonly { readonly unheldAmount: string }[];
}
const save = async (kind: Kind, body: object): Promise<Bill> =>
  (await office.clerk.must<{ data: Bill }>('POST', papers[kind].path, body)).data;
const act = async (kind: Kind, verb: string, { id }: Bill): Promise<string> =>
  outcome(await office.accountant.call('PUT', `${papers[kind].path}/${verb}`, { ids: [id], operateMsg: '试' }));
const send = async (kind: Kind, { id }: Bill): Promise<string> =>
  outcome(
    await office.clerk.call('POST', '/activiti/running/startOfBusinessKey', {
      processDefinitionKey: processOf(kind),
      businessKey: id,
    }),
  );
const decide = async (kind: Kind, verb: 'approve' | 'reject', { id }: Bill, who = office.manager): Promise<string> =>
  outcome(await who.call('PUT', `${papers[kind].path}/${verb}`, { ids: [id], operateMsg: '试' }));
async function pass(kind: Kind, bill: Bill): Promise<void> {
  expect(await send(kind, bill)).toBe('');
  expect(await decide(kind, 'approve', bill)).toBe('');
  expect(await decide(kind, 'approve', bill, office.accountant)).toBe('');
}

/** A department with somebody in it, and what it may spend of the account that forbids. */
async function department(code: string, given: readonly (readonly [month: number, amount: string])[]): Promise<void> {
  await office.clerk.must('POST', '/data/bd/dept', { code, name: code, organizeCode: 'O1' });
  await office.clerk.must('POST', '/data/bd/personnel', { code, name: code, organizeCode: 'O1', deptCode: code });
  const lines = given.map(([month, amount]) => ({ budgetAccountCode: 'B1', month, amount }));
  const bill = await save('BG', { organizeCode: 'O1', year, deptCode: code, control: '2', lines });
  await pass('BG', bill);
}
async function applied(applicantCode: string, amount: string, occurDate = january, itemCode = 'OTHER'): Promise<Bill> {
  const lines = [{ itemCode, occurDate, amount }];
  const bill = await save('AP', { organizeCode: 'O1', applicantCode, reason: '出差', lines });
  await pass('AP', bill);
  return bill;
}
const claimed = (applicantCode: string, by: Bill, line: object): Promise<Bill> =>
  save('EX', {
    organizeCode: 'O1',
    applicantCode,
    applyDate: january,
    reason: '出差',
    applicationCode: by.code,
    lines: [{ itemCode: 'OTHER', occurDate: january, ...line }],
  });
/** What a department has left up to each month of the year in which something happened. */
const left = async (dept: string): Promise<readonly string[]> =>
  (
    await world.sql<{ left: string }>(
      `
        select trim_scale(sum(init + adj - pre - used) over (order by period))::text as left
        from app.budget_balance
        where tenant_code = '1000' and dept_code = $1 and budget_account_code = 'B1' and version > 0`,
      [dept],
    )
  ).map((row) => row.left);
const held = async ({ id }: Bill): Promise<string | undefined> =>
  (
    await world.sql<{ pre: string }>(
      'select trim_scale(sum(pre))::text as pre from app.budget_hold where doc_id = $1',
      [id],
    )
  )[0]?.pre;
const read = ({ id }: Bill) => office.clerk.must<Application>('GET', `${papers.AP.path}/${id}`);
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, (client) => checkClaims(client))).toEqual([]);
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
};

describe('what a rejected claim had taken of an application', () => {
  test('of one department and was charged to another does not overdraw the first', async () => {
    await department('E1', [[1, '500']]);
    await department('E2', [[1, '500']]);
    const plan = await applied('E1', '500');
    const bill = await claimed('E1', plan, { amount: '500', deptCode: 'E2' });
    expect(await send('EX', bill)).toBe('');
    const other = await applied('E1', '500');
    expect([await left('E1'), await left('E2')]).toEqual([['0'], ['0']]);
    expect(await decide('EX', 'reject', bill)).toBe('');
    expect([await left('E1'), await left('E2')]).toEqual([['0'], ['500']]);
    // All of it may still be claimed, and is held no longer: whoever reads the application sees it.
    expect(await read(plan)).toMatchObject({
      claimedAmount: '0',
      unheldAmount: '500',
      lines: [{ unheldAmount: '500' }],
    });
    await clean();
    // A later claim asks for it like anybody.
    const again = await claimed('E1', plan, { amount: '500' });
    expect(await send('EX', again)).toContain('E-BUDGET-OVER');
    expect(await act('AP', 'unaudit', other)).toBe('');
    expect(await send('EX', again)).toBe('');
    expect(await read(plan)).toMatchObject({ claimedAmount: '500', unheldAmount: '0' });
    await clean();
    // Nothing was held of what it took, and nothing is again.
    expect(await decide('EX', 'reject', again)).toBe('');
    expect(await read(plan)).toMatchObject({ claimedAmount: '0', unheldAmount: '500' });
    expect([await held(plan), await left('E1')]).toEqual(['0', ['500']]);
    await clean();
    // Closed it lacks nothing, opened again it asks for all that is left of it.
    expect(await act('AP', 'close', plan)).toBe('');
    expect(await read(plan)).toMatchObject({ unheldAmount: '0' });
    expect(await act('AP', 'unclose', plan)).toBe('');
    expect([await held(plan), await left('E1')]).toEqual(['500', ['0']]);
    await clean();
  });

  test('of one month and was charged to another does not overdraw the first', async () => {
    await department('E3', [
      [1, '500'],
      [8, '500'],
    ]);
    const plan = await applied('E3', '500');
    const bill = await claimed('E3', plan, { amount: '500', occurDate: august });
    expect(await send('EX', bill)).toBe('');
    await applied('E3', '500');
    expect(await left('E3')).toEqual(['0', '0']);
    expect(await decide('EX', 'reject', bill)).toBe('');
    expect(await left('E3')).toEqual(['0', '500']);
    expect([await held(plan), (await read(plan)).unheldAmount]).toEqual(['0', '500']);
    await clean();
  });

  test('is held again as far as it fits, cut by cut and when an approval is taken back', async () => {
    await department('E4', [[1, '500']]);
    await department('E5', [[1, '500']]);
    const plan = await applied('E4', '500');
    const bill = await claimed('E4', plan, { amount: '500', deptCode: 'E5' });
    expect(await send('EX', bill)).toBe('');
    await applied('E4', '350');
    const [cost] = await office.manager.must<readonly ClaimCost[]>('GET', `${papers.EX.path}/cut?id=${bill.id}`);
    const cut = async (allowedAmount: string): Promise<string> => {
      const lines = [{ id: cost?.id, allowedAmount, reason: '超出' }];
      return outcome(await office.manager.call('PUT', `${papers.EX.path}/cut`, { id: bill.id, lines }));
    };
    expect(await cut('400')).toBe('');
    expect([await held(plan), await left('E4'), await left('E5')]).toEqual(['100', ['50'], ['100']]);
    expect(await cut('300')).toBe('');
    expect([await held(plan), await left('E4'), await left('E5')]).toEqual(['150', ['0'], ['200']]);
    expect(await read(plan)).toMatchObject({ claimedAmount: '300', unheldAmount: '50' });
    await clean();
    expect(await decide('EX', 'approve', bill)).toBe('');
    expect(await decide('EX', 'approve', bill, office.accountant)).toBe('');
    expect(await read(plan)).toMatchObject({ claimedAmount: '300', unheldAmount: '50' });
    expect(await act('EX', 'unaudit', bill)).toBe('');
    expect([await held(plan), await left('E4'), await left('E5')]).toEqual(['150', ['0'], ['500']]);
    expect(await read(plan)).toMatchObject({ claimedAmount: '0', unheldAmount: '350' });
    await clean();
    // Opened again it asks for what it had lost, too, and is told no as long as somebody else has it.
    expect(await act('AP', 'close', plan)).toBe('');
    expect(await act('AP', 'unclose', plan)).toContain('E-BUDGET-OVER');
    expect(await read(plan)).toMatchObject({ claimedAmount: '0', unheldAmount: '0' });
    await clean();
  });

  test('is held again in whole where nobody came between, and where its budget only warns', async () => {
    await department('E6', [[1, '500']]);
    await department('E7', [[1, '500']]);
    const plan = await applied('E6', '500');
    const bill = await claimed('E6', plan, { amount: '500', deptCode: 'E7' });
    expect(await send('EX', bill)).toBe('');
    expect(await decide('EX', 'reject', bill)).toBe('');
    expect([await held(plan), (await read(plan)).unheldAmount]).toEqual(['500', '0']);
    const loose = await applied('E6', '500', january, 'PAPER');
    const paper = await claimed('E6', loose, { itemCode: 'PAPER', amount: '500', deptCode: 'E7' });
    expect(await send('EX', paper)).toBe('');
    await applied('E6', '500', january, 'PAPER');
    expect(await decide('EX', 'reject', paper)).toBe('');
    expect([await held(loose), (await read(loose)).unheldAmount]).toEqual(['500', '0']);
    await clean();
  });
});
