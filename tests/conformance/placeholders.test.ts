import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, test } from 'vitest';

/** A text of three languages as it stands in the source. */
interface Written {
  readonly at: string;
  readonly languages: readonly string[];
}

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);
/** `{name}` places, and what a template literal fills in by itself: both must stand in every language. */
const placesIn = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/(?<!\{)\{\w+\}(?!\})/g)].map(([place]) => place))].toSorted((a, b) =>
    a.localeCompare(b),
  );

/** Every array of three or more texts whose first is Chinese: refusals, messages, labels, sentences of a page. */
export function textsIn(file: string, source: string): Written[] {
  const found: Written[] = [];
  new Visitor({
    ArrayExpression({ elements, start }) {
      const languages = elements.map((element) =>
        element?.type === 'Literal' && typeof element.value === 'string'
          ? element.value
          : element?.type === 'TemplateLiteral'
            ? element.quasis.map(({ value }, i) => `${i === 0 ? '' : '{filled}'}${value.cooked ?? ''}`).join('')
            : null,
      );
      const [zhCN] = languages;
      if (languages.length < 3 || zhCN == null || !isHan(zhCN) || languages.includes(null)) return;
      const at = `${file}:${source.slice(0, start).split('\n').length}`;
      found.push({ at, languages: languages.map((text) => text ?? '') });
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** Lists of Chinese words are no text of three languages: their third entry is Chinese as well. */
const isThreeTongued = ({ languages: [, , en = ''] }: Written): boolean => !isHan(en);

function complaintsAbout({ at, languages: [zhCN = '', zhTW = '', en = ''] }: Written): string[] {
  const wanted = placesIn(zhCN).join(' ');
  return [
    ...(placesIn(zhTW).join(' ') === wanted ? [] : [`${at}: zh-TW has ${placesIn(zhTW).join(' ')}, zh-CN ${wanted}`]),
    ...(placesIn(en).join(' ') === wanted ? [] : [`${at}: en has ${placesIn(en).join(' ')}, zh-CN ${wanted}`]),
    ...([zhCN, zhTW, en].every((text) => text.trim() !== '') ? [] : [`${at}: a language is empty`]),
  ];
}

describe('the places to fill in', () => {
  const all = globSync('{platform,modules,apps}/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => textsIn(file, readFileSync(file, 'utf8')));

  test('of every text in the source are the same in three languages', () => {
    const texts = all.filter(isThreeTongued);
    expect(texts.flatMap(complaintsAbout)).toEqual([]);
    const filled = texts.filter(({ languages: [zhCN = ''] }) => placesIn(zhCN).length > 0).length;
    console.log(`${texts.length} texts in three languages, ${filled} with places to fill in`);
    expect(filled).toBeGreaterThan(300);
  });

  test('are missed when a language forgets one, calls it otherwise or has one too many', () => {
    const source = (en: string): string =>
      `export const refused = refusal('E', 1, ['缺{short}元', '缺{short}元', '${en}']);`;
    const complaints = (en: string): number => textsIn('planted.ts', source(en)).flatMap(complaintsAbout).length;
    expect(['Short by {short}', 'Short', 'Short by {sum}', '{n} short by {short}'].map(complaints)).toEqual([
      0, 1, 1, 1,
    ]);
  });
});
