import type { FormRule } from 'antd';
import { decimalPattern, isTooLarge, scaleOf } from '#platform/model/decimal.ts';
import { spokenLabel, type DecimalField, type Field, type TextFormat } from '#platform/model/field.ts';
import { reasons } from '#platform/model/refusal.ts';
import { patterns } from '#platform/model/pattern.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { plain } from '#platform/web/value/row.ts';

/** What the form checks before it asks the server, which checks again. */
export function rulesOf(field: Field, isRequired = field.required): FormRule[] {
  return [
    ...(isRequired ? [{ required: true, message: say(texts.isRequired) }] : []),
    {
      validator: (_rule, value: unknown) => {
        const complaint = complaintAbout(field, value);
        return complaint === null ? Promise.resolve() : Promise.reject(new Error(complaint));
      },
    },
  ];
}

/** Null when the value may be sent. Emptiness is another question. */
export function complaintAbout(field: Field, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (field.kind === 'decimal') return decimalComplaint(field, plain(value));
  if (field.kind === 'text') return formats[field.format]?.test(plain(value)) === false ? badFormat(field) : null;
  if (field.kind === 'json') return isJson(value) ? null : badFormat(field);
  return null;
}

const formats: Partial<Record<TextFormat, RegExp>> = {
  email: patterns.email,
  phone: patterns.phone,
  url: patterns.url,
  tenantNo: patterns.positiveInteger,
};

const badFormat = (field: Field): string => say(texts.badFormat, { attr: say(spokenLabel(field)) });

function decimalComplaint(field: DecimalField, text: string): string | null {
  if (isTooLarge(text)) return say(reasons.tooLarge);
  if (!decimalPattern.test(text)) return badFormat(field);
  return scaleOf(text) > field.scale ? say(texts.tooManyDecimals, { scale: field.scale }) : null;
}

function isJson(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
