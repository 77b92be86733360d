import type { ImportReason } from '#platform/model/import.ts';
import type { Choices, Field } from '#platform/model/field.ts';
import { instantAt } from '#platform/model/zone.ts';
import { isDay } from '#platform/model/time/day.ts';

/** What a text stands for, or why it stands for nothing. */
export type Meaning = { readonly value: unknown } | { readonly reason: ImportReason };

/** What other records say: which entry of a dictionary a word is, which record a code or a name is. */
export interface Lookups {
  readonly dict: (type: string, text: string) => string | undefined;
  readonly ref: (key: string, text: string) => Meaning;
  /** In which a time stands that names none. */
  readonly zone: string;
}

/** The one place where a kind of field reads a cell. */
export function meaningOf(key: string, field: Field, text: string, lookups: Lookups): Meaning {
  switch (field.kind) {
    case 'text':
      return {
        value:
          wordIn(field.words ?? {}, text) ??
          (field.format === 'phone' ? text.replaceAll(/[\s-]/g, '').replace(/^(\+|00)86(?=1\d{10}$)/, '') : text),
      };
    case 'integer':
      return number(text, (plain) => (/^-?\d{1,10}(\.0+)?$/.test(plain) ? Number.parseInt(plain, 10) : undefined));
    case 'decimal':
      return number(text, (plain) => (/^-?\d+(\.\d+)?$/.test(plain) ? plain : undefined));
    case 'date':
      return found(dayIn(text), 'format');
    case 'instant':
      return found(instantIn(text, lookups.zone), 'format');
    case 'flag':
      return found(yesOrNo(text), 'notChosen');
    case 'bool':
      return found(yesOrNo(text) === undefined ? undefined : yesOrNo(text) === '1', 'notChosen');
    case 'choice':
      return found(
        Object.hasOwn(field.choices, text) ? text : (wordIn(field.choices, text) ?? bareCode(field.choices, text)),
        'notChosen',
      );
    case 'dict':
      return found(lookups.dict(field.dictType, text), 'notChosen');
    case 'ref':
      return lookups.ref(key, text);
    case 'refs':
      return several(
        text
          .split(/[,，;；、|\n]/)
          .map((each) => each.trim())
          .filter((each) => each !== '')
          .map((each) => lookups.ref(key, each)),
      );
    case 'json':
    case 'secret':
    case 'file':
      return { reason: 'notAllowed' };
  }
}

const found = (value: unknown, reason: ImportReason): Meaning => (value === undefined ? { reason } : { value });

function several(meanings: readonly Meaning[]): Meaning {
  const refused = meanings.find((each) => 'reason' in each);
  return refused ?? { value: [...new Set(meanings.map((each) => ('value' in each ? each.value : null)))] };
}

export const plainWord = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

function wordIn(words: Readonly<Record<string, readonly (string | undefined)[]>>, text: string): string | undefined {
  const plain = plainWord(text);
  return Object.entries(words).find(([, labels]) =>
    labels.slice(0, 3).some((label) => label !== undefined && plainWord(label) === plain),
  )?.[0];
}

/** A sheet shows 0.13 for 13 %, and drops the zero in front of 01. */
function bareCode(choices: Choices, text: string): string | undefined {
  const bare = (code: string): string => code.replace(/^0+(?=\d)/, '');
  const fitting = Object.keys(choices).filter((code) => /^\d+$/.test(code) && bare(code) === bare(text));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function yesOrNo(text: string): '0' | '1' | undefined {
  const plain = plainWord(text);
  return ['1', '是', 'yes', 'y', 'true', '√', '✓', '启用', '啟用'].includes(plain)
    ? '1'
    : ['0', '否', 'no', 'n', 'false', '×', '✗', '停用'].includes(plain)
      ? '0'
      : undefined;
}

/** 1,234.50, ￥12, １２ and 13% are numbers to whoever typed them. */
function number(text: string, read: (plain: string) => unknown): Meaning {
  const plain = text.normalize('NFKC').replace(/^[¥$€]\s*/, '');
  const [, percent] = /^(-?\d+(?:\.\d+)?)%$/.exec(plain) ?? [];
  if (percent !== undefined) return found(read(hundredth(percent)), 'format');
  return found(read(/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain), 'format');
}

/** By moving the point: a float would round it. */
function hundredth(text: string): string {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = whole.padStart(3, '0');
  const moved = `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`.replace(/\.?0+$/, '');
  return `${text.startsWith('-') ? '-' : ''}${moved === '' ? '0' : moved}`;
}

/**
 * 2026-01-31, 2026/1/31, 2026.1.31, 2026年1月31日, 20260131, each with or without a time. A date that reads two ways is
 * none.
 */
export function dayIn(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim();
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?$/.exec(plain) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ??
    [];
  const made = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(made) ? made : undefined;
}

/** A time in a sheet is one of the tenant's zone. */
function instantIn(text: string, zone: string): string | undefined {
  const day = dayIn(text);
  const [, time] = /[ T](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const toTheMinute = (time ?? '00:00').padStart(5, '0');
  const clock = toTheMinute.length === 5 ? `${toTheMinute}:00` : toTheMinute.padStart(8, '0');
  const made = text.trim().endsWith('Z') ? new Date(`${day}T${clock}Z`) : instantAt(day, clock, zone);
  return Number.isNaN(made.getTime()) ? undefined : made.toISOString();
}
