import { expect, test } from 'vitest';
import { cleanHtml } from '#platform/server/text/html.ts';
import { letterOf } from './letter.ts';

test('a table of a mail has its lines in every cell, and keeps what was said of it', () => {
  const written = cleanHtml(
    '<p>x</p><table><tr><th colspan="2">a</th><td style="text-align:right">1<em>2</em></td></tr></table>',
  );
  const letter = letterOf(written);
  for (const [tag, style] of [
    ['th', 'border-bottom'],
    ['td', 'text-align:right'],
    ['td', 'border-bottom'],
    ['em', 'color'],
    ['table', 'border-collapse'],
  ] as const)
    expect([tag, style, new RegExp(`<${tag}[^>]*style="[^"]*${style}`).test(letter)]).toEqual([tag, style, true]);
  expect(letter).toContain('colspan="2"');
});

test('what people wrote is changed by none of it', () => {
  expect(letterOf('<p>a &lt;td&gt; <em>b</em></p>')).toContain('<p>a &lt;td&gt; <em>b</em></p>');
});
