import { describe, expect, test } from 'vitest';
import {
  callFor,
  isOver,
  progressAfter,
  requestStates,
  type CallOutcome,
  type Progress,
  type RetryPlan,
} from './progress.ts';

const plan: RetryPlan = { faults: [1, 2], polls: [3, 4], buyerPolls: [5, 6], mostPolls: 4 };
const fresh: Progress = { state: '0', faults: 0, polls: 0 };
const unconfirmed: Progress = { ...fresh, state: requestStates.toConfirm };

const story = (...outcomes: readonly CallOutcome[]): readonly string[] => storyFrom(fresh, ...outcomes);

/** The calls of a request whose calls end so, and where it rests. */
function storyFrom(from: Progress, ...outcomes: readonly CallOutcome[]): readonly string[] {
  const told: string[] = [];
  let at: Progress = from;
  for (const outcome of outcomes) {
    told.push(callFor(at.state) ?? 'nothing');
    at = progressAfter(at, outcome, plan);
  }
  return [...told, callFor(at.state) ?? at.state];
}

describe('a request to the provider', () => {
  test('is asked for, looked for until it is issued, and its file is fetched', () => {
    expect(story('taken', 'pending', 'issued', 'fetched')).toEqual([
      'issue',
      'query',
      'query',
      'file',
      requestStates.done,
    ]);
  });
  test('is sent again only after the provider said that it does not know it', () => {
    expect(story('lost', 'unknown')).toEqual(['issue', 'query', 'issue']);
    expect(story('lost', 'lost')).toEqual(['issue', 'query', 'query']);
    expect(story('lost', 'issued')).toEqual(['issue', 'query', 'file']);
  });
  test('that is refused is over: what was sent must be mended first', () => {
    expect(story('refused').at(-1)).toBe(requestStates.refused);
    expect(story('taken', 'refused').at(-1)).toBe(requestStates.refused);
  });
  test('is given up after the last fault of its plan, or when it is never done', () => {
    expect(story('lost', 'lost', 'lost').at(-1)).toBe(requestStates.givenUp);
    expect(story('taken', 'pending', 'pending', 'pending', 'pending').at(-1)).toBe(requestStates.givenUp);
    expect(isOver(requestStates.givenUp)).toBe(true);
  });
  test('starts counting faults anew when it was answered', () => {
    expect(story('lost', 'lost', 'pending', 'lost', 'lost').at(-1)).toBe('query');
  });
  test('whose file does not come is issued without it', () => {
    expect(story('taken', 'issued', 'lost', 'lost', 'lost').at(-1)).toBe(requestStates.done);
  });
  test('for a red confirmation goes the same way, until the buyer said something', () => {
    const { done, refused, givenUp } = requestStates;
    expect(storyFrom(unconfirmed, 'taken', 'pending', 'atBuyer', 'agreed')).toEqual([
      'redConfirm',
      'redQuery',
      'redQuery',
      'redQuery',
      done,
    ]);
    expect(storyFrom(unconfirmed, 'lost', 'unknown')).toEqual(['redConfirm', 'redQuery', 'redConfirm']);
    expect(storyFrom(unconfirmed, 'lost', 'agreed')).toEqual(['redConfirm', 'redQuery', done]);
    expect(storyFrom(unconfirmed, 'refused').at(-1)).toBe(refused);
    expect(storyFrom(unconfirmed, 'lost', 'lost', 'lost').at(-1)).toBe(givenUp);
    for (const said of ['buyerRefused', 'expired', 'withdrawn'] as const)
      expect(storyFrom(unconfirmed, 'atBuyer', said).at(-1)).toBe(done);
  });
  test('that takes a confirmation back says so until it was heard, or stays as it stands', () => {
    const withdrawing: Progress = { ...fresh, state: requestStates.withdrawing };
    expect(storyFrom(withdrawing, 'lost', 'withdrawn')).toEqual(['redWithdraw', 'redWithdraw', requestStates.done]);
    expect(storyFrom(withdrawing, 'atBuyer')).toEqual(['redWithdraw', 'redQuery']);
    expect(storyFrom(withdrawing, 'kept').at(-1)).toBe(requestStates.done);
  });
  test('of a buyer who thinks is asked less often, and not for ever', () => {
    expect(progressAfter({ ...fresh, state: requestStates.confirming }, 'atBuyer', plan).pause).toBe(6);
    expect(storyFrom(unconfirmed, 'atBuyer', 'atBuyer', 'atBuyer', 'atBuyer').at(-1)).toBe(requestStates.givenUp);
  });
  test('waits as its plan says', () => {
    expect(progressAfter(fresh, 'lost', plan).pause).toBe(1);
    expect(progressAfter({ ...fresh, state: '1', faults: 1 }, 'lost', plan).pause).toBe(2);
    expect(progressAfter(fresh, 'taken', plan).pause).toBe(3);
    expect(progressAfter({ ...fresh, state: '1', polls: 2 }, 'pending', plan).pause).toBe(4);
  });
});
