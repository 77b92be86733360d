import { DownOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space, type MenuProps } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import { layoutsOf, papers, type PaperName } from '#platform/model/print.ts';
import { isDialogOpen } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { texts as shellTexts } from '#platform/web/text/texts.ts';
import { openPrints } from './earlier-prints.tsx';
import { previewDocuments, printDocuments } from './print-frame.ts';
import { usePaper } from './print-paper.ts';
import { printLabels } from './print-labels.ts';
import { texts } from './texts.ts';

interface PrintButtonProps {
  readonly document: Document;
  readonly record: Row;
  readonly isDirty: boolean;
  readonly onPrinted: () => void;
}

/** Prints what is saved, on the paper that was chosen last; Ctrl+P does the same. */
export function PrintButton({ document, record, isDirty, onPrinted }: PrintButtonProps): ReactNode {
  const [paper, keep] = usePaper();
  const [isBusy, setBusy] = useState(false);
  const id = textAt(record, 'id');
  const print = async (on: PaperName, other: Other = {}): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      if (await printDocuments(document, [id], { paper: on, ...other })) onPrinted();
    } finally {
      setBusy(false);
    }
  };
  usePrintKey(() => {
    if (!isDialogOpen() && !isDirty) void print(paper);
  });
  const choose = (key: string): void => {
    if (key === 'preview') return previewDocuments(document, [id]);
    if (key === 'earlier')
      return void openPrints(document, record).then((printNo) => {
        if (printNo !== undefined) void print(paper, { copyOf: printNo });
      });
    if (key.startsWith('layout ')) return void print(paper, { layout: key.slice('layout '.length) });
    keep(key as PaperName);
    void print(key as PaperName);
  };
  const tip = isDirty ? say(shellTexts.saveFirst) : say(texts.printTip, { count: textAt(record, 'printCount') || '0' });
  return (
    <Space.Compact>
      <Button
        icon={<PrinterOutlined />}
        data-verb="print"
        disabled={isDirty}
        loading={isBusy}
        title={tip}
        onClick={() => void print(paper)}
      >
        {say(printLabels.print)}
      </Button>
      <PrintMenu document={document} record={record} isDirty={isDirty} paper={paper} onChoose={choose} />
    </Space.Compact>
  );
}

function usePrintKey(print: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'p')
        return;
      event.preventDefault();
      print();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  });
}

interface PrintMenuProps extends Omit<PrintButtonProps, 'onPrinted'> {
  readonly paper: PaperName;
  readonly onChoose: (key: string) => void;
}
function PrintMenu({ document, record, isDirty, paper, onChoose }: PrintMenuProps): ReactNode {
  return (
    <Dropdown
      trigger={['click']}
      disabled={isDirty}
      menu={{
        items: printItems(document, record),
        selectedKeys: [paper],
        onClick: ({ key }) => {
          onChoose(key);
        },
      }}
    >
      <Button
        icon={<DownOutlined />}
        data-verb="printMore"
        disabled={isDirty}
        aria-label={say(texts.more)}
        title={say(texts.more)}
      />
    </Dropdown>
  );
}

/** Another copy of an earlier print, or another layout of the paper. */
interface Other {
  readonly copyOf?: number;
  readonly layout?: string;
}

const printItems = (document: Document, record: Row): NonNullable<MenuProps['items']> => [
  ...Object.entries(papers).map(([key, { label }]) => ({ key, label: <span data-paper={key}>{say(label)}</span> })),
  { type: 'divider' as const },
  ...layoutsOf(document, record).map(([name, { label }]) => ({
    key: `layout ${name}`,
    label: <span data-layout={name}>{say(label)}</span>,
  })),
  { key: 'preview', label: <span data-verb="printPreview">{say(texts.preview)}</span> },
  { key: 'earlier', label: <span data-verb="prints">{say(texts.earlier)}</span> },
];
