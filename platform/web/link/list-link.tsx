import type { ReactNode } from 'react';
import { openList } from '#platform/web/narrowing/list-opening.ts';
import { go } from '#platform/web/route/route.ts';
import type { Row } from '#platform/web/value/row.ts';

interface ListLinkProps {
  readonly to: string;
  /** What stands in the form of the list: without it the list shows what its user left there. */
  readonly where?: Row;
  readonly onOpened?: () => void;
  readonly children: ReactNode;
}

/** A figure leads to the list that it is taken from. */
export function ListLink({ to, where, onOpened, children }: ListLinkProps): ReactNode {
  return (
    <a
      href={`#/${to}`}
      onClick={(event) => {
        event.preventDefault();
        if (where === undefined) go(to);
        else openList(to, where);
        onOpened?.();
      }}
    >
      {children}
    </a>
  );
}
