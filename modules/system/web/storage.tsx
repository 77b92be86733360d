import { SettingOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, type ReactNode } from 'react';
import { extensionsFor, uploadPath } from '#platform/model/file.ts';
import { useCan } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { UnderwayList } from '#platform/web/file/underway-list.tsx';
import { useUploads } from '#platform/web/file/use-uploads.ts';
import { say } from '#platform/web/text/language.ts';
import { ossFile } from '#system/model/storage.ts';
import { openStorageSettings } from './storage-dialog.tsx';
import { storageTexts } from './storage-texts.ts';

/** What the stores hold, with a way to add to it; the platform also says where new files go. */
export function Storage(): ReactNode {
  const can = useCan();
  return (
    <ListPage
      noun={ossFile}
      buttons={
        <>
          {can('oss:oss:save') && <UploadButton />}
          {can('oss:oss:config') && (
            <Button icon={<SettingOutlined />} data-verb="config" onClick={() => void openStorageSettings()}>
              {say(storageTexts.settings)}
            </Button>
          )}
        </>
      }
    />
  );
}

function UploadButton(): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const uploads = useUploads({
    path: uploadPath,
    accepts: 'any',
    extraParams: { keep: '1' },
    onArrived: () => void listsChanged(),
  });
  return (
    <>
      <Button
        type="primary"
        icon={<UploadOutlined />}
        data-verb="upload"
        onClick={() => {
          input.current?.click();
        }}
      >
        {say(storageTexts.upload)}
      </Button>
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        multiple
        accept={extensionsFor('any')
          .map((end) => `.${end}`)
          .join(',')}
        tabIndex={-1}
        aria-hidden
        onChange={({ target }) => {
          uploads.take(target.files ?? []);
          target.value = '';
        }}
      />
      <UnderwayList uploads={uploads} />
    </>
  );
}
