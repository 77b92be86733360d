import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audited, bills, openCustomer } from '#tests/proof/cash.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('account_check');
  clerk = world.first;
  await furnish(clerk);
});
afterAll(() => world.close());

const path = '/channelsale/accountcheck';
interface Statement {
  readonly id: string;
  readonly code: string;
  readonly beginAmount: string;
  readonly endAmount: string;
  readonly inAmount: string;
  readonly lines: readonly object[];
}
const body = (customerCode: string, month: string, last: string): object => ({
  organizeCode: 'O1',
  customerCode,
  startDate: `2026-${month}-01`,
  endDate: `2026-${month}-${last}`,
});
const write = async (...given: Parameters<typeof body>): Promise<Statement> =>
  one((await clerk.must<{ id: string }>('POST', path, body(...given))).id);
const one = (id: string): Promise<Statement> => clerk.must<Statement>('GET', `${path}/${id}`);
const pay = (customerCode: string, amount: string, billDate: string): Promise<string> =>
  audited(clerk, bills, { organizeCode: 'O1', customerCode, billType: 'RC', amount, billDate });
const later = (code: string): object => ({ code: 20311, msg: `客户有更晚的对账单【${code}】，请先处理` });
async function customer(code: string): Promise<string> {
  await openCustomer(clerk, code, { limit: '0', cash: '0', isControlled: true });
  return code;
}

describe('the statements of a customer', () => {
  test('each open with what the one before closed with, also when the last one is moved to a later day', async () => {
    const of = await customer('AC1');
    await pay(of, '10', '2026-01-10');
    await pay(of, '20', '2026-02-10');
    expect(await write(of, '01', '31')).toMatchObject({ beginAmount: '0', endAmount: '-10' });
    const february = await write(of, '02', '20');
    expect(february).toMatchObject({ beginAmount: '-10', inAmount: '20', endAmount: '-30' });
    await clerk.must('PUT', path, { ...february, endDate: '2026-02-28' });
    expect(await one(february.id)).toMatchObject({ beginAmount: '-10', inAmount: '20', endAmount: '-30' });
  });

  test('never end on the same day, nor before one that is there already', async () => {
    const of = await customer('AC2');
    const { code } = await write(of, '02', '28');
    expect(await clerk.call('POST', path, body(of, '02', '28'))).toMatchObject(later(code));
    expect(await clerk.call('POST', path, body(of, '01', '31'))).toMatchObject(later(code));
    await write(await customer('AC2B'), '01', '31');
    const codes = (await Promise.all([1, 2, 3].map(() => clerk.call('POST', path, body(of, '03', '31'))))).map(
      (reply) => reply.code,
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 20311, 20311]);
  });

  test('are changed and deleted from the last one back: what stands behind one opens with it', async () => {
    const of = await customer('AC3');
    await pay(of, '10', '2026-01-10');
    const [january, february] = [await write(of, '01', '31'), await write(of, '02', '28')];
    await pay(of, '5', '2026-01-20');
    expect(await clerk.call('PUT', path, january)).toMatchObject(later(february.code));
    // Not behind the other one's back either, and not away from it.
    expect(await clerk.call('PUT', path, { ...january, endDate: '2026-03-31' })).toMatchObject(later(february.code));
    expect(await clerk.call('PUT', path, { ...january, customerCode: await customer('AC3B') })).toMatchObject(
      later(february.code),
    );
    expect(await clerk.call('DELETE', `${path}/${january.id}`)).toMatchObject(later(february.code));
    expect(await one(february.id)).toMatchObject({ beginAmount: '-10', endAmount: '-10' });
    await clerk.must('DELETE', path, [january.id, february.id]);
    expect(await write(of, '01', '31')).toMatchObject({ beginAmount: '0', endAmount: '-15' });
  });

  test('are never cut off: more than one can hold is refused with the count', async () => {
    const of = await customer('AC4');
    await pay(of, '1', '2026-01-10');
    await world.sql(
      `
        insert into app.receivable_entry (
          tenant_code, balance_id, version, d_amount, amount_after, post_type, doc_type, doc_id, doc_code, line_id,
          holder_doc_id, holder_line_id, op_seq, idem_key, biz_date
        )
        select e.tenant_code, e.balance_id, e.version + n, -1, -1 - n, e.post_type, e.doc_type, e.doc_id, e.doc_code,
          e.line_id, e.holder_doc_id, e.holder_line_id, e.op_seq, e.idem_key || n,
          case when n < 2000 then date '2026-01-11' else date '2026-01-12' end
        from app.receivable_entry e
        join app.receivable_balance b
          on b.tenant_code = e.tenant_code
          and b.id = e.balance_id, generate_series(1, 2004) n
        where b.customer_code = $1`,
      [of],
    );
    expect(await clerk.call('POST', path, body(of, '01', '31'))).toMatchObject({
      code: 20315,
      msg: '该期间有2005笔往来，一张对账单最多2000笔，请缩短期间',
    });
    const whole = await write(of, '01', '11');
    expect([whole.lines.length, whole.endAmount]).toEqual([2000, '-2000']);
    expect(await write(of, '01', '31')).toMatchObject({ beginAmount: '-2000', inAmount: '5', endAmount: '-2005' });
  });
});

describe('am-A5: what a customer is asked to confirm', () => {
  test('is rebuilt from the books when it is sent: what came and what was undone since the save', async () => {
    const of = await customer('AC5');
    const gone = await pay(of, '10', '2026-01-10');
    const { id } = await write(of, '01', '31');
    await clerk.must('PUT', `${bills}/unaudit`, [gone]);
    await pay(of, '25', '2026-01-20');
    await clerk.must('PUT', `${path}/submit`, [id]);
    const sent = await one(id);
    expect(sent).toMatchObject({ beginAmount: '0', inAmount: '35', outAmount: '10', endAmount: '-25' });
    expect(sent.lines).toHaveLength(3);
    // Its entries are agreed now: none of them is taken back behind the customer's back.
    expect(
      await world.sql('select count(*)::integer as n from app.receivable_statement where check_id = $1', [id]),
    ).toEqual([{ n: 3 }]);
  });

  test('says what it said before where another one opens with its closing', async () => {
    const of = await customer('AC7');
    const gone = await pay(of, '10', '2026-01-10');
    const [january, february] = [await write(of, '01', '31'), await write(of, '02', '28')];
    await clerk.must('PUT', `${path}/submit`, [january.id]);
    expect(await one(january.id)).toMatchObject({ endAmount: '-10', reconcileStatus: '1' });
    await clerk.must('PUT', `${path}/reject`, { ids: [january.id], operateMsg: '少一笔' });
    await clerk.must('PUT', `${bills}/unaudit`, [gone]);
    expect(await clerk.call('PUT', `${path}/submit`, [january.id])).toMatchObject(later(february.code));
  });

  test('is sent back with a reason only', async () => {
    const of = await customer('AC6');
    await pay(of, '10', '2026-01-10');
    const { id } = await write(of, '01', '31');
    await clerk.must('PUT', `${path}/submit`, [id]);
    for (const operateMsg of [undefined, '  '])
      expect(await clerk.call('PUT', `${path}/reject`, { ids: [id], operateMsg })).toMatchObject({
        code: 10003,
        msg: '请填写原因',
        data: { key: 'E-REASON' },
      });
    await clerk.must('PUT', `${path}/reject`, { ids: [id], operateMsg: '少一笔' });
    expect(await one(id)).toMatchObject({ reconcileStatus: '2', rejectReason: '少一笔' });
  });
});
