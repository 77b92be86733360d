import { describe, expect, test } from 'vitest';
import { contentIn, mostTemplateLines } from '#sales/model/template-content.ts';
import {
  areTemplates,
  mostOwn,
  renamedTemplate,
  withoutTemplate,
  withTemplate,
  type OwnTemplate,
} from './template-store.ts';

const line = { text: 'M1', changes: { number: '2' } };
const template = (name: string): OwnTemplate => ({ name, content: { head: {}, lines: [line] } });

describe('templates of one person', () => {
  test('replace one of the same name, keep their names apart, and end at their limit', () => {
    const two = [template('一'), template('二')];
    expect(
      withTemplate(two, { name: '一', content: { head: {}, lines: [line, line] } })?.map(({ name, content }) => [
        name,
        content.lines.length,
      ]),
    ).toEqual([
      ['一', 2],
      ['二', 1],
    ]);
    expect(renamedTemplate(two, '一', '二')).toEqual(two);
    expect(renamedTemplate(two, '一', '三').map(({ name }) => name)).toEqual(['三', '二']);
    expect(withoutTemplate(two, '一').map(({ name }) => name)).toEqual(['二']);
    const full = Array.from({ length: mostOwn }, (_each, at) => template(String(at)));
    expect(withTemplate(full, template('one more'))).toBeNull();
    expect(withTemplate(full, template('0'))).toHaveLength(mostOwn);
    // A setting holds 64 kB: what would not be kept is refused and not lost.
    expect(
      withTemplate([], {
        name: 'big',
        content: {
          head: {},
          lines: Array.from({ length: 400 }, () => ({ text: 'M1', changes: { remark: 'x'.repeat(200) } })),
        },
      }),
    ).toBeNull();
  });

  test('are only what is a template', () => {
    expect(areTemplates([template('一')])).toBe(true);
    for (const wrong of [
      null,
      {},
      [null],
      [{ name: 1, content: template('x').content }],
      [{ name: 'x', content: { lines: [] } }],
    ])
      expect(areTemplates(wrong)).toBe(false);
    for (const wrong of [
      null,
      [],
      { lines: 'x' },
      { lines: [{}] },
      { lines: [{ text: '', changes: {} }] },
      { lines: [{ text: 'M1', changes: { number: 2 } }] },
      { head: [], lines: [line] },
      { lines: [{ text: 'M\u0000', changes: {} }] },
      { lines: Array.from({ length: mostTemplateLines + 1 }, () => line) },
    ])
      expect(contentIn(wrong)).toBeNull();
    expect(contentIn({ head: { orderType: '0' }, lines: [line], more: 1 })).toEqual({
      head: { orderType: '0' },
      lines: [line],
    });
  });
});
