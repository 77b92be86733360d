import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { imagePath } from '#platform/model/file.ts';
import { urlOf } from '#platform/web/api/client.ts';
import { ticketQuery } from '#platform/web/cell/picture.tsx';
import { cleanMarkup } from './clean.ts';

/** Formatted text as a page may show it: cleaned, and its pictures with a ticket in their address. */
export function useShownMarkup(html: string): string {
  const hasPictures = html.includes('<img');
  const { data: ticket } = useQuery({ ...ticketQuery(imagePath), enabled: hasPictures });
  return useMemo(
    () => cleanMarkup(html, (id) => (ticket === undefined ? null : urlOf(imagePath, { id, token: ticket }))),
    [html, ticket],
  );
}
