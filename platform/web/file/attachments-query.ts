import { queryOptions } from '@tanstack/react-query';
import type { StoredFile } from '#platform/model/file.ts';
import { get } from '#platform/web/api/client.ts';

export interface Attachment extends StoredFile {
  readonly creatorName: string;
  readonly createDate: string;
}

export const attachmentsPath = (noun: { readonly path: string }, id: string): string =>
  `${noun.path}/${id}/attachments`;

/** Read again whenever somebody opens it: others hang files there too. */
export const attachmentsQuery = (noun: { readonly path: string }, id: string) =>
  queryOptions({
    queryKey: ['attachments', attachmentsPath(noun, id)],
    queryFn: () => get<readonly Attachment[]>(attachmentsPath(noun, id), {}, { isSilent: true }),
    staleTime: 0,
    gcTime: 0,
  });
