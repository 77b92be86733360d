import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

/** Most forms have no formatted text. */
export const LateRichText = late<{ readonly html: string }>(
  'rich-text',
  chunk(
    () => import('./rich-text.tsx'),
    ({ RichText }) => RichText,
  ),
  () => <div className="rich-text" />,
);
export const LateRichEditor = late<RichEditorProps>(
  'rich-editor',
  chunk(
    () => import('./rich-editor.tsx'),
    ({ RichEditor }) => RichEditor,
  ),
  () => <div className="rich-editor rich-waiting" />,
);
