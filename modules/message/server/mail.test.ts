import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailSender } from '#platform/server/mail/smtp.ts';
import { startOutbox, type OutboxOptions } from '#platform/server/outbox/runner.ts';
import { headersOf, openMailbox, type Mailbox } from '#tests/mailbox.ts';
import { openWorld, type World } from '#tests/world.ts';

interface Log {
  readonly id: string;
  readonly status: string | null;
  readonly errorMsg: string | null;
  readonly subject: string;
  readonly content: string;
  readonly mailTo: string;
  readonly mailFrom: string | null;
}

let world: World;
let mailbox: Mailbox;
let template: string;
const noLog = { error: () => undefined, warn: () => undefined };
beforeAll(async () => {
  world = await openWorld('mail');
  mailbox = await openMailbox();
  template = await save({
    name: '发货提醒',
    subject: '订单{{code}}已发货',
    content: '<p>{{name}}，您好：<a href="{{link}}">查看</a></p>',
    variables: ['name', 'code', 'link'],
  });
});
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

const save = async (body: object): Promise<string> =>
  (await world.first.must<{ id: string }>('POST', '/sys/mailtemplate', body)).id;
const send = (more: object = {}) =>
  world.first.call<{ errors: { path: string }[]; key: string }>('POST', '/sys/mailtemplate/send', {
    id: template,
    mailTo: 'anna@example.com',
    params: { name: '安娜', code: 'SO1', link: 'https://example.com/o/1' },
    ...more,
  });
const logs = async (): Promise<Log[]> =>
  (await world.first.must<{ list: Log[] }>('GET', '/sys/maillog/page?limit=100')).list;
const waiting = async (): Promise<number> => (await world.sql('select from sec.outbox')).length;

/** The worker's half, until everything was sent or given up. */
async function emptied({
  url = mailbox.url,
  workers = 1,
  pauses = [0, 0],
  log = noLog,
}: {
  readonly url?: string | undefined;
  readonly workers?: number;
  readonly pauses?: readonly number[];
  readonly log?: OutboxOptions['log'];
} = {}): Promise<void> {
  const sender = mailSender({ url, from: 'Qudao <no-reply@qudao.example>' });
  const running = Array.from({ length: workers }, () =>
    startOutbox({ door: world.door, log, senders: { mail: sender, sms: sender }, pauses }),
  );
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  await Promise.all(running.map((each) => each.stop()));
  sender.close();
}

