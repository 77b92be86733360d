import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOutbox, type Sender } from '#platform/server/outbox/runner.ts';
import { smsSender } from '#platform/server/sms/sender.ts';
import { openWorld, type World } from '#tests/world.ts';
import { smsSecret } from './sms.ts';

interface Log {
  readonly status: string | null;
  readonly errorMsg: string | null;
  readonly mobile: string;
}

const secret = 'Geheim2026Schluessel';
let world: World;
let provider: Server;
let url: string;
const taken: { readonly platform: string; readonly request: Record<string, unknown> }[] = [];
let answers: ((platform: string) => unknown)[] = [];

beforeAll(async () => {
  world = await openWorld('sms');
  provider = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
    });
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const platform = request.headers['x-tc-action'] === undefined ? 'aliyun' : 'tencent';
      const complaint = platform === 'aliyun' ? aliyunComplaint(request) : tencentComplaint(request, body);
      if (complaint === null)
        taken.push({
          platform,
          request:
            platform === 'aliyun'
              ? Object.fromEntries(new URL(request.url ?? '', url).searchParams)
              : (JSON.parse(body) as Record<string, unknown>),
        });
      reply.setHeader('content-type', 'application/json');
      reply.end(
        JSON.stringify(complaint === null ? (answers.shift() ?? accepted)(platform) : refused(platform, complaint)),
      );
    });
  });
  await new Promise<void>((resolve) => {
    provider.listen(0, '127.0.0.1', () => {
      resolve();
    });
  });
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  for (const platform of ['aliyun', 'tencent']) {
    await world.first.must('POST', '/sys/sms', {
      smsCode: platform,
      platform,
      signName: '渠道云',
      templateCode: 'SMS_1',
      accessKey: 'AK1',
      secretKey: secret,
      appId: '14000',
    });
  }
});
afterAll(async () => {
  await new Promise((resolve) => {
    provider.close(resolve);
  });
  await world.close();
});

const accepted = (platform: string): unknown =>
  platform === 'aliyun'
    ? { Code: 'OK', Message: 'OK', BizId: '1' }
    : { Response: { SendStatusSet: [{ Code: 'Ok', Message: 'send success' }] } };
const refused = (platform: string, code: string): unknown =>
  platform === 'aliyun' ? { Code: code, Message: 'no' } : { Response: { Error: { Code: code, Message: 'no' } } };
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();

/** As Aliyun's description of ACS3-HMAC-SHA256 has it, from what arrived. */
function aliyunComplaint(request: IncomingMessage): string | null {
  const [, key, names = '', signature] =
    /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const { pathname, search } = new URL(request.url ?? '', url);
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('');
  const canonical = `${request.method ?? ''}\n${pathname}\n${search.slice(1)}\n${headers}\n${names}\n${String(request.headers['x-acs-content-sha256'])}`;
  if (search.slice(1).split('&').toSorted().join('&') !== search.slice(1)) return 'SignatureDoesNotMatch';
  if (Math.abs(Date.parse(String(request.headers['x-acs-date'])) - Date.now()) > 60_000) return 'SignatureDoesNotMatch';
  return key === 'AK1' && hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex') === signature
    ? null
    : 'SignatureDoesNotMatch';
}

