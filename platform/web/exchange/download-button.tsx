import { CloudDownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { texts } from '#platform/web/text/texts.ts';

/** Apart from the texts of the dialog, which come with it. */
const buttonLabel: Label = ['单据下载', '單據下載', 'Download documents'];

const loadDialog = chunk(
  () => import('./download-dialog.tsx'),
  ({ downloadBills }) => downloadBills,
);

/** On the list of every document that bills of other systems become. */
export function DownloadButton({ type }: { readonly type: string }): ReactNode {
  const open = (): void => {
    void loadDialog().then(
      (downloadBills) => downloadBills(type),
      () => {
        feedback.error(say(texts.chunkBroke));
      },
    );
  };
  return (
    <Button icon={<CloudDownloadOutlined />} data-verb="downloadBill" onClick={open}>
      {say(buttonLabel)}
    </Button>
  );
}
