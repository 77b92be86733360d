import { fileIdIn, urlsIn } from '#platform/model/file.ts';
import type { Noun } from '#platform/model/module.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { Row } from '#platform/server/db/statement.ts';
import { stored } from '#platform/server/db/shape.ts';

/** Fields of a record that hold addresses of files, alone or as pictures of a formatted text. */
export const fileFieldsOf = (noun: Noun): readonly string[] =>
  stored(noun.kind === 'entity' ? noun.fields : noun.head)
    .filter(([, field]) => field.kind === 'file' || (field.kind === 'text' && field.format === 'html'))
    .map(([key]) => key);

/** A picture that a saved record shows is linked to it: the sweep takes only what nobody links. */
export function linkFiles(ctx: Command, noun: Noun, id: string, saved: Row, previous: Row | null): void {
  for (const field of fileFieldsOf(noun)) {
    if (idsIn(saved[field]).join() !== idsIn(previous?.[field]).join())
      linkField(ctx, { noun: noun.name, id, field, value: saved[field] });
  }
}

export interface Shown {
  readonly noun: string;
  readonly id: string;
  readonly field: string;
  readonly value: unknown;
}

/** The files that this field shows from now on, and no others. */
export function linkField(ctx: Command, { noun, id, field, value }: Shown): void {
  const ids = idsIn(value);
  ctx.later({
    text: `
      delete from app.sys_file_link
      where noun = $1 and record_id = $2 and field = $3 and file_id <> all($4::uuid[])`,
    values: [noun, id, field, ids],
  });
  ctx.later({
    text: `
      insert into app.sys_file_link (noun, record_id, field, file_id, creator_name)
      select $1, $2, $3, f.id, $5
      from app.sys_file f
      where f.id = any($4::uuid[]) and f.state = 'kept' and f.control = '3'
      order by f.id
      for update
      on conflict do nothing`,
    values: [noun, id, field, ids, ctx.identity.realName],
  });
}

/** A record that is deleted for good lets go of its files. */
export function unlinkFiles(ctx: Command, noun: Noun, ids: readonly string[]): void {
  if (noun.attachments !== true && fileFieldsOf(noun).length === 0) return;
  ctx.later({
    text: 'delete from app.sys_file_link where noun = $1 and record_id = any($2::uuid[])',
    values: [noun.name, ids],
  });
}

const idsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [...urlsIn(value), ...[...value.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, url = '']) => url)].flatMap(
        (url) => fileIdIn(url) ?? [],
      )
    : [];
