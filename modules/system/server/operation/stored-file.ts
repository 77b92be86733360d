import { fileTypes, type FileType } from '#platform/model/file.ts';
import type { Label } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import { actionLabels } from '#platform/model/permission.ts';
import { inUse, invalidAt, reasons } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { filePermission } from '#system/model/file-permission.ts';
import { ossFile } from '#system/model/storage.ts';

/** A file that a record shows stays. Another is gone for everybody at once; its bytes follow with the next sweep. */
export function storedFileService(models: readonly Module[]): EntityService {
  const labels = new Map<string, Label>(
    models
      .flatMap(({ entities, documents, pages }) => [...entities, ...documents, ...pages])
      .map(({ name, label }) => [name, label]),
  );
  return serveEntity(ossFile, {
    async beforeDelete(ctx, rows) {
      const ids = rows.map(({ id }) => id);
      const locked = await ctx.rows(
        statement(
          { noun: 'text?' },
          `
            select (select l.noun from app.sys_file_link l where l.file_id = f.id and l.noun <> $2 limit 1) as noun
            from app.sys_file f
            where f.id = any($1::uuid[])
            order by f.id
            for update`,
          [ids, ossFile.name],
        ),
      );
      const linked = locked.flatMap(({ noun }) => noun ?? [])[0];
      ctx.later({
        text: 'delete from app.sys_file_link where noun = $2 and file_id = any($1::uuid[])',
        values: [ids, ossFile.name],
      });
      if (linked !== undefined)
        throw inUse({
          refs: labels.get(linked) ?? linked,
          verb: actionLabels['delete'],
        });
    },
    afterDelete(ctx, rows) {
      ctx.later({
        text: `
          update app.sys_file
          set state = 'gone', free_since = now() - interval '2 days'
          where id = any($1::uuid[]) and link_count = 0`,
        values: [rows.map(({ id }) => id)],
      });
    },
  });
}

const ends = new Set(Object.values<FileType>(fileTypes).flatMap(({ extensions }) => extensions));
const pictureEnds = Object.values<FileType>(fileTypes)
  .filter(({ isPicture }) => isPicture === true)
  .flatMap(({ extensions }) => extensions);

/** Kinds are written as ends of names, `pdf,xlsx`; `image` stands for all of pictures, nothing for every file. */
export const filePermissionService: EntityService = serveEntity(filePermission, {
  beforeSave(_ctx, next) {
    const words = (next.fileType ?? '')
      .toLowerCase()
      .split(/[\s,，、;；]+/)
      .map((word) => word.replace(/^\*?\./, ''))
      .filter((word) => word !== '');
    const kinds = [...new Set(words.flatMap((word) => (word === 'image' ? pictureEnds : [word])))];
    if (kinds.some((kind) => !ends.has(kind)))
      throw invalidAt([{ path: 'fileType', field: filePermission.fields.fileType.label, reason: reasons.notChosen }]);
    return { ...next, fileType: kinds.length === 0 ? null : kinds.join(',') };
  },
});
