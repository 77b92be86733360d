import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import { get } from '#platform/web/api/client.ts';
import { say } from '#platform/web/text/language.ts';
import { documentNamed } from '#platform/web/registry/registry.ts';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { texts } from './texts.ts';

interface Linked {
  readonly direction: 'from' | 'to';
  readonly type: string;
  readonly code: string | null;
  readonly id: string;
}

/** Where a document came from and what grew from it; the server names only what the user may open. */
export function LinkedDocuments({
  noun,
  id,
  onOpened,
}: {
  readonly noun: Document;
  readonly id: string;
  readonly onOpened: () => void;
}): ReactNode {
  const { data, isError } = useQuery({
    queryKey: ['links', noun.name, id],
    queryFn: () => get<readonly Linked[]>('/sys/link', { noun: noun.name, id }, { isSilent: true }),
    gcTime: 0,
    staleTime: 0,
  });
  if (isError) return <p className="quiet">{say(texts.unreadable)}</p>;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  if (data.length === 0) return <p className="quiet">{say(texts.noLinks)}</p>;
  return (
    <ul className="history-links">
      {data.map(({ direction, type, code, id: other }) => {
        const target = documentNamed(type);
        return (
          <li key={`${direction} ${other}`} data-direction={direction}>
            <span className="history-direction">{say(direction === 'from' ? texts.from : texts.to)}</span>
            <span>{target === undefined ? type : say(target.label)}</span>
            <RecordLink noun={type} id={other} onOpened={onOpened}>
              {code ?? other}
            </RecordLink>
          </li>
        );
      })}
    </ul>
  );
}
