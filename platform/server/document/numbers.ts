import { z } from 'zod';
import { mostNumbers, type FoundNumber } from '#platform/model/search.ts';
import type { Document } from '#platform/model/document.ts';
import type { Module } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { statement, type TypedStatement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import type { Route } from '#platform/server/http/route.ts';
import { scopeOf } from '#platform/server/list/filter.ts';

/**
 * Documents of every kind by their numbers: only kinds the reader may view, only documents within what he may see. A
 * number that he may not follow is not told from one that nobody has.
 */
export function numberRoutes(models: readonly Module[]): readonly Route[] {
  const find = numbersStatement(models.flatMap(({ documents }) => documents));
  return [
    {
      method: 'GET',
      path: '/sys/number',
      permission: 'session',
      effect: 'none',
      query: z.object({ codes: z.string().max(mostNumbers * 51) }),
      summary: 'Which documents have these numbers (?codes=, by commas); answers those that may be viewed',
      handle: async (call) => {
        const codes = (call.query['codes'] ?? '').split(',').slice(0, mostNumbers);
        return (await call.read({ found: find(codes) })).rows.found;
      },
    },
  ];
}

function numbersStatement(documents: readonly Document[]): (codes: readonly string[]) => TypedStatement<FoundNumber> {
  const text = documents
    .map(
      (document) => `
        select t.code, '${document.name}' as noun, t.id
        from app.${tableOf(document)} t
        where (select sec.may('${permissionOf(document, 'view')}'))
          and t.code = any($1::text[])
          and ${scopeOf(document, null).join(' and ')}`,
    )
    .join('\nunion all ');
  return (codes) => statement({ code: 'text', noun: 'text', id: 'uuid' }, text, [codes]);
}
