import type { Entity } from '#platform/model/entity.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';

/**
 * A reference list has a version that grows in the transaction that changed it; every process hears of it at commit.
 * Browsers ask with the version they hold and are answered 304.
 */
export function bumpVersion(ctx: Command, entity: Entity): void {
  const owner = entity.realm === 'global' ? '*' : ctx.identity.tenantCode;
  ctx.later({
    text: `
      insert into app.list_version (noun, version, is_global)
      values ($1, 1, $2)
      on conflict (tenant_code, noun) do update set version = app.list_version.version + 1`,
    values: [entity.name, entity.realm === 'global'],
  });
  ctx.later(statement({ pgNotify: 'nothing' }, `select pg_notify('qudao', $1)`, [`list ${owner} ${entity.name}`]));
}
