import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { isSearched, searchedKeys } from '#platform/model/search.ts';
import type { AdminClient } from '#platform/server/db/migrate.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { pinyinOf } from './pinyin.ts';

const inOneStep = 5000;

interface Named {
  readonly tenant_code: string;
  readonly id: string;
  readonly names: readonly (string | null)[];
  readonly pinyin: string;
}

/**
 * Rows that came past the save (older than the column, loaded by SQL) and rows whose pinyin a newer dictionary reads
 * otherwise. Across all tenants, so only for the installation. Nobody's row version counts on: no one changed the
 * record.
 */
export async function fillPinyin(client: AdminClient, entities: readonly Entity[]): Promise<number> {
  let filled = 0;
  for (const entity of entities.filter(isSearched)) {
    const table = `app.${tableOf(entity)}`;
    const names = searchedKeys(entity).names.map(snakeCase);
    let after: readonly [string, string] = ['', '00000000-0000-0000-0000-000000000000'];
    for (;;) {
      const { rows } = await client.query<Named>(
        `
          select tenant_code, id, array[${names.join(', ')}] as names, pinyin
          from ${table}
          where (tenant_code, id) > ($1, $2::uuid)
          order by tenant_code, id
          limit ${inOneStep}`,
        [...after],
      );
      const wrong = rows
        .map((row) => ({ ...row, wanted: pinyinOf(row.names) }))
        .filter(({ pinyin, wanted }) => pinyin !== wanted);
      if (wrong.length > 0) {
        await client.query(
          `
            update ${table} t
            set pinyin = x.pinyin
            from unnest($1::text[], $2::uuid[], $3::text[]) x(tenant_code, id, pinyin)
            where t.tenant_code = x.tenant_code and t.id = x.id`,
          [wrong.map((row) => row.tenant_code), wrong.map(({ id }) => id), wrong.map(({ wanted }) => wanted)],
        );
        filled += wrong.length;
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < inOneStep) break;
      after = [last.tenant_code, last.id];
    }
  }
  return filled;
}
