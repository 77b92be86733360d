import { describe, expect, test } from 'vitest';
import { texts } from '#platform/web/text/texts.ts';
import { pauseBefore } from './busy.ts';
import { isTold, noAnswer, outcomeOf } from './outcome.ts';

const loud = { isSilent: false, isDialog: false, isAborted: false };
const envelope = (code: number, msg = '', data: unknown = null) => ({ code, msg, data });

describe('the error catalogue', () => {
  test.each([
    ['success', 200, envelope(0, 'success', [1]), { kind: 'done', data: [1] }],
    ['a copy that is still the newest', 304, null, { kind: 'unchanged' }],
    ['401', 200, envelope(401, '过期'), { kind: 'ended', code: 401, text: '过期', data: null }],
    ['10001', 200, envelope(10001, '别处登录'), { kind: 'ended', code: 10001, text: '别处登录', data: null }],
    ['another code', 200, envelope(10009, '已被引用'), { kind: 'refused', code: 10009, text: '已被引用', data: null }],
    [
      'another code without a message',
      200,
      envelope(500),
      { kind: 'refused', code: 500, text: { label: texts.callFault }, data: null },
    ],
    [
      'an HTTP failure',
      500,
      null,
      { kind: 'fault', code: 500, text: { label: texts.serverFault, params: { status: 500 } } },
    ],
    [
      'an HTTP 401 is a failure of the transport, not of the session',
      401,
      null,
      { kind: 'fault', code: 401, text: { label: texts.serverFault, params: { status: 401 } } },
    ],
    ['busy', 503, envelope(503, '繁忙'), { kind: 'busy', code: 503, text: '繁忙' }],
    ['too many at once', 429, envelope(429, '太多'), { kind: 'busy', code: 429, text: '太多' }],
    [
      'a proxy that is busy',
      503,
      null,
      { kind: 'fault', code: 503, text: { label: texts.serverFault, params: { status: 503 } } },
    ],
    ['a page of a proxy', 200, null, { kind: 'refused', code: -1, text: { label: texts.callFault }, data: null }],
  ])('%s', (_what, status, reply, outcome) => {
    expect(outcomeOf(status, reply)).toEqual(outcome);
  });

  test('a busy server is asked again by itself: later each time, as late as it says, and not for ever', () => {
    expect([0, 1, 2, 3, 4].map((tries) => pauseBefore(tries, '1'))).toEqual([1000, 2000, 4000, 8000, null]);
    expect(pauseBefore(0, '5')).toBe(5000);
    expect(pauseBefore(0, null)).toBe(1000);
    // A quarter of an hour is told and not waited for.
    expect(pauseBefore(0, '900')).toBeNull();
  });

  test('what is told in a message: refusals, HTTP failures and a lost connection', () => {
    for (const code of [10009, 500, -1, noAnswer]) expect(isTold(code, loud), String(code)).toBe(true);
  });

  test('what is not: the end of a session, silent calls, calls that were given up, and in a dialog a lost connection', () => {
    for (const code of [401, 10001]) expect(isTold(code, loud)).toBe(false);
    expect(isTold(10009, { ...loud, isSilent: true })).toBe(false);
    expect(isTold(noAnswer, { ...loud, isAborted: true })).toBe(false);
    expect(isTold(noAnswer, { ...loud, isDialog: true })).toBe(false);
    // A dialog that is answered, but with a refusal, says so.
    expect(isTold(10009, { ...loud, isDialog: true })).toBe(true);
    expect(isTold(500, { ...loud, isDialog: true })).toBe(true);
  });

  test('the texts of the specification', () => {
    expect([texts.callFault[0], texts.serverFault[0], texts.exportFault[2]]).toEqual([
      '接口异常',
      '服务器异常，状态码：{status}',
      'system data error',
    ]);
  });
});
