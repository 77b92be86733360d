import { ApartmentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import type { Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { texts as shellTexts } from '#platform/web/text/texts.ts';
import { texts } from './texts.ts';

const load = chunk(
  () => import('./life-dialog.tsx'),
  ({ showLife }) => showLife,
);

export const openLife = (document: Document, record: Row): void =>
  void load().then(
    (showLife) => showLife(document, record),
    () => {
      feedback.error(say(shellTexts.chunkBroke));
    },
  );

/** Beside the verbs of every saved document. */
export function LifeButton({ document, record }: { readonly document: Document; readonly record: Row }): ReactNode {
  return (
    <Button
      icon={<ApartmentOutlined />}
      data-verb="life"
      title={say(texts.life)}
      onClick={() => {
        openLife(document, record);
      }}
    >
      {say(texts.related)}
    </Button>
  );
}
