import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import { papers, type PaperName, type PrintRecord } from '#platform/model/print.ts';
import { get, post, type Asking } from '#platform/web/api/client.ts';
import { say } from '#platform/web/text/language.ts';
import { fetchModules } from '#platform/web/registry/late-modules.ts';
import { documentNamed, listedNamed } from '#platform/web/registry/registry.ts';
import { Loaded, Message } from '#platform/web/loading/loaded.tsx';
import { useRoute } from '#platform/web/route/route.ts';
import { texts as shellTexts } from '#platform/web/text/texts.ts';
import { Desk } from './print-desk.tsx';
import { isInFrame, tellOpener } from './print-frame.ts';
import { usePaper } from './print-paper.ts';
import { ListPrint } from './print-list.tsx';
import { jobIn, listJobIn, type PrintJob } from './print-route.ts';
import { printLabels } from './print-labels.ts';
import { texts } from './texts.ts';
import './print.css';

/** `/print`, outside the main layout. It names a document of whichever module. */
export function Print(): ReactNode {
  return <Loaded name="printed" load={loadPrinted} props={{}} />;
}
const loadPrinted = async (): Promise<typeof Printed> => {
  await fetchModules();
  return Printed;
};

/** On its own a preview with a button, in a frame it prints and says so. */
function Printed(): ReactNode {
  const route = useRoute();
  const list = listJobIn(route);
  const listed = list === null ? undefined : listedNamed(list.noun);
  const job = jobIn(route);
  const document = documentNamed(job.noun);
  const isEmpty = listed === undefined && (document === undefined || job.ids.length === 0);
  useEffect(() => {
    if (isEmpty && isInFrame()) tellOpener({ print: 'failed', text: say(texts.notPrintable) });
  }, [isEmpty]);
  if (list !== null && listed !== undefined) return <ListPrint noun={listed} job={list} />;
  if (isEmpty || document === undefined)
    return (
      <Message
        title={say(texts.notPrintable)}
        buttons={
          <Button
            onClick={() => {
              history.back();
            }}
          >
            {say(shellTexts.back)}
          </Button>
        }
      />
    );
  return isInFrame() ? (
    <Framed document={document} job={job} />
  ) : (
    <Preview key={JSON.stringify(job)} document={document} job={job} />
  );
}

interface JobProps {
  readonly document: Document;
  readonly job: PrintJob;
}

const ask = (
  { path }: Document,
  { ids, copyOf, layout }: PrintJob,
  paper: PaperName,
  asking: Asking,
): Promise<readonly PrintRecord[]> =>
  post<readonly PrintRecord[]>(
    `${path}/print`,
    { ids, paper, ...(copyOf === undefined ? {} : { copyOf }), ...(layout === undefined ? {} : { layout }) },
    asking,
  );

/**
 * A look at one document asks nothing of its record; several, and an older print, are tried as they would be printed.
 */
const look = async (document: Document, job: PrintJob): Promise<readonly PrintRecord[]> => {
  const [id, ...more] = job.ids;
  if (id === undefined || more.length > 0 || job.copyOf !== undefined)
    return ask(document, job, 'A4', { isSilent: true, params: { preview: 1 } });
  const { print } = await get<{ readonly print: PrintRecord }>(
    '/print/data',
    { entity: document.name, id, ...(job.layout === undefined ? {} : { templateCode: job.layout }) },
    { isSilent: true },
  );
  return [print];
};

/** Counts once, draws, prints, and tells the page that opened it. */
function Framed({ document, job }: JobProps): ReactNode {
  const [records, setRecords] = useState<readonly PrintRecord[]>([]);
  const paper = job.paper ?? 'A4';
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    ask(document, job, paper, { isSilent: true }).then(setRecords, (error: unknown) => {
      tellOpener({ print: 'failed', text: error instanceof Error ? error.message : say(texts.failed) });
    });
  }, [document, job, paper]);
  const printAll = useCallback(() => {
    window.print();
    tellOpener({ print: 'done' });
  }, []);
  return (
    <main className="print">
      <Desk records={records} paper={paper} isCounted onLaidOut={printAll} />
    </main>
  );
}

/** Nothing is counted until the button is pressed; then what is shown is what was recorded. */
function Preview({ document, job }: JobProps): ReactNode {
  const [kept, keep, isRead] = usePaper();
  const [chosen, setChosen] = useState<PaperName | null>(null);
  const [counted, setCounted] = useState<readonly PrintRecord[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const {
    data: shown,
    error,
    refetch,
  } = useQuery({
    queryKey: ['print', document.name, job.ids.join(), job.copyOf, job.layout],
    queryFn: () => look(document, job),
    gcTime: 0,
  });
  const paper = chosen ?? job.paper ?? kept;
  const print = useCallback(() => {
    if (isBusy) return;
    setBusy(true);
    ask(document, job, paper, {})
      .then(setCounted, () => undefined)
      .finally(() => {
        setBusy(false);
      });
  }, [isBusy, document, job, paper]);
  usePrintKey(print);
  const printOut = useCallback(() => {
    if (counted !== null) window.print();
  }, [counted]);
  if (error !== null)
    return (
      <Message
        title={error.message}
        buttons={
          <Button data-verb="retry" onClick={() => void refetch()}>
            {say(shellTexts.retry)}
          </Button>
        }
      />
    );
  const choose = (next: PaperName): void => {
    setChosen(next);
    keep(next);
    setCounted(null);
  };
  return (
    <main className="print">
      <PreviewBar paper={paper} onPaper={choose} isBusy={isBusy} isShown={shown !== undefined} onPrint={print} />
      {shown === undefined || !isRead ? (
        <Skeleton active className="card" />
      ) : (
        <Desk records={counted ?? shown} paper={paper} isCounted={counted !== null} onLaidOut={printOut} />
      )}
    </main>
  );
}

/** Ctrl+P counts like the button: the browser's own printing would be recorded nowhere. */
function usePrintKey(print: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p') return;
      event.preventDefault();
      print();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [print]);
}

interface PreviewBarProps {
  readonly paper: PaperName;
  readonly onPaper: (paper: PaperName) => void;
  readonly isBusy: boolean;
  readonly isShown: boolean;
  readonly onPrint: () => void;
}
function PreviewBar({ paper, onPaper, isBusy, isShown, onPrint }: PreviewBarProps): ReactNode {
  return (
    <header className="print-bar">
      <h1>{say(texts.preview)}</h1>
      <Segmented
        value={paper}
        data-testid="paper"
        options={Object.entries(papers).map(([value, { label }]) => ({
          value,
          label: <span data-paper={value}>{say(label)}</span>,
        }))}
        onChange={(value) => {
          onPaper(value as PaperName);
        }}
      />
      <Button
        type="primary"
        icon={<PrinterOutlined />}
        data-verb="print"
        title="Ctrl+P"
        loading={isBusy}
        disabled={!isShown}
        onClick={onPrint}
      >
        {say(printLabels.print)}
      </Button>
    </header>
  );
}
