import { useQuery } from '@tanstack/react-query';
import { get } from '#platform/web/api/client.ts';
import { queries } from '#platform/web/api/queries.ts';
import type { Row } from '#platform/web/value/row.ts';

interface OneRecord {
  readonly record: Row | undefined;
  readonly failure: string | null;
  readonly isReading: boolean;
  readonly reload: () => Promise<unknown>;
}

/** One record, read once for its tab: reading it again behind a form would undo what was typed. */
export function useRecord(tab: string, path: string, id: string | undefined): OneRecord {
  const query = useQuery({
    queryKey: ['record', tab, path, id],
    queryFn: () => get<Row>(`${path}/${id ?? ''}`),
    enabled: id !== undefined && id !== '0',
  });
  return {
    record: query.data,
    failure: query.isError ? query.error.message : null,
    isReading: query.isFetching,
    reload: () => query.refetch(),
  };
}

/** Other tabs that show the record read it when they are opened again. */
export function recordChanged(tab: string, path: string, id: string): void {
  queries.removeQueries({
    predicate: ({ queryKey: [head, owner, where, which] }) =>
      head === 'record' && owner !== tab && where === path && which === id,
  });
}
