import type { MouseEvent, ReactNode } from 'react';
import { go } from '#platform/web/route/route.ts';
import { useNumber } from './numbers.ts';
import { useRoutes, type Target } from './openable.ts';

interface RecordLinkProps {
  /** A noun by its name, or what a link must know of one whose module is not here. */
  readonly noun: Target | string;
  readonly id: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** In a grid the keys belong to its cells. */
  readonly isInGrid?: boolean;
  /** Before the record is shown: a dialog closes itself. */
  readonly onOpened?: (() => void) | undefined;
}

/** A link to a record, in a tab of its own; plain text for whoever may not read that record. */
export function RecordLink({ noun, id, children, className, isInGrid, onOpened }: RecordLinkProps): ReactNode {
  const route = useRoutes()(noun, id);
  if (route === undefined) return className === undefined ? children : <span className={className}>{children}</span>;
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpened?.();
    go(route);
  };
  return (
    <a
      href={`#/${route}`}
      data-card={cardOf(typeof noun === 'string' ? noun : noun.name, id)}
      {...(className === undefined ? {} : { className })}
      {...(isInGrid === true ? { tabIndex: -1 } : {})}
      onClick={open}
    >
      {children}
    </a>
  );
}

/** What an element says of the record behind it; whoever points at it is told more. */
export const cardOf = (noun: string, id: string): string => `${noun} ${id}`;

/** The number of a document of any kind. Until the server says that it may be read it is plain text. */
export function NumberLink({
  code,
  ...rest
}: { readonly code: string } & Omit<RecordLinkProps, 'noun' | 'id' | 'children'>): ReactNode {
  const found = useNumber(code);
  if (found == null) return code;
  return (
    <RecordLink noun={found.noun} id={found.id} {...rest}>
      {code}
    </RecordLink>
  );
}
