import { describe, expect, test } from 'vitest';
import { createSelection } from '#platform/web/grid/selection.ts';
import { obeying } from './choice.ts';
import { complaintAbout } from '#platform/web/registry/picker-rules.ts';

const row = (code: string, lockFlag = '0') => ({ code, lockFlag });
const [sales, channel, works, closed] = [row('XS'), row('XS1'), row('XS2', '1'), row('GB', '1')];

function choosing() {
  const told: string[] = [];
  const chosen = createSelection(({ code }) => String(code));
  const below = ({ code }: { readonly code?: unknown }) => (code === 'XS' ? [channel, works] : []);
  return {
    told,
    codes: () => chosen.get().map(({ code }) => code),
    selection: obeying(chosen, {
      isLocked: ({ lockFlag }) => lockFlag === '1',
      onLocked: () => {
        told.push('locked');
      },
      below,
    }),
  };
}

describe('choosing departments', () => {
  test('one takes those below it along, without the locked ones, and gives them back', () => {
    const { selection, codes, told } = choosing();
    selection.toggle(sales);
    expect(codes()).toEqual(['XS', 'XS1']);
    selection.toggle(sales);
    expect([codes(), told]).toEqual([[], []]);
  });

  test('a locked one is refused and says so; whoever ticks the whole page gets the others', () => {
    const { selection, codes, told } = choosing();
    selection.toggle(closed);
    selection.replace([closed]);
    expect([codes(), told]).toEqual([[], ['locked', 'locked']]);
    selection.add([channel, closed]);
    expect(codes()).toEqual(['XS1']);
  });
});

describe('confirming', () => {
  const [one, choose, user] = [
    ['只能选择一个', '', ''],
    ['请选择部门', '', ''],
    ['请选择一个用户', '', ''],
  ] as const;
  test('of a picker for one department: none is an error, two a warning', () => {
    const rules = { tooMany: one, none: choose };
    expect([0, 1, 2].map((count) => complaintAbout(rules, false, count))).toEqual([
      { text: choose, isError: true },
      null,
      { text: one, isError: false },
    ]);
    expect(complaintAbout(rules, true, 2)).toBeNull();
  });

  test('exactly one user: none and two are the same error', () => {
    expect([0, 1, 2].map((count) => complaintAbout({ tooMany: user, none: user }, false, count)?.isError)).toEqual([
      true,
      undefined,
      true,
    ]);
    expect(complaintAbout({}, false, 0)).toBeNull();
  });
});
