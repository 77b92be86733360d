import { describe, expect, test } from 'vitest';
import { CallError } from '#platform/web/api/client.ts';
import { approveInTurn, type RunItem } from './bulk-run.ts';

/** Documents whose approval is answered only when the test says so. */
function documents(count: number) {
  const waiting: { key: string; answer: (error?: Error) => void }[] = [];
  const sent: string[] = [];
  const items = Array.from({ length: count }, (_, i): RunItem => ({
    key: `k${i}`,
    code: `CR${i}`,
    send: (operateMsg) => {
      sent.push(`k${i} ${operateMsg}`);
      return new Promise<void>((resolve, reject) => {
        waiting.push({
          key: `k${i}`,
          answer: (error) => {
            if (error === undefined) resolve();
            else reject(error);
          },
        });
      });
    },
  }));
  return { items, sent, waiting };
}

/** Everything that can happen without an answer has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('approving several documents', () => {
  test('sends the next one only after the answer to the one before', async () => {
    const { items, sent, waiting } = documents(5);
    const outcomes: [string, string | null][] = [];
    const run = approveInTurn(items, {
      operateMsg: '同意',
      isStopped: () => false,
      onOutcome: (...outcome) => outcomes.push(outcome),
    });
    for (let answered = 0; answered < items.length; answered += 1) {
      await settled();
      expect(sent).toEqual(items.slice(0, answered + 1).map(({ key }) => `${key} 同意`));
      expect(waiting).toHaveLength(1);
      waiting.shift()?.answer(answered === 2 ? new Error('已被他人处理') : undefined);
    }
    await run;
    expect(outcomes).toEqual([
      ['k0', null],
      ['k1', null],
      ['k2', '已被他人处理'],
      ['k3', null],
      ['k4', null],
    ]);
  });

  test('stops before the next one, and leaves what nobody answered as not sent', async () => {
    const stopped = documents(3);
    let isStopped = false;
    const outcomes: string[] = [];
    const run = approveInTurn(stopped.items, {
      operateMsg: '',
      isStopped: () => isStopped,
      onOutcome: (key) => outcomes.push(key),
    });
    await settled();
    isStopped = true;
    stopped.waiting.shift()?.answer();
    await run;
    expect([stopped.sent.length, outcomes]).toEqual([1, ['k0']]);

    const cut = documents(3);
    const cutRun = approveInTurn(cut.items, {
      operateMsg: '',
      isStopped: () => false,
      onOutcome: (key) => outcomes.push(key),
    });
    await settled();
    cut.waiting.shift()?.answer(new CallError('请重新登录', 10001));
    await cutRun;
    expect([cut.sent.length, outcomes]).toEqual([1, ['k0']]);
  });
});
