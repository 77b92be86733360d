import type { ReactNode } from 'react';
import { useShownMarkup } from './use-pictures.ts';
import './rich-text.css';

/**
 * Formatted text of a record, in a box that nothing of it leaves. The server cleaned it when it was saved; it is
 * cleaned again here.
 */
export function RichText({ html }: { readonly html: string }): ReactNode {
  const shown = useShownMarkup(html);
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: shown }} />;
}