describe('a mail', () => {
  test('is written to the log when it is asked for, and leaves when the worker comes by', async () => {
    expect((await send({ mailTo: 'anna@example.com; bert@example.com', mailCc: 'chef@example.com' })).code).toBe(0);
    expect(await logs()).toMatchObject([
      { status: null, mailTo: 'anna@example.com, bert@example.com', subject: '订单SO1已发货' },
    ]);
    expect(mailbox.received).toHaveLength(0);
    await emptied();
    const [mail] = mailbox.received;
    expect(mail!.to).toEqual(['anna@example.com', 'bert@example.com', 'chef@example.com']);
    expect(headersOf(mail!).get('from')).toBe('Qudao <no-reply@qudao.example>');
    expect(headersOf(mail!).get('message-id')).toContain((await logs())[0]!.id);
    expect(await logs()).toMatchObject([{ status: '1', errorMsg: null, mailFrom: 'Qudao <no-reply@qudao.example>' }]);
  });

  test('that the server refuses for now is tried again, and has one row in the log', async () => {
    const [before, sent] = [(await logs()).length, mailbox.received.length];
    mailbox.fail(2, 451);
    await send();
    await emptied();
    expect([(await logs()).length - before, mailbox.received.length - sent]).toEqual([1, 1]);
    expect((await logs())[0]).toMatchObject({ status: '1', errorMsg: null });
  });

  test('that is refused too often, or for good, is given up and says why', async () => {
    const sent = mailbox.received.length;
    mailbox.fail(3, 451);
    await send();
    await emptied();
    expect((await logs())[0]).toMatchObject({ status: '0', errorMsg: expect.stringContaining('not now') as string });
    mailbox.fail(1, 550);
    await send();
    await emptied({ pauses: [3600] });
    expect((await logs())[0]).toMatchObject({ status: '0' });
    expect(mailbox.received.length).toBe(sent);
  });

  test('of an installation without a mail server is not sent, which is no failure and said once', async () => {
    const said: string[] = [];
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(((await send()).data as unknown as { id: string }).id);
    const warn = (about: unknown, text?: unknown): void => {
      if (typeof about === 'object' && about !== null && 'kind' in about && about.kind === 'mail')
        said.push(String(text));
    };
    await emptied({ url: '', log: { ...noLog, warn } });
    expect((await logs()).slice(0, 3)).toMatchObject(Array.from({ length: 3 }, () => ({ status: '2' })));
    expect(said).toEqual([expect.stringContaining('SMTP_URL')]);
    expect(await world.sql('select from app.sys_interfacelog where business_code = any($1)', [ids])).toEqual([]);
  });

  test('is sent once by several workers', async () => {
    const sent = mailbox.received.length;
    for (let n = 0; n < 20; n += 1)
      await send({ params: { name: '安娜', code: `SO${n}`, link: 'https://example.com/' } });
    await emptied({ workers: 3 });
    expect(mailbox.received.length - sent).toBe(20);
    expect((await logs()).slice(0, 20).every(({ status }) => status === '1')).toBe(true);
  });

  test('whose worker died is sent by another, and what the dead one says later counts for nothing', async () => {
    await send();
    const [taken] = await world.door.gate({ text: 'select * from sec.take_outbox(1)', values: [] });
    await emptied();
    const [late] = await world.door.gate({
      text: 'select sec.end_outbox($1, $2, $3, null, null, null) as is_ended',
      values: [taken!['id'], taken!['attempts'], 'late'],
    });
    expect(late!['isEnded']).toBe(false);
    expect((await logs())[0]).toMatchObject({ status: '1', errorMsg: null });
  });

  test('is a line of the interface log for every time it was tried: where, to whom so far as one may know, how long, and how it ended', async () => {
    const { id } = (await send({ mailTo: 'anna@example.com, bert@example.com' })).data as unknown as { id: string };
    mailbox.fail(1, 451);
    await emptied();
    const lines = await world.first.must<{ list: Record<string, unknown>[] }>(
      'GET',
      '/sys/log/interface/page?fields=all&limit=20',
    );
    const tried = lines.list.filter(({ businessCode }) => businessCode === id);
    expect(tried.map(({ returnStatus, requestBody }) => [returnStatus, requestBody])).toEqual([
      ['1', 'a***@example.com, b***@example.com'],
      ['0', 'a***@example.com, b***@example.com'],
    ]);
    expect(tried.map(({ url }) => url)).toEqual([mailbox.url, mailbox.url]);
    expect(tried[1]!['errorMsg']).toContain('not now');
    expect(tried.every(({ costTime }) => typeof costTime === 'number')).toBe(true);
    expect(JSON.stringify(tried)).not.toContain('anna@');
  });

  test('of a transaction that was undone is never sent', async () => {
    const before = (await logs()).length;
    expect((await send({ params: { name: '安娜', code: 'SO1' } })).data.errors).toMatchObject([
      { path: 'params.link' },
    ]);
    expect([(await logs()).length - before, await waiting()]).toEqual([0, 0]);
  });

  test('of a disabled template or of another tenant is refused', async () => {
    const off = await save({ name: '停', subject: 's', content: 'c', status: '0' });
    expect((await send({ id: off, params: {} })).data.key).toBe('E-MAIL-TEMPLATE');
    expect(
      (await world.second.call('POST', '/sys/mailtemplate/send', { id: template, mailTo: 'a@example.com', params: {} }))
        .code,
    ).toBe(404);
  });

  test('to somebody who is not logged in is queued by the gate alone, and its secret stays out of the log', async () => {
    await world.door.gate({
      text: 'select sec.queue_mail($1, $2, $3, $4, $5)',
      values: ['1000', 'anna@example.com', '重置密码', '<p>https://example.com/reset?code=GEHEIM</p>', '<p>***</p>'],
    });
    await emptied();
    expect(mailbox.received.at(-1)!.source).toContain('GEHEIM');
    expect(JSON.stringify(await logs())).not.toContain('GEHEIM');
    await expect(world.door.open({ text: 'select * from sec.outbox', values: [] })).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      world.door.open({ text: `select sec.queue_mail('1000', 'a@b.cc', '', '', '')`, values: [] }),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a template', () => {
  test('is previewed with its values, and with the names of those that have none', async () => {
    const body = { subject: '{{a}}', content: '<p>{{a}} {{ b }}</p>', variables: ['a', 'b'] };
    expect(await world.first.must('POST', '/sys/mailtemplate/preview', { ...body, params: { a: '<b>1</b>' } })).toEqual(
      { subject: '<b>1</b>', content: '<p>&lt;b&gt;1&lt;/b&gt; [b]</p>' },
    );
  });

  test('says only what it declares', async () => {
    const refused = async (body: object): Promise<string | undefined> =>
      (
        await world.first.call<{ errors?: { path: string }[] }>('POST', '/sys/mailtemplate', {
          name: 'n',
          subject: 's',
          content: 'c',
          ...body,
        })
      ).data.errors?.[0]?.path;
    expect(await refused({ subject: '{{who}}' })).toBe('subject');
    expect(await refused({ content: '{{who}}', variables: ['whom'] })).toBe('content');
    expect(await refused({ variables: { a: 1 } })).toBe('variables');
  });
});
