import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { CallError } from '#platform/web/api/client.ts';
import { newKey } from '#platform/web/api/key.ts';
import { useCan } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { sendFile } from '#platform/web/file/send-file.ts';
import { say } from '#platform/web/text/language.ts';
import { deployment } from '#workflow/model/definition.ts';
import { processTexts as texts } from './process-texts.ts';

/** What was deployed, and a way to deploy a file that was drawn elsewhere. */
export function DeploymentPage(): ReactNode {
  const may = useCan()(permissionOf(deployment, 'deploy'));
  const file = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (chosen: File): Promise<void> => {
    setBusy(true);
    try {
      await sendFile(chosen, {
        path: `${deployment.path}/deploy`,
        key: newKey(),
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      feedback.success(say(texts.deployedFile));
      void listsChanged();
    } catch (error) {
      feedback.error(error instanceof CallError ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const button = (
    <>
      <Button icon={<UploadOutlined />} data-verb="deployFile" loading={isBusy} onClick={() => file.current?.click()}>
        {say(texts.deployFile)}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".bpmn,.xml"
        aria-label={say(texts.deployFile)}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen !== undefined) void send(chosen);
        }}
      />
    </>
  );
  return <ListPage noun={deployment} buttons={may && button} />;
}
