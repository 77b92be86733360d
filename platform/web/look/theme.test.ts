import { beforeAll, describe, expect, test } from 'vitest';
import { contrast } from './colour.ts';
import type * as Theme from './theme.ts';

const brands = [
  '#1f5eff',
  '#1677ff',
  '#ffd400',
  '#d4380d',
  '#52c41a',
  '#fa8c16',
  '#722ed1',
  '#13c2c2',
  '#eb2f96',
  '#000000',
  '#ffffff',
  '#808080',
  '#0b5345',
  '#8e44ad',
  '#f1c40f',
  '#c0392b',
  '#2ecc71',
  '#34495e',
  '#e67e22',
  '#7f8c8d',
  '#16a085',
  '#2980b9',
  '#d35400',
  '#27ae60',
  '#a0522d',
  '#ff69b4',
  '#4b0082',
  '#00ced1',
  '#b8860b',
  '#556b2f',
];

let frameColours: (typeof Theme)['frameColours'];
beforeAll(async () => {
  Object.assign(globalThis, {
    document: { cookie: '' },
    localStorage: { getItem: () => null, setItem: () => undefined },
  });
  ({ frameColours } = await import('./theme.ts'));
});

describe('the colours of the frame', () => {
  test.each(brands)('%s: every pair of ink and ground reaches 4.5:1, in light and in dark', (brand) => {
    for (const isDark of [false, true]) {
      const colours = frameColours({ brand, isDark, rowHeight: 32 });
      const at = (name: `--${string}`): string => colours[name] ?? '';
      for (const [ink, ground] of [
        ['--on-brand', '--brand'],
        ['--on-fill', '--fill'],
        ['--link', '--surface'],
        ['--ink', '--surface'],
        ['--ink-2', '--surface'],
        ['--ink-3', '--surface'],
        ['--ink-3', '--canvas'],
        ['--ink-2', '--head'],
        ['--good', '--surface'],
        ['--bad', '--surface'],
        ['--warning', '--surface'],
        ['--ink-2', '--tint'],
        ['--link', '--tint'],
      ] as const) {
        expect(contrast(at(ink), at(ground)), `${ink} on ${ground}${isDark ? ', dark' : ''}`).toBeGreaterThanOrEqual(
          4.5,
        );
      }
      expect(contrast(at('--fill'), at('--surface')) >= 3 || !isDark, 'a fill stands out from the dark').toBe(true);
    }
  });
});
