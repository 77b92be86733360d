import { DownloadOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space } from 'antd';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { printLabels } from '#platform/web/print/print-labels.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { Format, Showing } from '#platform/web/record/export-list.ts';

const exportTexts = {
  excel: ['导出 Excel', '匯出 Excel', 'Export to Excel'],
  csv: ['导出 CSV', '匯出 CSV', 'Export to CSV'],
  more: ['更多导出方式', '更多匯出方式', 'More ways to export'],
} as const satisfies Readonly<Record<string, Label>>;

const loadExport = chunk(
  () => import('#platform/web/record/export-list.ts'),
  ({ exportList }) => exportList,
);

const loadListPrint = chunk(
  () => import('#platform/web/print/print-list-frame.ts'),
  ({ printList }) => printList,
);

/** What is listed, taken along as a file or on paper. */
export function ExportButton({ noun, showing }: { readonly noun: Listed; readonly showing: Showing }): ReactNode {
  const broke = (): void => {
    feedback.error(say(texts.chunkBroke));
  };
  const print = (): void => void loadListPrint().then((printList) => printList(noun, showing), broke);
  const takeAlong = (format: Format): void =>
    void loadExport().then((exportList) => exportList(noun, showing, format), broke);
  const items = [
    { key: 'xlsx', label: <span data-verb="exportExcel">{say(exportTexts.excel)}</span> },
    { key: 'csv', label: <span data-verb="exportCsv">{say(exportTexts.csv)}</span> },
    { type: 'divider' as const },
    { key: 'print', label: <span data-verb="printList">{say(printLabels.printList)}</span> },
  ];
  return (
    <Space.Compact>
      <Button
        icon={<DownloadOutlined />}
        data-verb="export"
        onClick={() => {
          takeAlong('xlsx');
        }}
      >
        {say(texts.exportRows)}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          onClick: ({ key }) => {
            if (key === 'print') print();
            else takeAlong(key === 'csv' ? 'csv' : 'xlsx');
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
