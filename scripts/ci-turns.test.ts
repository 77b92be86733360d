import { expect, test } from 'vitest';
import { takeTurn, turnsOf } from './ci-turns.ts';

const beside = (name: string): { name: string; isBeside: true } => ({ name, isBeside: true });

test('steps run alone but for neighbours that may be beside each other', () => {
  const turns = turnsOf([{ name: 'unit' }, beside('walk'), beside('image'), { name: 'bench' }, beside('contract')]);
  expect(turns.map((turn) => turn.map(({ name }) => name))).toEqual([
    ['unit'],
    ['walk', 'image'],
    ['bench'],
    ['contract'],
  ]);
});

test('two at a time: the third begins when one has ended, and results keep the order of their steps', async () => {
  const said: string[] = [];
  const ends = new Map<string, () => void>();
  const all = takeTurn(['slow', 'quick', 'last'], 2, async (name) => {
    said.push(`${name} begins`);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name.length;
  });
  ends.get('quick')?.();
  await expect.poll(() => said).toEqual(['slow begins', 'quick begins', 'last begins']);
  ends.get('last')?.();
  ends.get('slow')?.();
  expect(await all).toEqual([4, 5, 4]);
});
