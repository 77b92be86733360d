import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { actionLabels } from '#platform/model/permission.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { texts } from '#platform/web/text/texts.ts';

const loadImport = chunk(
  () => import('./import-dialog.tsx'),
  ({ importList }) => importList,
);

/** Brings a list in. What it needs is fetched when somebody does. */
export function ImportButton({ noun }: { readonly noun: Entity | Document }): ReactNode {
  const open = (): void => {
    void loadImport().then(
      (importList) => importList(noun),
      () => {
        feedback.error(say(texts.chunkBroke));
      },
    );
  };
  const word = say(actionLabels['import'] ?? ['导入', '匯入', 'Import']);
  return (
    <Button
      icon={<UploadOutlined />}
      data-verb="import"
      // Beside the verbs of a document its word would push the tools into a second line of a narrow window.
      className={noun.kind === 'document' ? 'import-beside' : ''}
      aria-label={word}
      title={word}
      onClick={open}
    >
      <span className="import-word">{word}</span>
    </Button>
  );
}
