import { DownloadOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space } from 'antd';
import type { ReactNode } from 'react';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts as printTexts } from '#platform/web/print/texts.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { texts } from '#platform/web/text/texts.ts';
import { exportList, exportTexts, type Showing } from '#platform/web/record/export-list.ts';

const loadListPrint = chunk(
  () => import('#platform/web/print/print-list-frame.ts'),
  ({ printList }) => printList,
);

/** What is listed, taken along as a file or on paper. */
export function ExportButton({ noun, showing }: { readonly noun: Listed; readonly showing: Showing }): ReactNode {
  const print = (): void => {
    void loadListPrint().then(
      (printList) => printList(noun, showing),
      () => {
        feedback.error(say(texts.chunkBroke));
      },
    );
  };
  const items = [
    { key: 'xlsx', label: <span data-verb="exportExcel">{say(exportTexts.excel)}</span> },
    { key: 'csv', label: <span data-verb="exportCsv">{say(exportTexts.csv)}</span> },
    { type: 'divider' as const },
    { key: 'print', label: <span data-verb="printList">{say(printTexts.printList)}</span> },
  ];
  return (
    <Space.Compact>
      <Button icon={<DownloadOutlined />} data-verb="export" onClick={() => void exportList(noun, showing)}>
        {say(texts.exportRows)}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          onClick: ({ key }) => {
            if (key === 'print') print();
            else void exportList(noun, showing, key === 'csv' ? 'csv' : 'xlsx');
          },
        }}
      >
        <Button
          icon={<DownOutlined />}
          data-verb="exportMore"
          aria-label={say(exportTexts.more)}
          title={say(exportTexts.more)}
        />
      </Dropdown>
    </Space.Compact>
  );
}
