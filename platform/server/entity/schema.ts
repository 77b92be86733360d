import { z } from 'zod';
import { decimalPattern, isTooLarge, scaleOf } from '#platform/model/decimal.ts';
import { nameKeyOf, type Field, type Fields } from '#platform/model/field.ts';
import { patterns } from '#platform/model/pattern.ts';
import { reasons, type Place } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import { alwaysThere } from '#platform/server/db/shape.ts';
import { cleanHtml } from '#platform/server/text/html.ts';

export type Input = Record<string, unknown>;

/** The one place where a kind of field becomes a validator. The same schema documents the call. */
export function validatorOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return textValidator(field.format, field.max);
    case 'integer':
      return z.int().min(-2_147_483_648).max(2_147_483_647);
    // Trailing zeros are not digits: 12.5000 is a price of one decimal.
    case 'decimal':
      return z.string().refine((text) => decimalPattern.test(text) && scaleOf(text) <= field.scale);
    case 'date':
      return z.iso.date();
    case 'instant':
      return z.iso.datetime({ offset: true });
    case 'flag':
      return z.enum(['0', '1']);
    case 'bool':
      return z.boolean();
    case 'choice':
      return z.enum(Object.keys(field.choices));
    case 'dict':
      return z.string().max(50);
    case 'ref':
      return field.key === 'id' ? z.uuid() : z.string().max(100);
    case 'refs':
      return z.array(z.string().max(100)).max(5000);
    case 'json':
      return z.json();
    case 'secret':
      return z.string().min(8).max(128);
    case 'file':
      return z.string().max(2000);
  }
}

function textValidator(
  format: 'line' | 'multiline' | 'html' | 'xml' | 'email' | 'phone' | 'url' | 'tenantNo',
  max: number,
): z.ZodType {
  // NUL ends a C string inside PostgreSQL and is refused there with a fault; control characters only ever come from
  // attacks and pasted rubbish.
  const clean = z
    .string()
    .max(max)
    .regex(/^[^\u0000]*$/);
  switch (format) {
    case 'line':
      return clean.regex(/^[^\n\r]*$/);
    case 'email':
      return clean.regex(patterns.email);
    case 'phone':
      return clean.regex(patterns.phone);
    case 'url':
      return clean.regex(patterns.url);
    case 'tenantNo':
      return clean.regex(patterns.positiveInteger);
    case 'multiline':
    case 'html':
    case 'xml':
      return clean;
  }
}

/**
 * What a save accepts beside the fields themselves and drops: stamps, derived names, what the server keeps (GET → PUT
 * round trips).
 */
export interface Accepted {
  readonly fields: Fields;
  readonly ignored: ReadonlySet<string>;
  readonly validators: ReadonlyMap<string, z.ZodType>;
}

export function acceptedOf(fields: Fields, alsoIgnored: Iterable<string>): Accepted {
  const writable = Object.entries(fields).filter(
    ([, field]) => field.kept !== true && (field.virtual !== true || field.kind === 'secret'),
  );
  const names = Object.entries(fields)
    .filter(([, field]) => field.kind === 'ref')
    .map(([key]) => nameKeyOf(key));
  const dropped = Object.keys(fields).filter((key) => !writable.some(([name]) => name === key));
  return {
    fields: Object.fromEntries(writable),
    ignored: new Set([...dropped, ...names, ...alsoIgnored]),
    validators: new Map(writable.map(([key, field]) => [key, validatorOf(field)])),
  };
}

/**
 * Reads one record of a body. `partial` keeps absent fields absent (an update leaves them as they are);
 * otherwise they become their default or null. `needs` narrows what must be there (a stashed document).
 */
export function readFields(
  accepted: Accepted,
  body: Input,
  { prefix = '', partial = false, needs }: { prefix?: string; partial?: boolean; needs?: readonly string[] } = {},
): { values: Input; places: Place[] } {
  const values: Input = {};
  const places: Place[] = [];
  const complain = (key: string, field: Label, reason: Label): void => {
    places.push({ path: prefix + key, field, reason });
  };
  for (const key of Object.keys(body)) {
    if (!(key in accepted.fields) && !accepted.ignored.has(key)) complain(key, [key, key, key], reasons.unknownField);
  }
  for (const [key, field] of Object.entries(accepted.fields)) {
    if (partial && !(key in body)) continue;
    const given = body[key];
    const value =
      given === undefined || given === '' || given === null ? (given === undefined ? defaultOf(field) : null) : given;
    if (value === null) {
      if (alwaysThere(field)) values[key] = defaultOf(field);
      else if (needs === undefined ? field.required && field.filled !== true : needs.includes(key))
        complain(key, field.label, reasons.required);
      else values[key] = null;
    } else if (accepted.validators.get(key)?.safeParse(value).success === true) {
      const clean = cleaned(field, value);
      if (clean === '' && field.required) complain(key, field.label, reasons.required);
      else values[key] = clean;
    } else {
      complain(key, field.label, reasonFor(field, value));
    }
  }
  return { values, places };
}

/** Formatted text is stored clean, whatever it was sent as. */
const cleaned = (field: Field, value: unknown): unknown =>
  field.kind === 'text' && field.format === 'html' && typeof value === 'string' ? cleanHtml(value) : value;

function defaultOf(field: Field): unknown {
  if (field.kind === 'refs') return [];
  if (field.default === undefined) return null;
  return field.kind === 'integer'
    ? Number.parseInt(field.default, 10)
    : field.kind === 'bool'
      ? field.default === 'true'
      : field.default;
}

function reasonFor(field: Field, value: unknown): Label {
  if (field.kind === 'choice' || field.kind === 'flag') return reasons.notChosen;
  if (field.kind === 'text' && typeof value === 'string' && value.length > field.max) return reasons.tooLong;
  if (field.kind === 'decimal' && typeof value === 'string' && isTooLarge(value)) return reasons.tooLarge;
  return reasons.format;
}

/** The body as one schema, for OpenAPI. */
export function documentedBody(fields: Fields): z.ZodType {
  return z.object(
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => field.kept !== true && (field.virtual !== true || field.kind === 'secret'))
        .map(([key, field]) => [
          key,
          (field.required && field.filled !== true ? validatorOf(field) : validatorOf(field).nullish()).describe(
            field.label[2],
          ),
        ]),
    ),
  );
}
