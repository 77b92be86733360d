import { describe, expect, test } from 'vitest';
import { chosen, mutantsOf, mutated } from './mutants.ts';

const made = (source: string): string[] => mutantsOf('a.ts', source).map((mutant) => mutated(source, mutant));

describe('small faults', () => {
  test('turn a comparison, a sum, a condition and a code into their neighbours', () => {
    expect(made('const a = b < c;')).toEqual(['const a = b <= c;']);
    expect(made('const a = (b) + c;')).toEqual(['const a = (b) - c;']);
    expect(made("const a = b === '1';")).toEqual(["const a = b !== '1';", "const a = b === '2';"]);
    expect(new Set(made('if (!a) b();'))).toEqual(
      new Set(['if (a) b();', 'if (true) b();', 'if (false) b();', 'if (!a) ;']),
    );
    expect(made('const a = least(b, 0n);')).toEqual(['const a = most(b, 0n);', 'const a = least(b, 1n);']);
    expect(made('const a = b.filter(c);')).toEqual(['const a = b;']);
    expect(made('const a = b.toString();')).toEqual([]);
  });

  test('leave types and texts alone', () => {
    expect(made("interface A { readonly b: '1' | 'two' }\nconst c = 'words';")).toEqual([]);
  });

  test('are the same ones for the same seed, and others for another', () => {
    const all = mutantsOf('a.ts', Array.from({ length: 40 }, (_each, at) => `const a${at} = ${at} < b;`).join('\n'));
    expect(chosen(all, 10, 7)).toEqual(chosen(all, 10, 7));
    expect(chosen(all, 10, 7)).not.toEqual(chosen(all, 10, 8));
    expect(new Set(chosen(all, 80, 7)).size).toBe(80);
  });

  test('are drawn once at a place, and keep their names and their turn when lines above them move', () => {
    const source = 'if (a) b();\nconst c = d < 5;';
    const [moved, still] = [`// more\n${source}`, source].map((text) => chosen(mutantsOf('a.ts', text), 9, 7));
    expect(moved?.map(({ name }) => name)).toEqual(still?.map(({ name }) => name));
    expect(still?.map(({ was }) => was).toSorted()).toEqual(['5', '<', 'a', 'b();']);
    expect(still?.find(({ was }) => was === '<')?.name).toBe('a.ts: const c = d ⟦<⟧ 5; → <=');
  });
});
