import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListLink } from '#platform/web/link/list-link.tsx';
import type { Listed } from '#platform/web/registry/registry.ts';
import { pageName } from '#platform/web/route/menu.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { sectionQueries } from './customer-queries.ts';

interface CustomerListProps {
  readonly of: Listed;
  readonly code: string;
  /** Beside the customer: the state or the days that the figure counts. */
  readonly where?: Row;
  readonly onOpened: () => void;
  readonly children: ReactNode;
}

/** A figure of a customer leads to his rows of the list that it is taken from, and the drawer makes way. */
export function CustomerList({ of, code, where = {}, onOpened, children }: CustomerListProps): ReactNode {
  const { data } = useQuery(sectionQueries.head(code));
  return (
    <ListLink to={pageName(of.screen?.url ?? '')} where={whereOf(code, data, where)} onOpened={onOpened}>
      {children}
    </ListLink>
  );
}

/** Conditions of a list about a customer, with his name for its form. */
export const whereOf = (code: string, head: Row | undefined, more: Row = {}): Row => ({
  customerCode: code,
  customerName: textAt(head, 'name') || code,
  ...more,
});
