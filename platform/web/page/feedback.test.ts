import { beforeEach, describe, expect, test, vi } from 'vitest';
import { feedback, speakThrough } from './feedback.tsx';

type Opened = Parameters<Parameters<typeof speakThrough>[0]['message']['open']>[0];
const opened: Opened[] = [];
beforeEach(() => {
  opened.length = 0;
  speakThrough({
    message: { open: (message: Opened) => opened.push(message) },
  } as unknown as Parameters<typeof speakThrough>[0]);
});

describe('a message stays', () => {
  test('for 4 s when something failed or is warned of, for half a second when it went well (000 §8, 001 §8)', () => {
    feedback.error('接口异常');
    feedback.warn('分类已锁定，无法选择！');
    feedback.info('提示');
    feedback.success('操作成功');
    expect(opened.map(({ type, duration, content }) => [type, duration, content])).toEqual([
      ['error', 4, '接口异常'],
      ['warning', 4, '分类已锁定，无法选择！'],
      ['info', 4, '提示'],
      ['success', 0.5, '操作成功'],
    ]);
  });

  test('for as long as its caller says: nothing chosen is warned of for half a second', () => {
    feedback.warn('请选择删除项', 0.5);
    expect(opened).toMatchObject([{ type: 'warning', duration: 0.5 }]);
  });

  test('until it is over when it tells of progress', () => {
    feedback.progress('export', '正在导出');
    expect(opened).toMatchObject([{ type: 'loading', duration: 0, key: 'export' }]);
  });

  test('once when the same failure is said twice', () => {
    feedback.error('接口异常');
    feedback.error('接口异常');
    expect(new Set(opened.map(({ key }) => key)).size).toBe(1);
  });

  test('for half a second before the dialog of a success closes', async () => {
    vi.useFakeTimers();
    try {
      let isOver = false;
      const closing = feedback.succeeded('操作成功').then(() => {
        isOver = true;
      });
      await vi.advanceTimersByTimeAsync(499);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await closing;
      expect(opened).toMatchObject([{ type: 'success', duration: 0.5 }]);
    } finally {
      vi.useRealTimers();
    }
  });
});
