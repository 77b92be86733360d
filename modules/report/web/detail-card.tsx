import { CloseOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { grouped } from '#platform/model/decimal.ts';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { detailOf, type DetailColumn, type DetailKey } from '#report/model/detail.ts';
import { reportTexts as texts } from '#report/web/shown/report-texts.ts';
import type { View } from './report-view.ts';
import { useDetail, type Opened, type Place } from './use-pivot.ts';

interface DetailCardProps {
  readonly place: Place;
  readonly view: View;
  readonly today: string;
  readonly opened: Opened;
  readonly drill: DetailKey;
  readonly onClose: () => void;
}

/** The documents behind a figure: the first of them, and what all add up to. */
export function DetailCard({ place, view, today, opened, drill, onClose }: DetailCardProps): ReactNode {
  const { data } = useDetail(place, view, today, opened);
  const columns = detailOf(drill);
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    window.addEventListener('keydown', leave);
    return () => {
      window.removeEventListener('keydown', leave);
    };
  }, [onClose]);
  return (
    <section className="card report-detail" data-detail>
      <header>
        <strong>{opened.title}</strong>
        {data !== undefined && (
          <span className="quiet" data-detail-sum>
            {say(texts.behind, { n: data.total, sum: grouped(data.sum, 2) })}
          </span>
        )}
        {data !== undefined && data.total > data.list.length && (
          <span className="quiet">{say(texts.firstOnly, { n: data.list.length })}</span>
        )}
        <Button
          className="push-right"
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={say(texts.close)}
          onClick={onClose}
        />
      </header>
      {data === undefined ? (
        <Skeleton active paragraph={{ rows: 3 }} />
      ) : (
        <Documents rows={data.list} columns={columns} />
      )}
    </section>
  );
}

function Documents({
  rows,
  columns,
}: {
  readonly rows: readonly Row[];
  readonly columns: readonly DetailColumn[];
}): ReactNode {
  return (
    <div className="pivot-scroll">
      <table className="pivot pivot-detail">
        <thead>
          <tr>
            {columns.map(({ key, label, kind }) => (
              <th key={key} scope="col" className={isWord(kind) ? 'word' : undefined}>
                {say(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={`${textAt(row, 'docId')} ${i}`}>
              {columns.map((column) => (
                <td key={column.key} className={isWord(column.kind) ? 'word' : undefined}>
                  <Value column={column} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isWord = (kind: DetailColumn['kind']): boolean => kind === 'text' || kind === 'date' || kind === 'bill';
const places = { amount: 2, price: 4, number: 0 } as const;

function Value({ column: { key, kind }, row }: { readonly column: DetailColumn; readonly row: Row }): ReactNode {
  const text = textAt(row, key);
  if (kind === 'bill')
    return (
      <RecordLink noun={textAt(row, 'docType')} id={textAt(row, 'docId')}>
        {text}
      </RecordLink>
    );
  if (isWord(kind) || text === '') return text;
  const scale = Math.max(places[kind as keyof typeof places], text.replace(/0+$/, '').split('.')[1]?.length ?? 0);
  return grouped(text, scale);
}
