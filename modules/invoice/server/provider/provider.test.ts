import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileStores } from '#apps/api/compose.ts';
import { mailSender } from '#platform/server/mail/smtp.ts';
import { startOutbox } from '#platform/server/outbox/runner.ts';
import { furnish } from '#tests/furniture.ts';
import { openMailbox } from '#tests/mailbox.ts';
import { outcome } from '#tests/proof/shop.ts';
import { issuing, nameProvider } from '#tests/tax-desk.ts';
import { fairWeather, startTaxSystem, type TaxSystem } from '#tests/tax-system.ts';
import type { TaxConfirmation } from '#tests/tax-red.ts';
import { openWorld, type World } from '#tests/world.ts';

const maintain = '/invoice/electronmain';
interface Invoice {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly issueStatus: string;
  readonly invoiceNumber: string | null;
  readonly failMsg: string | null;
  readonly pushStatus: string;
  readonly redConfirmStatus: string;
  readonly redConfirmStage: string;
  readonly redConfirmNo: string | null;
  readonly redConfirmMsg: string | null;
  readonly redConfirmDeadline: string | null;
}

const folder = mkdtempSync(join(tmpdir(), 'qudao-provider-'));
process.env['FILES_FOLDER'] = folder;
let world: World;
let tax: TaxSystem;
beforeAll(async () => {
  process.env['EXCHANGE_ALLOW_PRIVATE'] = '1';
  process.env['QUDAO_SEAL_KEY'] ??= randomBytes(32).toString('base64');
  world = await openWorld('invoice_provider');
  await furnish(world.first);
  tax = await startTaxSystem();
});
beforeEach(() => {
  tax.weather = fairWeather;
  tax.aheadMs = 0;
});
afterAll(async () => {
  await tax.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

const put = async (verb: string, body: object): Promise<string> =>
  outcome(await world.first.call('PUT', `${maintain}/${verb}`, body));
const read = (id: string): Promise<Invoice> => world.first.must<Invoice>('GET', `${maintain}/${id}`);
const written = async (more: object = {}): Promise<string> => {
  const { id } = await world.first.must<{ id: string }>('POST', maintain, {
    organizeCode: 'O1',
    customerCode: 'CU1',
    invoiceType: '3',
    title: '杭州客户有限公司',
    taxNumber: '91330100MA2XXXXX1K',
    lines: [{ productName: '*涂料*外墙漆', number: '2', amount: '226', taxRate: '13' }],
    ...more,
  });
  return id;
};
/** Calls that the sandbox was asked about an invoice, and those that the interface log has of it. */
async function callsOf(id: string): Promise<{ readonly arrived: string[]; readonly logged: string[] }> {
  const requests = await world.sql<{ id: string }>('select id from app.invoice_request where invoice_id = $1', [id]);
  const own = new Set(requests.map((request) => request.id));
  const logged = await world.sql<{ url: string }>(
    `
      select l.url
      from app.sys_interfacelog l
      join app.invoice_maintain h on h.code = l.business_code
      where h.id = $1
      order by l.create_date, l.id`,
    [id],
  );
  return {
    arrived: tax.calls.filter(({ requestId }) => own.has(requestId)).map(({ place }) => place),
    logged: logged.map(({ url }) => url.split('/').at(-1) ?? ''),
  };
}
const redOf = async ({ code }: Invoice): Promise<Invoice> => {
  const { list } = await world.first.must<{ list: { id: string; originalCode: string }[] }>(
    'GET',
    `${maintain}/page?kind=1&limit=200`,
  );
  const reds = await Promise.all(
    list.map(({ id }) => world.first.must<Invoice & { originalCode: string }>('GET', `${maintain}/${id}`)),
  );
  const red = reds.find(({ originalCode }) => originalCode === code);
  if (red === undefined) throw new Error(`no red of ${code}`);
  return red;
};
const issuedOf = (id: string) => {
  const all = [...tax.invoices.values()];
  return read(id).then(({ invoiceNumber }) => all.filter((each) => each.invoiceNumber === invoiceNumber));
};

const issued = async (more: object = {}): Promise<string> => {
  const id = await written(more);
  expect(await put('issue', [id])).toBe('');
  await issuing(world);
  return id;
};
/** What the sandbox was asked to confirm of an invoice. */
const confirmationsOf = ({ invoiceNumber }: Invoice): TaxConfirmation[] =>
  [...tax.confirmations.values()].filter(({ asked }) => asked?.original?.invoiceNumber === invoiceNumber);

describe('an invoice that nobody issues here', () => {
  test('gets its number by hand', async () => {
    const id = await written();
    expect(await put('issue', [id])).toBe('E-INV-PROVIDER');
    expect(await put('push', [id])).toBe('E-STATE');
    expect(await put('number', { ids: [id], invoiceNumber: '20260001', invoiceDate: '2026-03-02' })).toBe('');
    expect(await put('push', [id])).toBe('E-INV-FILE');
  });
});

describe('an invoice and its provider', () => {
  beforeAll(() => nameProvider(world.first, tax.url));

  test('is handed over, numbered by what comes of it, and its file hangs on it', async () => {
    const id = await written();
    expect(await put('issue', [id])).toBe('');
    expect(await read(id)).toMatchObject({ billStatus: '4', issueStatus: '4', invoiceNumber: null });
    expect(await put('number', { ids: [id], invoiceNumber: 'X1', invoiceDate: '2026-03-02' })).toBe('E-INV-ISSUING');
    expect(await put('issue', [id])).toBe('E-INV-ISSUING');
    await issuing(world);
    const invoice = await read(id);
    expect(invoice).toMatchObject({ billStatus: '1', issueStatus: '1', failMsg: null });
    expect(invoice.invoiceNumber).toMatch(/^\d{20}$/);
    expect(await put('unnumber', { ids: [id], operateMsg: '录错' })).toBe('E-INV-ISSUED');
    const [file] = await world.first.must<{ id: string; fileName: string; fileType: string }[]>(
      'GET',
      `${maintain}/${id}/attachments`,
    );
    expect(file).toMatchObject({ fileType: 'pdf', fileName: `发票_${invoice.invoiceNumber}.pdf` });
    const paper = await world.app.inject({
      method: 'GET',
      url: `/api${maintain}/${id}/attachments/${file?.id}`,
      headers: { token: world.first.token },
    });
    expect(paper.rawPayload.toString('latin1', 0, 8)).toBe('%PDF-1.5');
    expect(await callsOf(id)).toEqual({
      arrived: ['issue', 'query', 'query', 'file'],
      logged: ['issue', 'query', 'query', 'file'],
    });
  });

  test('is not handed over when it is of paper', async () => {
    expect(await put('issue', [await written({ invoiceType: '1' })])).toBe('E-INVALID');
  });

  test('that is refused says why, and is issued once it was mended', async () => {
    const id = await written({ title: '拒开有限公司' });
    await put('issue', [id]);
    await issuing(world);
    expect(await read(id)).toMatchObject({ billStatus: '0', issueStatus: '0', failMsg: '购方信息校验失败' });
    const bill = await world.first.must<object>('GET', `${maintain}/${id}`);
    expect(outcome(await world.first.call('PUT', maintain, { ...bill, title: '改名有限公司' }))).toBe('');
    expect(await put('issue', [id])).toBe('');
    await issuing(world);
    expect(await read(id)).toMatchObject({ issueStatus: '1', failMsg: null });
    expect(await issuedOf(id)).toHaveLength(1);
  });

  test.each([
    ['lost', { lost: 0.5 }],
    ['doubled', { doubled: 1 }],
    ['late', { late: 0.5, lateMs: 600 }],
    ['put off', { busy: 0.25 }],
  ])('is issued once whose answers are %s, and every call is in the log', async (_what, weather) => {
    tax.weather = { ...fairWeather, ...weather, seed: 7 };
    const ids = [await written(), await written(), await written()];
    expect(await put('issue', ids)).toBe('');
    await issuing(world);
    for (const id of ids) {
      expect(await read(id)).toMatchObject({ issueStatus: '1' });
      expect(await issuedOf(id)).toHaveLength(1);
      const { arrived, logged } = await callsOf(id);
      expect(logged.toSorted()).toEqual(arrived.toSorted());
    }
  });

  test('whose call was cut off is looked for and not asked for again', async () => {
    const id = await written();
    await put('issue', [id]);
    await issuing(world, { until: () => Promise.resolve(tax.calls.length > 0) });
    await world.sql(
      `
        update app.invoice_request
        set state = '0', calling = 'issue', lease_until = now() - interval '1 second', not_before = now()
        where invoice_id = $1`,
      [id],
    );
    const before = (await callsOf(id)).arrived.filter((place) => place === 'issue').length;
    await issuing(world);
    const { arrived, logged } = await callsOf(id);
    expect(arrived.filter((place) => place === 'issue')).toHaveLength(before);
    // What was cut off is in the log as well.
    expect(logged.length).toBe(arrived.length + 1);
    expect(await issuedOf(id)).toHaveLength(1);
  });

  test.each([
    ['well', {}],
    ['lost', { lost: 0.5, seed: 7 }],
    ['doubled', { doubled: 1 }],
    ['late', { late: 0.5, lateMs: 600, seed: 7 }],
  ])('takes an invoice back once, answers %s, and the paper says what it reverses', async (_what, weather) => {
    const id = await written();
    await put('issue', [id]);
    await issuing(world);
    const blue = await read(id);
    tax.weather = { ...fairWeather, ...weather };
    expect(await put('redReverse', { ids: [id], redReason: '04', lines: [{ lineNo: 1, number: '1' }] })).toBe('');
    expect(await read(id)).toMatchObject({ issueStatus: '5', redConfirmStatus: '1', redConfirmStage: '1' });
    expect(await put('redAgree', [id])).toBe('E-RED-PROVIDER');
    await issuing(world);
    const red = await redOf(blue);
    const confirmations = confirmationsOf(blue);
    expect(confirmations).toMatchObject([{ state: 'ISSUED', redConfirmNo: red.redConfirmNo }]);
    expect((await read(id)).redConfirmNo).toBe(red.redConfirmNo);
    expect(red).toMatchObject({ billStatus: '1', issueStatus: '1', redConfirmStatus: '3', totalAmount: '-113' });
    expect(red.invoiceNumber).toMatch(/^\d{20}$/);
    expect(await read(id)).toMatchObject({ issueStatus: '1', redConfirmStatus: '3', redAmount: '113' });
    expect(await issuedOf(red.id)).toHaveLength(1);
    const [asked] = await issuedOf(red.id);
    expect(asked?.asked.original).toMatchObject({
      invoiceNumber: blue.invoiceNumber,
      reason: '04',
      redConfirmNo: red.redConfirmNo,
    });
    const [file] = await world.first.must<{ fileName: string }[]>('GET', `${maintain}/${red.id}/attachments`);
    expect(file?.fileName).toBe(`发票_${red.invoiceNumber}.pdf`);
    const { arrived, logged } = await callsOf(red.id);
    expect(logged.toSorted()).toEqual(arrived.toSorted());
  });

  test('that refuses to take one back keeps its confirmation, which may be withdrawn', async () => {
    const id = await issued();
    await world.sql(`update app.invoice_maintain set invoice_number = invoice_number || '9' where id = $1`, [id]);
    expect(await put('redReverse', { ids: [id], redReason: '01' })).toBe('');
    await issuing(world);
    expect(await read(id)).toMatchObject({
      issueStatus: '5',
      redConfirmStatus: '4',
      redConfirmStage: '5',
      redConfirmMsg: '原发票不能红冲',
    });
    const red = await redOf(await read(id));
    expect(red).toMatchObject({ billStatus: '0', failMsg: '原发票不能红冲' });
    expect(await put('issue', [red.id])).toBe('');
    await issuing(world);
    expect(await put('redWithdraw', [id])).toBe('');
    expect(await read(id)).toMatchObject({ issueStatus: '5', redConfirmStatus: '4', redConfirmStage: '2' });
    expect(await put('redWithdraw', [id])).toBe('E-RED-PROVIDER');
    expect(await put('issue', [red.id])).toBe('E-RED-PROVIDER');
    expect(await put('number', { ids: [red.id], invoiceNumber: 'H2', invoiceDate: '2026-03-02' })).toBe(
      'E-INV-ISSUING',
    );
    await issuing(world);
    expect(await read(id)).toMatchObject({ issueStatus: '1', redConfirmStatus: '7' });
    expect(confirmationsOf(await read(id))).toMatchObject([{ state: 'WITHDRAWN' }]);
  });

  test('is taken back once its buyer agreed, who was asked because he had used it', async () => {
    const id = await issued({ title: '已用途有限公司' });
    expect(await put('redReverse', { ids: [id], redReason: '01', buyerUsedFlag: '1' })).toBe('E-INVALID');
    expect(await put('redReverse', { ids: [id], redReason: '01', redConfirmNo: 'HZ1' })).toBe('E-INVALID');
    expect(await put('redReverse', { ids: [id], redReason: '01' })).toBe('');
    await issuing(world, { until: async () => (await read(id)).issueStatus === '3' });
    const [confirmation] = confirmationsOf(await read(id));
    expect(await read(id)).toMatchObject({ redConfirmStatus: '3', buyerUsedFlag: '1' });
    expect(confirmation?.questions).toBeGreaterThan(1);
    expect((await redOf(await read(id))).redConfirmNo).toBe(confirmation?.redConfirmNo);
  });

  test('whose buyer refuses is whole again and says why', async () => {
    const id = await issued({ title: '拒红有限公司' });
    expect(await put('redReverse', { ids: [id], redReason: '01' })).toBe('');
    await issuing(world, { until: async () => (await read(id)).issueStatus === '1' });
    expect(await read(id)).toMatchObject({
      redConfirmStatus: '5',
      redConfirmStage: '5',
      redConfirmMsg: '购方不同意红冲',
    });
    expect(confirmationsOf(await read(id))).toHaveLength(1);
  });

  test('is open for its buyer up to and including 72 hours, as the provider says, and expires then', async () => {
    const id = await issued({ title: '不理有限公司' });
    expect(await put('redReverse', { ids: [id], redReason: '01' })).toBe('');
    await issuing(world, { until: async () => (await read(id)).redConfirmStatus === '2' });
    expect((await read(id)).redConfirmDeadline).not.toBeNull();
    expect(await put('redAgree', [id])).toBe('E-RED-PROVIDER');
    // What our clock says is nothing: he may have agreed in the last minute.
    await world.sql(`update app.invoice_maintain set red_confirm_deadline = now() - interval '1 hour' where id = $1`, [
      id,
    ]);
    tax.aheadMs = 71.9 * 3_600_000;
    expect(await put('redQuery', [id])).toBe('');
    const blue = await read(id);
    const questions = (): number => confirmationsOf(blue)[0]?.questions ?? 0;
    const before = questions();
    await issuing(world, { until: () => Promise.resolve(questions() > before) });
    expect(await read(id)).toMatchObject({ issueStatus: '5', redConfirmStatus: '2' });
    tax.aheadMs = 72.1 * 3_600_000;
    expect(await put('redQuery', [id])).toBe('');
    await issuing(world, { until: async () => (await read(id)).redConfirmStatus === '6' });
    expect(await read(id)).toMatchObject({ issueStatus: '1', redConfirmMsg: '购方超过72小时未确认' });
    expect(confirmationsOf(blue)).toMatchObject([{ state: 'EXPIRED' }]);
  });

  test.each([
    ['well', {}],
    ['lost', { lost: 0.5, seed: 11 }],
  ])('is withdrawn there while its buyer thinks, answers %s, and may be taken back anew', async (_what, weather) => {
    const id = await issued({ title: '不理有限公司' });
    expect(await put('redReverse', { ids: [id], redReason: '01' })).toBe('');
    await issuing(world, { until: async () => (await read(id)).redConfirmStatus === '2' });
    tax.weather = { ...fairWeather, ...weather };
    expect(await put('redWithdraw', [id])).toBe('');
    await issuing(world, { until: async () => (await read(id)).redConfirmStatus === '7' });
    expect(await read(id)).toMatchObject({ issueStatus: '1' });
    tax.weather = fairWeather;
    expect(await put('redReverse', { ids: [id], redReason: '01' })).toBe('');
    expect(await put('redWithdraw', [id])).toBe('');
    await issuing(world);
    expect(await read(id)).toMatchObject({ issueStatus: '1', redConfirmStatus: '7' });
    for (const { state } of confirmationsOf(await read(id))) expect(state).toBe('WITHDRAWN');
  });

  test('whose confirmation the provider does not take says why, and it is asked for anew', async () => {
    const id = await issued();
    await world.sql(`update app.invoice_maintain set title = '拒认有限公司' where id = $1`, [id]);
    expect(await put('redReverse', { ids: [id], redReason: '01' })).toBe('');
    await issuing(world);
    expect(await read(id)).toMatchObject({
      issueStatus: '5',
      redConfirmStatus: '1',
      redConfirmStage: '4',
      redConfirmMsg: '发票状态异常',
    });
    const { id: redId } = await redOf(await read(id));
    await world.sql(`update app.invoice_maintain set title = '好有限公司' where id = $1`, [redId]);
    expect(await put('redQuery', [id])).toBe('');
    await issuing(world);
    expect(await read(id)).toMatchObject({ issueStatus: '3', redConfirmStatus: '3' });
  });

  test('whose confirmation was given up is looked for again, or answered by whoever looked there', async () => {
    const [first, second] = [await issued(), await issued()];
    tax.weather = { ...fairWeather, lost: 1 };
    for (const id of [first, second]) expect(await put('redReverse', { ids: [id], redReason: '01' })).toBe('');
    await issuing(world);
    for (const id of [first, second]) {
      expect(await read(id)).toMatchObject({ issueStatus: '5', redConfirmStatus: '1', redConfirmStage: '3' });
      expect((await read(id)).redConfirmMsg).toContain('结果未知');
    }
    expect(await put('redRefuse', { ids: [second], operateMsg: '电话' })).toBe('');
    tax.weather = fairWeather;
    expect(await put('redQuery', [first])).toBe('');
    await issuing(world);
    expect(await read(first)).toMatchObject({ issueStatus: '3', redConfirmStatus: '3' });
    expect(await read(second)).toMatchObject({ issueStatus: '1', redConfirmStatus: '5', redConfirmMsg: '电话' });
    for (const id of [first, second]) expect(confirmationsOf(await read(id))).toHaveLength(1);
  });

  test('whose red was entered by hand before goes on: it expires by our clock, or is confirmed once agreed to', async () => {
    const [late, open] = [await issued(), await issued()];
    for (const id of [late, open]) {
      expect(await put('redReverse', { ids: [id], redReason: '01' })).toBe('');
      // As the release before left it.
      await world.sql(
        `
          delete from app.invoice_request
          where kind = '2'
            and invoice_id in (
              select r.id
              from app.invoice_maintain r
              join app.invoice_maintain h on h.code = r.original_code
              where h.id = $1
            )`,
        [id],
      );
      await world.sql(
        `
          update app.invoice_maintain
          set red_confirm_status = '2', red_confirm_stage = '0', red_confirm_deadline = now() + interval '1 hour'
          where id = $1 or original_code = (select h.code from app.invoice_maintain h where h.id = $1)`,
        [id],
      );
    }
    await world.sql(
      `update app.invoice_maintain set red_confirm_deadline = now() - interval '1 second' where id = $1`,
      [late],
    );
    await issuing(world, { until: async () => (await read(late)).redConfirmStatus === '6' });
    expect(await read(late)).toMatchObject({ issueStatus: '1' });
    expect(await read(open)).toMatchObject({ issueStatus: '5', redConfirmStatus: '2' });
    expect(await put('redAgree', [open])).toBe('');
    await issuing(world);
    expect(await read(open)).toMatchObject({ issueStatus: '3', redConfirmStatus: '3' });
    expect(confirmationsOf(await read(open))).toMatchObject([{ state: 'ISSUED' }]);
  });

  test('is given up after its plan, and then entered by hand or looked for again', async () => {
    tax.weather = { ...fairWeather, lost: 1 };
    const [first, second] = [await written(), await written()];
    await put('issue', [first, second]);
    await issuing(world);
    expect((await read(first)).failMsg).toContain('结果未知');
    expect(await read(first)).toMatchObject({ billStatus: '4', issueStatus: '4' });
    expect(await put('number', { ids: [first], invoiceNumber: 'H1', invoiceDate: '2026-03-02' })).toBe('');
    tax.weather = fairWeather;
    expect(await put('issue', [second])).toBe('');
    await issuing(world);
    expect(await read(first)).toMatchObject({ issueStatus: '1', invoiceNumber: 'H1', failMsg: null });
    expect(await read(second)).toMatchObject({ issueStatus: '1', failMsg: null });
    expect(await issuedOf(second)).toHaveLength(1);
  });

  test('beyond the quota of the month is not handed over, and what is with the provider counts (IV007)', async () => {
    const [used] = await world.sql<{ net: string }>(`
      select sum(total_net)::text as net
      from app.invoice_maintain
      where bill_status in ('1', '4') and invoice_date >= date_trunc('month', now())`);
    const params = '/sys/tenant/params';
    const { id: param } = await world.first.must<{ id: string }>('POST', params, {
      code: 'IV007',
      name: 'IV007',
      typeCode: 'SD',
      value: String(Number(used?.net) + 300), // not money
    });
    const [first, second] = [await written(), await written()];
    expect(await put('issue', [first, second])).toBe('E-INV-QUOTA');
    expect(await put('issue', [first])).toBe('');
    expect(await put('issue', [second])).toBe('E-INV-QUOTA');
    await world.first.must('DELETE', params, [param]);
    await issuing(world);
  });

  test('goes to the customer by mail with its file, and says whether it was sent', async () => {
    const mailbox = await openMailbox();
    const sender = mailSender({ url: mailbox.url, from: 'no-reply@qudao.example', stores: fileStores(world.door) });
    const outbox = startOutbox({ door: world.door, log: world.app.log, senders: { mail: sender } });
    try {
      const id = await written({ email: 'buyer@example.com' });
      expect(await put('issue', [id])).toBe('');
      await issuing(world);
      const isPushed = async (): Promise<string> => (await read(id)).pushStatus;
      await expect.poll(isPushed, { timeout: 10_000 }).toBe('2');
      expect(await put('push', [id])).toBe('');
      await expect.poll(() => mailbox.received.length, { timeout: 10_000 }).toBe(2);
      expect(mailbox.received[0]?.source).toContain('application/pdf');
    } finally {
      await outbox.stop();
      sender.close();
      await mailbox.close();
    }
  });
});
