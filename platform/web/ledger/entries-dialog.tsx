import { Button, Skeleton } from 'antd';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { compare } from '#platform/model/decimal.ts';
import type { Measure } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import type { Ledger } from '#platform/model/ledger.ts';
import { get, type Params } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { instantText } from '#platform/web/cell/cell.tsx';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { documentNamed, ledgerNamed } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import './entries.css';

interface Asked {
  readonly ledger: string;
  readonly path: string;
  readonly params: Params;
  readonly title: string;
  readonly measure?: Measure;
}

/**
 * How a figure came about: the entries behind it, latest first, each with what stood there after it and the document
 * that made it.
 */
export const openEntries = (asked: Asked): Promise<void | undefined> =>
  openDialog<void>((close) => (
    <Dialog
      open
      width={960}
      title={asked.title}
      footer={null}
      onCancel={() => {
        close();
      }}
    >
      <Entries {...asked} />
    </Dialog>
  ));

const pageSize = 50;
const words = {
  date: ['日期', '日期', 'Date'],
  document: ['单据', '單據', 'Document'],
  kind: ['类型', '類型', 'Kind'],
  change: ['{measure}变动', '{measure}變動', '{measure} ±'],
  after: ['{measure}结存', '{measure}結存', '{measure} after'],
  by: ['操作人', '操作人', 'By'],
  at: ['时间', '時間', 'Time'],
  reversed: ['冲回', '沖回', 'reversed'],
  none: ['没有发生过变动', '沒有發生過變動', 'Nothing has moved yet'],
  more: ['更早的 {count} 条', '更早的 {count} 筆', '{count} earlier'],
} as const satisfies Readonly<Record<string, Label>>;

function Entries({ ledger: ledgerName, path, params, measure = 'quantity' }: Asked): ReactNode {
  const ledger = ledgerNamed(ledgerName);
  const { rows, total, failure, isReading, readOn } = useEntries(path, params);
  const failed = failure !== null && (
    <p className="entries-failed" role="alert">
      {failure}{' '}
      <Button type="link" size="small" data-verb="retry" loading={isReading} onClick={readOn}>
        {say(texts.retry)}
      </Button>
    </p>
  );
  if (rows === null && failure !== null) return failed;
  if (rows === null || ledger === undefined) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (rows.length === 0) return <p className="quiet">{say(words.none)}</p>;
  // A measure that never moved says nothing.
  const measures = Object.entries(ledger.measures).filter(([key]) =>
    rows.some((row) => compare(textAt(row, changeKey(key)) || '0', '0') !== 0),
  );
  return (
    <div className="entries">
      <table>
        <EntryHeads measures={measures} />
        <tbody>
          {rows.map((row) => (
            <Entry key={textAt(row, 'id')} row={row} ledger={ledger} measures={measures} measure={measure} />
          ))}
        </tbody>
      </table>
      {failed}
      {failure === null && rows.length < total && (
        <Button type="link" data-verb="moreEntries" loading={isReading} onClick={readOn}>
          {say(words.more, { count: total - rows.length })}
        </Button>
      )}
    </div>
  );
}

interface ReadEntries {
  /** Null until the first answer. */
  readonly rows: readonly Row[] | null;
  readonly total: number;
  readonly failure: string | null;
  readonly isReading: boolean;
  readonly readOn: () => void;
}
function useEntries(path: string, params: Params): ReadEntries {
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [total, setTotal] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [isReading, setReading] = useState(true);
  const read = useCallback(
    (page: number) =>
      get<{ readonly list: readonly Row[]; readonly total: number }>(
        path,
        { ...params, page, limit: pageSize },
        { isSilent: true },
      )
        .then(
          (found) => {
            setRows((before) => [...(page === 1 ? [] : (before ?? [])), ...found.list]);
            setTotal(found.total);
            setFailure(null);
          },
          (error: unknown) => {
            setFailure(error instanceof Error ? error.message : String(error));
          },
        )
        .finally(() => {
          setReading(false);
        }),
    [path, params],
  );
  useEffect(() => {
    void read(1);
  }, [read]);
  const readOn = (): void => {
    setReading(true);
    void read((rows?.length ?? 0) / pageSize + 1);
  };
  return { rows, total, failure, isReading, readOn };
}

type Measures = readonly (readonly [key: string, label: Label])[];
const changeKey = (key: string): string => `d${key.charAt(0).toUpperCase()}${key.slice(1)}`;
const afterKey = (key: string): string => `${key}After`;

function EntryHeads({ measures }: { readonly measures: Measures }): ReactNode {
  return (
    <thead>
      <tr>
        <th>{say(words.date)}</th>
        <th>{say(words.document)}</th>
        <th>{say(words.kind)}</th>
        {measures.flatMap(([key, label]) => [
          <th key={key} className="number">
            {say(words.change, { measure: say(label) })}
          </th>,
          <th key={`${key} after`} className="number">
            {say(words.after, { measure: say(label) })}
          </th>,
        ])}
        <th>{say(words.by)}</th>
        <th>{say(words.at)}</th>
      </tr>
    </thead>
  );
}

interface EntryProps {
  readonly row: Row;
  readonly ledger: Ledger;
  readonly measures: Measures;
  readonly measure: Measure;
}
function Entry({ row, ledger, measures, measure }: EntryProps): ReactNode {
  const kind = ledger.postTypes?.[textAt(row, 'postType')];
  const figure = (value: string): string => measureText(value, { measure });
  const signed = (value: string): string => {
    const sign = compare(value || '0', '0');
    return sign === 0 ? '' : `${sign > 0 ? '+' : ''}${figure(value)}`;
  };
  return (
    <tr data-entry={textAt(row, 'id')}>
      <td>{textAt(row, 'bizDate')}</td>
      <td>
        <EntryDocument row={row} />
      </td>
      <td>
        {kind === undefined ? textAt(row, 'postType') : say(kind)}
        {row['isReversal'] === true && <span className="quiet"> {say(words.reversed)}</span>}
      </td>
      {measures.flatMap(([key]) => {
        const change = textAt(row, changeKey(key));
        return [
          <td key={key} className={compare(change || '0', '0') < 0 ? 'number entry-out' : 'number'}>
            {signed(change)}
          </td>,
          <td key={`${key} after`} className="number">
            {figure(textAt(row, afterKey(key)))}
          </td>,
        ];
      })}
      <td>{textAt(row, 'creatorName')}</td>
      <td className="quiet">{instantText(textAt(row, 'createDate'))}</td>
    </tr>
  );
}

function EntryDocument({ row }: { readonly row: Row }): ReactNode {
  const document = documentNamed(textAt(row, 'docType'));
  return (
    <>
      <RecordLink noun={textAt(row, 'docType')} id={textAt(row, 'docId')} className="entry-link">
        {textAt(row, 'docCode')}
      </RecordLink>
      {document !== undefined && <span className="quiet"> {say(document.label)}</span>}
    </>
  );
}
