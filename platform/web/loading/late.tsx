import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

/**
 * A part of a page that is fetched when it is first drawn: a list without a date filter does not wait for a calendar.
 * Until then, and when it cannot be fetched, `Meanwhile` stands in its place, of the same size.
 */
export function late<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props>,
): ComponentType<Props> {
  return function Late(props: Props): ReactNode {
    const { data: Part } = useQuery({
      queryKey: ['chunk', name],
      queryFn: load,
      gcTime: Infinity,
      structuralSharing: false,
    });
    return Part === undefined ? <Meanwhile {...props} /> : <Part {...props} />;
  };
}
