import type { Entity } from '#platform/model/entity.ts';
import { maxPageSize } from '#platform/model/envelope.ts';
import { textOf } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import { notFound } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import type { ReferenceCache } from '#platform/server/entity/reference.ts';
import { bumpVersion } from '#platform/server/entity/version.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { statement } from '#platform/server/db/statement.ts';
import { cache as page } from '#system/model/settings.ts';

/** What browsers keep of the reference lists, and a way to make them ask again. */
export function cacheRoutes(modules: readonly Module[], cache: ReferenceCache): readonly Route[] {
  const lists = modules
    .flatMap((module) => module.entities)
    .filter((entity) => entity.readBy === 'session' || entity.calls.includes('list'));
  return [
    {
      method: 'GET',
      path: '/sys/cache/page',
      permission: [`${page.name}:page`],
      effect: 'none',
      summary: 'Reference lists: length, version and how often browsers held the newest',
      handle: (call) => entriesOf(lists, cache, call),
    },
    {
      method: 'DELETE',
      path: '/sys/cache',
      permission: [`${page.name}:delete`],
      effect: 'command',
      summary: 'Every browser asks for these lists again, by cache key',
      handle: (call) => clear(lists, call),
    },
  ];
}

async function entriesOf(lists: readonly Entity[], cache: ReferenceCache, call: Call): Promise<unknown> {
  const found = lists.filter(({ name }) => name.includes(call.query['cacheKey'] ?? ''));
  const limit = wholeNumber(call.query['limit'], 20, maxPageSize);
  const from = (wholeNumber(call.query['page'], 1, 10_000) - 1) * limit;
  const wanted = found.slice(from, from + limit);
  const {
    rows: { versions, ...sizes },
  } = await call.read({
    versions: statement({ noun: 'text', version: 'integer' }, 'select noun, version from app.list_version'),
    // More than this is searched on the server instead of being kept.
    ...Object.fromEntries(
      wanted.map((entity) => [
        entity.name,
        statement(
          { size: 'integer' },
          `select count(*)::integer as size from (select 1 from app.${tableOf(entity)} limit 20001) x`,
        ),
      ]),
    ),
  });
  const versionOf = new Map(versions.map((row) => [row.noun, row.version]));
  const list = wanted.map((entity) => {
    const { hits, misses } = cache.statistics().get(entity.name) ?? { hits: 0, misses: 0 };
    return {
      cacheKey: entity.name,
      cacheName: textOf(entity.label, call.language),
      size: (sizes as Readonly<Record<string, readonly { size: number }[]>>)[entity.name]?.[0]?.size ?? 0,
      expireSeconds: null,
      version: versionOf.get(entity.name) ?? 0,
      hits,
      misses,
    };
  });
  return { list, total: found.length };
}

const wholeNumber = (text: string | undefined, otherwise: number, most: number): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number.parseInt(text, 10), most) : otherwise;

/** A list of the whole installation is cleared by the platform; row security lets nobody else count its version on. */
function clear(lists: readonly Entity[], call: Call): Promise<null> {
  const keys = Array.isArray(call.body) ? call.body.filter((key): key is string => typeof key === 'string') : [];
  return command(call, async (ctx) => {
    const chosen = lists.filter(
      ({ name, realm }) => keys.includes(name) && (realm === 'tenant' || ctx.identity.isPlatform),
    );
    if (chosen.length === 0) throw notFound();
    for (const entity of chosen) bumpVersion(ctx, entity);
    return null;
  });
}