/** As Tencent's description of TC3-HMAC-SHA256 has it, from what arrived. */
function tencentComplaint(request: IncomingMessage, body: string): string | null {
  const [, key, date = '', service = '', names = '', signature] =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]+)\/(\w+)\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const timestamp = String(request.headers['x-tc-timestamp']);
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim().toLowerCase()}\n`)
    .join('');
  const canonical = `POST\n/\n\n${headers}\n${names}\n${sha256(body)}`;
  const signing = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request');
  const isFresh =
    Math.abs(Number(timestamp) * 1000 - Date.now()) < 60_000 &&
    new Date(Number(timestamp) * 1000).toISOString().startsWith(date);
  return key === 'AK1' &&
    isFresh &&
    hmac(signing, `TC3-HMAC-SHA256\n${timestamp}\n${date}/${service}/tc3_request\n${sha256(canonical)}`).toString(
      'hex',
    ) === signature
    ? null
    : 'AuthFailure.SignatureFailure';
}

const send = (body: object) =>
  world.first.call<{ errors: { path: string }[]; key: string }>('POST', '/sys/sms/send', body);
const logs = async (): Promise<Log[]> =>
  (await world.first.must<{ list: Log[] }>('GET', '/sys/smslog/page?limit=100')).list;
const waiting = async (): Promise<number> => (await world.sql('select from sec.outbox')).length;
async function emptied(pauses: readonly number[] = [0]): Promise<void> {
  const sms: Sender = smsSender({ sealedFor: smsSecret, endpoints: { aliyun: url, tencent: url } });
  const running = startOutbox({
    door: world.door,
    log: { error: () => undefined, warn: () => undefined },
    senders: { mail: sms, sms },
    pauses,
  });
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  await running.stop();
}

describe.each(['aliyun', 'tencent'])('a text message by %s', (platform) => {
  test('is signed so that the provider takes it', async () => {
    expect(
      (await send({ smsCode: platform, mobile: '13800000001', params: { name: "安娜 &+*~'()", code: '12 34' } })).code,
    ).toBe(0);
    await emptied();
    expect((await logs())[0]).toMatchObject({ mobile: '13800000001', status: '1', errorMsg: null });
    expect(taken.at(-1)!.request).toMatchObject(
      platform === 'aliyun'
        ? {
            PhoneNumbers: '13800000001',
            SignName: '渠道云',
            TemplateCode: 'SMS_1',
            TemplateParam: '{"name":"安娜 &+*~\'()","code":"12 34"}',
          }
        : {
            PhoneNumberSet: ['+8613800000001'],
            SmsSdkAppId: '14000',
            SignName: '渠道云',
            TemplateId: 'SMS_1',
            TemplateParamSet: ["安娜 &+*~'()", '12 34'],
          },
    );
  });

  test('that the provider puts off is sent later; one that it refuses is given up', async () => {
    const busy = platform === 'aliyun' ? 'Throttling.User' : 'RequestLimitExceeded';
    const wrong = platform === 'aliyun' ? 'isv.MOBILE_NUMBER_ILLEGAL' : 'FailedOperation.ContainSensitiveWord';
    answers = [(each) => refused(each, busy)];
    await send({ smsCode: platform, mobile: '13800000002' });
    await emptied();
    expect((await logs())[0]).toMatchObject({ status: '1' });
    answers = [(each) => refused(each, wrong)];
    await send({ smsCode: platform, mobile: '13800000003' });
    await emptied([3600]);
    expect((await logs())[0]).toMatchObject({ status: '0', errorMsg: expect.stringContaining(wrong) as string });
    // Every call to the provider has its line: put off, taken, refused; of the number only enough to know it by.
    const { list } = await world.first.must<{ list: Record<string, unknown>[] }>(
      'GET',
      '/sys/log/interface/page?fields=all&limit=3',
    );
    expect(
      list.map(({ returnStatus, requestBody, interfaceType }) => [returnStatus, requestBody, interfaceType]),
    ).toEqual([
      ['0', '138****0003', '1'],
      ['1', '138****0002', '1'],
      ['0', '138****0002', '1'],
    ]);
    expect(list[0]).toMatchObject({ errorMsg: expect.stringContaining(wrong) as string, url });
  });
});

test('with another secret the provider says no: the check is one', async () => {
  const { list } = await world.first.must<{ list: { id: string }[] }>('GET', '/sys/sms/page?smsCode=aliyun');
  const [{ id }] = list as [{ id: string }];
  await world.first.must('PUT', '/sys/sms', { id, secretKey: 'Etwas-anderes' });
  await send({ smsCode: 'aliyun', mobile: '13800000004' });
  await emptied([3600]);
  expect((await logs())[0]).toMatchObject({
    status: '0',
    errorMsg: expect.stringContaining('SignatureDoesNotMatch') as string,
  });
  // Left out it stays, and what is saved without it keeps it.
  await world.first.must('PUT', '/sys/sms', { id, secretKey: secret });
  await world.first.must('PUT', '/sys/sms', { id, remark: '改' });
  await send({ smsCode: 'aliyun', mobile: '13800000005' });
  await emptied();
  expect((await logs())[0]).toMatchObject({ status: '1' });
});

test('the secret is in the database only sealed, and in no answer', async () => {
  const [row] = await world.sql<{ sealed_secret: string }>(
    `select sealed_secret from app.message_sms where sms_code = 'tencent'`,
  );
  expect(row!.sealed_secret).toMatch(/^2\./);
  expect(row!.sealed_secret).not.toContain(secret);
  const { list } = await world.first.must<{ list: { id: string }[] }>('GET', '/sys/sms/page');
  const answer = JSON.stringify([list, await world.first.must('GET', `/sys/sms/${list[0]!.id}`)]);
  expect(answer).not.toMatch(/sealed|Geheim/);
  expect(JSON.stringify(await world.sql('select * from app.sys_operationlog'))).not.toContain(secret);
});

test('an account that is disabled, unknown or of a provider that nobody knows sends nothing', async () => {
  expect((await send({ smsCode: 'none', mobile: '13800000001' })).code).toBe(404);
  expect(
    (
      await world.first.call<{ errors: { path: string }[] }>('POST', '/sys/sms', {
        smsCode: 'x',
        platform: 'constructor',
      })
    ).data.errors[0]?.path,
  ).toBe('platform');
  await world.first.must('POST', '/sys/sms', { smsCode: 'off', platform: 'aliyun', status: '0' });
  expect((await send({ smsCode: 'off', mobile: '13800000001' })).data.key).toBe('E-SMS-OFF');
});
