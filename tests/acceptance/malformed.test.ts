import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field, Fields } from '#platform/model/field.ts';
import { languages, textOf, type Language } from '#platform/model/label.ts';
import type { Noun } from '#platform/model/module.ts';
import { nouns, sampler, type Body, type Sampler } from '#tests/conformance/sample.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type World } from '#tests/world.ts';

/** "{attr} format error" in the three languages, as the specification words it. */
const told: Readonly<Record<Language, (attr: string) => string>> = {
  'zh-CN': (attr) => `${attr}格式错误`,
  'zh-TW': (attr) => `${attr}格式錯誤`,
  'en-US': (attr) => `${attr} format error`,
};

/** What has a form of its own, and a value that breaks the form. */
function brokenValue(field: Field): unknown {
  switch (field.kind) {
    case 'text':
      return { email: 'a@b', phone: '123', url: 'nowhere', tenantNo: '0x' }[field.format as string];
    case 'decimal':
      return '1,5';
    case 'date':
      return 'gestern';
    case 'instant':
      return 'heute';
    case 'integer':
      return 'sieben';
    default:
      return undefined;
  }
}

const writableIn = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(
    ([, field]) => field.kept !== true && field.virtual !== true && brokenValue(field) !== undefined,
  );
const headOf = (noun: Noun): Fields => (noun.kind === 'entity' ? noun.fields : noun.head);

describe('a malformed field of any noun', () => {
  let world: World;
  let samples: Sampler;
  beforeAll(async () => {
    world = await openWorld('malformed');
    await furnish(world.first);
    samples = sampler(world.first, world.platform, { code: 'F', mark: '格式', sql: world.sql });
  });
  afterAll(() => world.close());

  test('[A373] is told by the server as "{attr} format error" with its label, in three languages', async () => {
    let fields = 0;
    for (const noun of nouns.filter((each) => each.kind === 'document' || each.calls.includes('save'))) {
      const sound = await samples.bodyOf(noun);
      const broken = writableIn(headOf(noun));
      const lines = sound['lines'] as readonly Body[] | undefined;
      const brokenInLines = noun.kind === 'document' && (lines ?? []).length > 0 ? writableIn(noun.lines) : [];
      if (broken.length + brokenInLines.length === 0) continue;
      const spoil = (of: readonly [string, Field][]): Body =>
        Object.fromEntries(of.map(([key, field]) => [key, brokenValue(field)]));
      const body = {
        ...sound,
        ...spoil(broken),
        ...(lines === undefined
          ? {}
          : { lines: lines.map((line, at) => (at === 0 ? { ...line, ...spoil(brokenInLines) } : line)) }),
      };
      for (const language of languages) {
        const { code, msg, data } = await samples
          .writerOf(noun)
          .call<{ errors: { path: string; msg: string }[] }>('POST', noun.path, body, { 'accept-language': language });
        const expected = [
          ...broken.map(([key, field]) => ({ path: key, msg: told[language](textOf(field.label, language)) })),
          ...brokenInLines.map(([key, field]) => ({
            path: `lines.0.${key}`,
            msg: told[language](textOf(field.label, language)),
          })),
        ];
        expect([noun.name, code, data.errors]).toEqual([noun.name, 10003, expected]);
        expect([noun.name, msg]).toEqual([noun.name, expected[0]?.msg]);
      }
      fields += broken.length + brokenInLines.length;
    }
    console.log(`${fields} fields sent malformed`);
    expect(fields).toBeGreaterThanOrEqual(140);
  });
});
