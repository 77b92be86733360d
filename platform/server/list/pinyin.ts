import { pinyin } from 'pinyin-pro';
import type { Entity } from '#platform/model/entity.ts';
import { isSearched, searchedKeys } from '#platform/model/search.ts';

/** A name is spelled as far as anybody types it. */
const maxLetters = 60;
const maxSpellings = 6;

/**
 * Letters that are read in two ways in names of firms, places and people. A phrase is read by the dictionary (银行
 * yinhang, 行政 xingzheng); 分行 or 曾 alone it may read wrongly, and a person types what he says. Traditional forms
 * beside simplified ones.
 */
const readings: Readonly<Record<string, readonly string[]>> = {
  行: ['hang', 'xing'],
  重: ['zhong', 'chong'],
  长: ['chang', 'zhang'],
  長: ['chang', 'zhang'],
  乐: ['le', 'yue'],
  樂: ['le', 'yue'],
  单: ['dan', 'shan'],
  單: ['dan', 'shan'],
  曾: ['zeng', 'ceng'],
  解: ['jie', 'xie'],
  厦: ['xia', 'sha'],
  廈: ['xia', 'sha'],
  朝: ['chao', 'zhao'],
  调: ['tiao', 'diao'],
  調: ['tiao', 'diao'],
  都: ['du', 'dou'],
  会: ['hui', 'kuai'],
  會: ['hui', 'kuai'],
  盛: ['sheng', 'cheng'],
  藏: ['cang', 'zang'],
  传: ['chuan', 'zhuan'],
  傳: ['chuan', 'zhuan'],
  仇: ['chou', 'qiu'],
  区: ['qu', 'ou'],
  區: ['qu', 'ou'],
  尉: ['wei', 'yu'],
  蔚: ['wei', 'yu'],
  翟: ['zhai', 'di'],
  柏: ['bai', 'bo'],
  卜: ['bu', 'bo'],
  薄: ['bao', 'bo'],
  泊: ['bo', 'po'],
  弹: ['dan', 'tan'],
  彈: ['dan', 'tan'],
  贾: ['jia', 'gu'],
  賈: ['jia', 'gu'],
  召: ['zhao', 'shao'],
  朴: ['pu', 'piao'],
  车: ['che', 'ju'],
  車: ['che', 'ju'],
  畜: ['chu', 'xu'],
  率: ['lv', 'shuai'],
  查: ['cha', 'zha'],
  覃: ['qin', 'tan'],
  员: ['yuan', 'yun'],
  員: ['yuan', 'yun'],
  强: ['qiang', 'jiang'],
  強: ['qiang', 'jiang'],
  番: ['fan', 'pan'],
  六: ['liu', 'lu'],
  堡: ['bao', 'pu'],
  莞: ['guan', 'wan'],
  蚌: ['beng', 'bang'],
  缪: ['miao', 'mou'],
  繆: ['miao', 'mou'],
  秘: ['mi', 'bi'],
  绿: ['lv', 'lu'],
  綠: ['lv', 'lu'],
  宿: ['su', 'xiu'],
  沈: ['shen', 'chen'],
  石: ['shi', 'dan'],
  铅: ['qian', 'yan'],
  鉛: ['qian', 'yan'],
  降: ['jiang', 'xiang'],
};

/**
 * How names are typed, for the column `pinyin`: initials, one spelling a line, and after a form feed the full
 * spellings. Empty when nothing in the names has a pinyin. Whoever writes records past the save calls it too.
 */
export function pinyinOf(names: readonly (string | null | undefined)[]): string {
  const spelled = names.flatMap((name) => (typeof name === 'string' && han.test(name) ? spellings(name) : []));
  if (spelled.length === 0) return '';
  const initials = spelled.map((parts) => parts.map(({ text, isHan }) => (isHan ? text.slice(0, 1) : text)).join(''));
  const full = spelled.map((parts) => parts.map(({ text }) => text).join(''));
  return `${lines(initials)}\n\f\n${lines(full)}\n`;
}

/** The column of a record that is about to be written, by its name; nothing for a noun that is not searched. */
export const pinyinIn = (entity: Entity, values: Readonly<Record<string, unknown>>): { readonly pinyin?: string } =>
  isSearched(entity)
    ? {
        pinyin: pinyinOf(
          searchedKeys(entity)
            .names.map((key) => values[key])
            .filter((name) => typeof name === 'string'),
        ),
      }
    : {};

const han = /\p{Script=Han}/u;
const lines = (texts: readonly string[]): string => [...new Set(texts)].join('\n');

interface Part {
  readonly letter: string;
  readonly text: string;
  readonly isHan: boolean;
}

/** The likely one first, then the same with one letter read in its other way. */
function spellings(name: string): readonly (readonly Part[])[] {
  const letters = [...name.normalize('NFKC').toLowerCase()].slice(0, maxLetters);
  const read = pinyin(letters.join(''), { toneType: 'none', type: 'array', v: true, nonZh: 'spaced' });
  const parts = letters.flatMap((letter, at): Part[] => {
    const isHan = han.test(letter);
    const text = (isHan ? (read[at] ?? '') : letter).replace(/[^a-z0-9]/g, '');
    return text === '' ? [] : [{ letter, text, isHan }];
  });
  const others = parts.flatMap((part, at) =>
    (readings[part.letter] ?? []).filter((text) => text !== part.text).map((text) => parts.with(at, { ...part, text })),
  );
  return parts.length === 0 ? [] : [parts, ...others.slice(0, maxSpellings - 1)];
}
