import type { Field } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { documentNamed } from '#platform/web/registry/registry.ts';
import type { Names } from '#workflow/model/engine/feel.ts';
import type { AskedField, Drawable } from '#workflow/model/rule/board.ts';
import type { Operator } from '#workflow/model/rule/rule.ts';

export const namesIn = ({ fields }: Drawable): Names => Object.fromEntries(fields.map(({ key, type }) => [key, type]));

/** The field of the document behind a name of a condition: what its values are chosen from. */
export function fieldBehind({ noun }: Drawable, key: string): Field | undefined {
  const head = documentNamed(noun)?.head ?? {};
  return (key === 'amount' ? head['totalAmount'] : undefined) ?? head[key];
}

/** What a value of it is chosen from, or typed as. */
export type Sort = 'number' | 'date' | 'boolean' | 'list' | 'text';
export function sortOf(asked: AskedField | undefined, field: Field | undefined): Sort {
  if (asked === undefined) return 'text';
  if (asked.type !== 'text') return asked.type;
  return field !== undefined && ['choice', 'dict', 'ref', 'flag'].includes(field.kind) ? 'list' : 'text';
}

const bySort: Readonly<Record<Sort, Readonly<Partial<Record<Operator, Label>>>>> = {
  number: {
    '=': ['等于', '等於', 'is'],
    '!=': ['不等于', '不等於', 'is not'],
    '>': ['大于', '大於', 'is more than'],
    '>=': ['大于等于', '大於等於', 'is at least'],
    '<': ['低于', '低於', 'is less than'],
    '<=': ['小于等于', '小於等於', 'is at most'],
    between: ['介于', '介於', 'is between'],
  },
  date: {
    '=': ['是', '是', 'is'],
    '!=': ['不是', '不是', 'is not'],
    '>': ['晚于', '晚於', 'is after'],
    '>=': ['不早于', '不早於', 'is on or after'],
    '<': ['早于', '早於', 'is before'],
    '<=': ['不晚于', '不晚於', 'is on or before'],
    between: ['介于', '介於', 'is between'],
  },
  boolean: { '=': ['是', '是', 'is'] },
  list: {
    '=': ['是', '是', 'is'],
    '!=': ['不是', '不是', 'is not'],
    oneOf: ['属于', '屬於', 'is one of'],
    noneOf: ['不属于', '不屬於', 'is none of'],
    empty: ['为空', '為空', 'is empty'],
    filled: ['不为空', '不為空', 'is filled in'],
  },
  text: {
    '=': ['是', '是', 'is'],
    '!=': ['不是', '不是', 'is not'],
    oneOf: ['属于', '屬於', 'is one of'],
    noneOf: ['不属于', '不屬於', 'is none of'],
    empty: ['为空', '為空', 'is empty'],
    filled: ['不为空', '不為空', 'is filled in'],
  },
};
const spare: Readonly<Partial<Record<Operator, Label>>> = {
  ...bySort.text,
  ...bySort.number,
  '!=': ['不等于', '不等於', 'is not'],
};

export const operatorsOf = (sort: Sort): readonly Operator[] => Object.keys(bySort[sort]) as Operator[];
export const operatorWord = (sort: Sort, operator: Operator): Label =>
  bySort[sort][operator] ?? spare[operator] ?? [operator, operator, operator];
