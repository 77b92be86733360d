import type { Label, Language } from '#platform/model/label.ts';
import { fieldsOf, type Module, type Noun } from '#platform/model/module.ts';
import { actionLabels } from '#platform/model/permission.ts';
import {
  busy,
  complaintAt,
  duplicate,
  inUse,
  invalidAt,
  notConfirmed,
  notLoggedIn,
  notPermitted,
  otherTenant,
  passwordIsDue,
  reasons,
  tooLarge,
  Refusal,
  sessionEnded,
} from '#platform/model/refusal.ts';
import { camelCase } from '#platform/model/envelope.ts';
import { lineTableOf, tableOf } from '#platform/server/db/shape.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import { isOutage } from '#platform/server/db/outage.ts';

export const fault: Label = [
  '系统异常，请联系管理员（{id}）',
  '系統異常，請聯絡管理員（{id}）',
  'Unexpected error, contact the administrator ({id})',
];

/** What leaves the house for a refusal: code and text for the person, key and places for the form. */
export function refusalBody(refusal: Refusal, language: Language): { code: number; msg: string; data: unknown } {
  return {
    code: refusal.code,
    msg: refusal.textIn(language),
    data: {
      key: refusal.key,
      params: refusal.paramsIn(language),
      ...(refusal.places.length === 0
        ? {}
        : { errors: refusal.places.map((place) => ({ path: place.path, msg: complaintAt(place, language) })) }),
    },
  };
}

/** Turns the database's "no" into a refusal; null means it is a fault. No text of the database ever leaves. */
export function refusalOf(error: unknown, modules: readonly Module[]): Refusal | null {
  if (error instanceof Refusal) return error;
  const { code = '', constraint = '', table = '', message } = error as DatabaseError;
  switch (code) {
    case 'QD401':
      return notLoggedIn();
    case 'QD001':
      return sessionEnded();
    case 'QD403':
      return notPermitted();
    case 'QD012':
      return otherTenant();
    case 'QD040':
      return passwordIsDue();
    case 'QD041':
      return notConfirmed();
    case '23505':
      return duplicateOf(constraint, modules);
    case '23503':
      return message.startsWith('update or delete')
        ? inUse({ refs: ownerOf(table, modules)?.label ?? table, verb: actionLabels['delete'] })
        : unknownRef(constraint, modules);
    // Row-level security refused a row: written outside the tenant, or to a global table from a business tenant.
    case '42501':
      return notPermitted();
    case '23514':
    case '23502':
      return invalidAt([
        {
          path: camelCase(constraint),
          field: ownerOf(table, modules)?.label ?? ['数据', '資料', 'Data'],
          reason: reasons.format,
        },
      ]);
    // Each figure fits its column, what they add up to does not.
    case '22003':
      return tooLarge();
    default:
      if (malformed.has(code))
        return invalidAt([{ path: '', field: ['请求', '請求', 'Request'], reason: reasons.format }]);
      return crowded.has(code) || isOutage(error) ? busy() : null;
  }
}

/** A value that no column takes: too long, out of range, no date, no number, no text. */
const malformed: ReadonlySet<string> = new Set(['22001', '22007', '22008', '22P02', '22021', '22P05']);
/** A statement that was cut off, a lock that was not got, a server that is full: all of it passes. */
const crowded: ReadonlySet<string> = new Set(['57014', '55P03', '40P01', '40001', '53300']);

const nounsOf = (modules: readonly Module[]): Noun[] =>
  modules.flatMap((module) => [...module.entities, ...module.documents]);
const ownerOf = (table: string, modules: readonly Module[]): Noun | undefined =>
  nounsOf(modules).find((noun) => tableOf(noun) === table || lineTableOf(noun) === table);

function duplicateOf(constraint: string, modules: readonly Module[]): Refusal {
  const noun = nounsOf(modules).find((candidate) => constraint === `${tableOf(candidate)}_key`);
  return duplicate({ field: noun?.label ?? ['编码', '編碼', 'Code'], value: '' });
}

function unknownRef(constraint: string, modules: readonly Module[]): Refusal {
  for (const noun of nounsOf(modules)) {
    for (const [table, fields] of [
      [tableOf(noun), fieldsOf(noun)],
      [lineTableOf(noun), noun.kind === 'document' ? noun.lines : {}],
    ] as const) {
      for (const [key, field] of Object.entries(fields)) {
        if (constraint === `${table}_${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_fkey`)
          return invalidAt([{ path: key, field: field.label, reason: reasons.unknown }]);
      }
    }
  }
  return invalidAt([{ path: 'pid', field: ['上级', '上級', 'Parent'], reason: reasons.unknown }]);
}
