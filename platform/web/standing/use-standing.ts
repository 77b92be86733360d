import { skipToken, useQuery } from '@tanstack/react-query';
import { journeyOf, type Document } from '#platform/model/document.ts';
import type { BillStanding } from '#platform/model/life.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { get } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { stepOf } from './own-standing.ts';

interface StandingRead {
  readonly standing: BillStanding | undefined;
  readonly failure: string | null;
  readonly reload: () => Promise<unknown>;
}

/**
 * Where a document stands, for whoever may open it. Its key begins with 'list': every command makes it stale. `version`
 * is the record's, where it is known.
 */
export function useStanding(document: Document | undefined, id: string, version = ''): StandingRead {
  const can = useCan();
  const isAsked =
    document !== undefined && id !== '' && journeyOf(document) !== undefined && can(permissionOf(document, 'view'));
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'standing', document?.name ?? '', id, version],
    queryFn: isAsked
      ? () => get<BillStanding>(`${document.path}/${id}/standing`, undefined, { isSilent: true })
      : skipToken,
    staleTime: 0,
  });
  return { standing: data, failure: error === null ? null : error.message, reload: refetch };
}

/** The verb that the bar of a document offers, which need not stand anywhere else on its page. */
export function useNextVerb(document: Document, record: Row, isRead: boolean): string | undefined {
  const { standing } = useStanding(document, isRead ? textAt(record, 'id') : '', textAt(record, 'rowVersion'));
  if (!isRead) return undefined;
  // Until the server has spoken, the record says which step it has come to: nothing jumps where the two agree.
  if (standing === undefined) return stepOf(document, record)?.verb;
  return standing.holder?.isMine === true ? standing.next?.verb : undefined;
}
