import type { Entity } from '#platform/model/entity.ts';
import { maxPageSize, type Page } from '#platform/model/envelope.ts';
import { get } from '#platform/web/api/client.ts';
import { flattened, textAt, type Row } from '#platform/web/value/row.ts';
import { isPaged, listPath } from './use-list.ts';

/** Records by their ids or codes, joined by commas: one that is on no first page has its name, too. */
export async function rowsBy(entity: Entity, key: string, value: string): Promise<readonly Row[]> {
  if (isPaged(entity)) {
    const asked = { [key === 'id' ? 'ids' : 'codes']: value, page: 1, limit: maxPageSize };
    return (await get<Page<Row>>(listPath(entity), asked, { isSilent: true })).list;
  }
  const wanted = new Set(value.split(','));
  const all = await get<readonly Row[]>(listPath(entity), {}, { isSilent: true });
  return all.flatMap(flattened).filter((row) => wanted.has(textAt(row, key)));
}
