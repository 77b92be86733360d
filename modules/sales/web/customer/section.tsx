import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';

interface SectionProps<Data> {
  readonly name: string;
  readonly title: string;
  readonly extra?: ReactNode;
  readonly query: UseQueryResult<Data>;
  /** Lines that it has when it is there: it must not push what is below when it comes. */
  readonly rows: number;
  readonly children: (data: Data) => ReactNode;
}

/** A part of the drawer that loads and fails by itself. */
export function DrawerSection<Data>({ name, title, extra, query, rows, children }: SectionProps<Data>): ReactNode {
  return (
    <section className="customer-section" data-section={name} aria-busy={query.data === undefined && !query.isError}>
      <h3>
        {title}
        {extra !== undefined && <span className="push-right">{extra}</span>}
      </h3>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <p className="customer-failed" role="alert">
          {query.error.message}{' '}
          <Button type="link" size="small" data-verb="retry" onClick={() => void query.refetch()}>
            {say(common.retry)}
          </Button>
        </p>
      ) : (
        <Skeleton active title={false} paragraph={{ rows }} />
      )}
    </section>
  );
}
