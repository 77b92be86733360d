import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
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
export function ImportButton({ noun }: { readonly noun: Entity }): ReactNode {
  const open = (): void => {
    void loadImport().then(
      (importList) => importList(noun),
      () => {
        feedback.error(say(texts.chunkBroke));
      },
    );
  };
  return (
    <Button icon={<UploadOutlined />} data-verb="import" onClick={open}>
      {say(actionLabels['import'] ?? ['导入', '匯入', 'Import'])}
    </Button>
  );
}
