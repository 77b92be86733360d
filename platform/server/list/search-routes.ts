import { z } from 'zod';
import { classesIn, type Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { Module } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { isSearched, searchedKeys } from '#platform/model/search.ts';
import { statement, type TypedStatement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { scopeOf, valuesFrom } from './filter.ts';
import { conditionsOf, searchIn } from './search.ts';

/** One record that was found: what it is, and how it is called. */
export interface FoundRecord {
  readonly noun: string;
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Of each noun so many, the best of the first so many that the index names. */
const shown = 5;
const looked = 200;

/** A noun as its screen names it; the classes of a noun lie in the same table under other grants. */
interface Place {
  readonly entity: Entity;
  readonly name: string;
  readonly permission: string;
  readonly where: Entity['where'];
}

/**
 * Master data of every kind by whatever it is known by, for the palette: only kinds the user may open, only rows he may
 * see.
 */
export function searchRoutes(models: readonly Module[]): readonly Route[] {
  const places = models
    .flatMap(({ entities }) => entities)
    .filter((entity) => isSearched(entity) && entity.screen !== undefined && entity.calls.includes('info'))
    .flatMap((entity): Place[] =>
      [entity, classesIn(entity) ?? []]
        .flat()
        .map((noun) => ({ entity, name: noun.name, permission: permissionOf(noun, 'view'), where: noun.where })),
    );
  return [
    {
      method: 'GET',
      path: '/sys/search',
      permission: 'session',
      effect: 'none',
      query: z.object({ keyword: z.string() }),
      summary: 'Records of every kind by code, name or pinyin: ?keyword=',
      handle: (call) => findRecords(places, call),
    },
  ];
}

async function findRecords(places: readonly Place[], call: Call): Promise<readonly FoundRecord[]> {
  const statement = statementFor(places, call.query['keyword'] ?? '');
  const {
    rows: { found = [] },
  } = await call.read(statement === null ? {} : { found: statement });
  return found;
}

/** All kinds in one statement. Without the grant a kind is not looked at. */
function statementFor(places: readonly Place[], keyword: string): TypedStatement<FoundRecord> | null {
  const [first] = places;
  const search = first === undefined ? null : searchIn(first.entity, { keyword, suggest: '1' });
  if (search?.suggested == null) return null;
  const values = valuesFrom();
  const { match } = conditionsOf(search, values);
  const [typed, begins] = [values.next(search.suggested.typed), values.next(search.suggested.begins)];
  const text = places
    .map(({ entity, name, permission, where = {} }) => {
      const table = `app.${tableOf(entity)}`;
      const code = searchedKeys(entity).codes.includes(entity.codeField) ? `t.${snakeCase(entity.codeField)}` : `''`;
      const groupMenu = entity.screen?.byTenantFlag === true ? `${entity.screen.url}?tenantFlag=1` : null;
      const allowed = [
        ...Object.entries(where).map(([key, value]) => `t.${snakeCase(key)} = '${value}'`),
        ...scopeOf(entity, groupMenu),
      ];
      return `
        (
          select '${name}' as noun, t.id, ${code} as code, t.${snakeCase(entity.nameField)} as name,
            case when ${code} = ${typed} then 0 when t.search_text like ${begins} then 1 else 2 end as place
          from (select t.* from ${table} t where (select sec.may('${permission}')) and ${match} limit ${looked})
            t${allowed.length === 0 ? '' : ` where ${allowed.join(' and ')}`}
          order by place, length(t.${snakeCase(entity.nameField)}), t.create_date desc
          limit ${shown}
        )`;
    })
    .join('\nunion all ');
  return statement(
    { noun: 'text', id: 'uuid', code: 'text', name: 'text' },
    `
      select noun, id, code, name
      from (${text}) x
      order by min(place) over (partition by noun), noun, place, length(name)`,
    values.list,
  );
}
