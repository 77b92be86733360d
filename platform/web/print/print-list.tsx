import { PrinterOutlined } from '@ant-design/icons';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { Page } from '#platform/model/envelope.ts';
import type { Label } from '#platform/model/label.ts';
import type { PaperName, PrintedField, PrintFormat, PrintRecord } from '#platform/model/print.ts';
import { shownAs } from '#platform/model/preset.ts';
import { get, post } from '#platform/web/api/client.ts';
import { useMe, type Me } from '#platform/web/api/me.ts';
import { gridColumns } from '#platform/web/record/grid-columns.tsx';
import { useMissingNames } from '#platform/web/record/ref-names.ts';
import type { Row } from '#platform/web/value/row.ts';
import { columnsOf, filtersOf, type Shown } from '#platform/web/value/shown.ts';
import { useDicts } from '#platform/web/record/use-dicts.ts';
import { isPaged, listPath } from '#platform/web/record/use-list.ts';
import { say } from '#platform/web/text/language.ts';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { Message } from '#platform/web/loading/loaded.tsx';
import { texts as shellTexts } from '#platform/web/text/texts.ts';
import { Desk } from './print-desk.tsx';
import { isInFrame, tellOpener } from './print-frame.ts';
import type { ListJob } from './print-route.ts';
import { printLabels } from './print-labels.ts';
import { texts } from './texts.ts';

/** What somebody still reads on paper; more is an export. */
export const mostPrinted = 2000;
const pageRows = 500;
/** With more columns than this the paper lies across. */
const mostUpright = 7;
const nothing: readonly Row[] = [];

/** A list on paper: drawn from the same rows, names and parameters as the list on screen. */
export function ListPrint({ noun, job }: { readonly noun: Listed; readonly job: ListJob }): ReactNode {
  const { record, paper, error, refetch } = useListRecord(noun, job);
  useEffect(() => {
    if (error !== null && isInFrame()) tellOpener({ print: 'failed', text: error.message });
  }, [error]);
  const isPrinted = useRef(false);
  const laidOut = useCallback(() => {
    if (!isInFrame() || isPrinted.current) return;
    isPrinted.current = true;
    window.print();
    tellOpener({ print: 'done' });
  }, []);
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
  return (
    <main className="print">
      {!isInFrame() && <PrintBar isReady={record !== null} />}
      {record === null ? (
        <Skeleton active className="card" />
      ) : (
        <Desk records={[record]} paper={paper} isCounted onLaidOut={laidOut} />
      )}
    </main>
  );
}

interface ListRecord {
  /** Null while something of it is still read. */
  readonly record: PrintRecord | null;
  readonly paper: PaperName;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}
function useListRecord(noun: Listed, job: ListJob): ListRecord {
  const me = useMe();
  const effects = useParamEffects();
  const declared = useMemo(() => columnsOf(noun, noun.list.columns), [noun]);
  const columns = useMemo(
    () =>
      effects.columns(
        job.keys.length === 0
          ? declared
          : job.keys.flatMap((key) => declared.find((column) => column.key === key) ?? []),
      ),
    [effects, declared, job],
  );
  const {
    data: rows,
    error,
    refetch,
  } = useQuery({
    queryKey: ['print-list', noun.name, job],
    queryFn: () => allRows(noun, job),
    gcTime: 0,
    retry: false,
  });
  const dicts = useDicts(useMemo(() => columns.map(({ field }) => field), [columns]));
  const names = useMissingNames(columns, rows ?? nothing);
  const isReading = useIsFetching() > 0 || me === undefined || rows === undefined;
  const paper: PaperName = columns.length > mostUpright ? 'A4L' : 'A4';
  const record = useMemo((): PrintRecord | null => {
    if (isReading) return null;
    const cells = gridColumns({ columns, rows: nothing, dicts, names });
    return recordOf(noun, {
      me,
      paper,
      columns,
      head: headOf(noun, job, rows.length),
      rows: rows.map((row) => cells.map(({ textOf }) => textOf(row))),
    });
  }, [isReading, noun, me, paper, columns, job, rows, dicts, names]);
  return { record, paper, error, refetch };
}

function PrintBar({ isReady }: { readonly isReady: boolean }): ReactNode {
  return (
    <header className="print-bar">
      <h1>{say(texts.preview)}</h1>
      <Button
        type="primary"
        icon={<PrinterOutlined />}
        data-verb="print"
        disabled={!isReady}
        onClick={() => {
          window.print();
        }}
      >
        {say(printLabels.print)}
      </Button>
    </header>
  );
}

async function allRows(noun: Listed, { search }: ListJob): Promise<readonly Row[]> {
  const ask = (params: Readonly<Record<string, string | number>>): Promise<Page<Row> | readonly Row[]> =>
    noun.list.method === 'POST'
      ? post(listPath(noun), params, { isSilent: true })
      : get(listPath(noun), params, { isSilent: true });
  if (!isPaged(noun)) return (await ask(search)) as readonly Row[];
  const found: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { list, total } = (await ask({ ...search, page, limit: pageRows })) as Page<Row>;
    if (total > mostPrinted) throw new Error(say(texts.tooManyToPrint, { max: mostPrinted }));
    found.push(...list);
    if (list.length < pageRows) return found;
  }
}

/** What was searched for, and how much there is of it. */
function headOf(noun: Listed, { search }: ListJob, count: number): readonly PrintedField[] {
  const asked = filtersOf(noun, noun.list.filters).flatMap(({ key, label, field }): PrintedField[] => {
    const value =
      search[key] ?? [search[`${key}Start`], search[`${key}End`]].filter((day) => day !== undefined).join(' – ');
    if (value === '') return [];
    const choice = field.kind === 'choice' ? field.choices[value] : undefined;
    return [{ label, value: choice === undefined ? value : [choice[0], choice[1], choice[2]], format: null }];
  });
  return [...asked, { label: texts.rowCount, value: String(count), format: null }];
}

interface Drawn {
  readonly me: Me;
  readonly paper: PaperName;
  readonly columns: readonly Shown[];
  readonly head: readonly PrintedField[];
  readonly rows: readonly (readonly string[])[];
}

/** Nothing of it is recorded: it has no number, and nobody prints it again. */
function recordOf(noun: Listed, { me: { user }, paper, columns, head, rows }: Drawn): PrintRecord {
  const title: Label = noun.screen?.title ?? noun.label;
  const formatOf = ({ field }: Shown): PrintFormat | null => (field.kind === 'decimal' ? field.measure : null);
  return {
    id: noun.name,
    printNo: 0,
    copyOf: null,
    isOutdated: false,
    paper,
    creatorName: user.realName,
    createDate: new Date().toISOString(),
    printout: {
      tenantName: user.tenantName,
      [shownAs.organization]: null,
      title,
      code: '',
      isVoided: false,
      head,
      rows,
      columns: columns.map((column) => ({
        key: column.key,
        label: column.label,
        format: formatOf(column),
        isSummed: false,
      })),
      sums: [],
      amount: null,
      notes: [],
      signatures: [],
    },
  };
}
