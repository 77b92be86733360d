import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { papers } from '#platform/model/print.ts';
import type { Label } from '#platform/model/label.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { say } from '#platform/web/text/language.ts';
import type { Row } from '#platform/web/value/row.ts';
import { claimList } from '#expense/model/claim/claim-list.ts';
import { previewVoucher, printVouchers, useVoucherPaper, voucherPapers } from './vouchers.ts';

const texts = {
  print: ['打印', '列印', 'Print'],
  preview: ['预览', '預覽', 'Preview'],
} as const satisfies Readonly<Record<string, Label>>;

const deeds = { preview: previewVoucher, print: (row: Row) => printVouchers([row]) } as const;
const rowButtons = {
  width: 112,
  render: (row: Row): ReactNode => (
    <span className="row-buttons">
      {(['preview', 'print'] as const).map((verb) => (
        <a key={verb} role="button" tabIndex={-1} data-verb={`${verb}Row`} onClick={() => void deeds[verb](row)}>
          {say(texts[verb])}
        </a>
      ))}
    </span>
  ),
};

/** All documents of reimbursement, to be printed as vouchers: row by row, or those that are ticked. */
export const PrintPage = (): ReactNode => (
  <ListPage noun={claimList} buttons={<PaperChoice />} rowButtons={rowButtons} onOpen={open} />
);

const open = (row: Row): void => {
  void previewVoucher(row);
};

function PaperChoice(): ReactNode {
  const [paper, keep] = useVoucherPaper();
  return (
    <Segmented
      value={paper}
      data-testid="voucher-paper"
      options={voucherPapers.map((value) => ({
        value,
        label: <span data-paper={value}>{say(papers[value].label)}</span>,
      }))}
      onChange={keep}
    />
  );
}
