import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Page } from '#platform/model/envelope.ts';
import { get } from '#platform/web/api/client.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { Section } from '#platform/web/form/panel-frame.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { notice } from '#system/model/notice.ts';
import { noticeTexts } from './notice-texts.ts';

const perPage = 20;
const { receiverName, readStatus, readDate } = notice.fields;

interface Receipt {
  readonly receiverId: string;
  readonly receiverName: string;
  readonly readStatus: string;
  readonly readDate: string | null;
}

/** To whom a sent notice went and who has read it. */
export function NoticeReceipts({ record }: { readonly record: Row }): ReactNode {
  const [page, setPage] = useState(1);
  const id = textAt(record, 'id');
  const isSent = textAt(record, 'status') === '1';
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'receipts', id, page],
    queryFn: () =>
      get<Page<Receipt>>(`${notice.path}/user/page`, { noticeId: id, page, limit: perPage }, { isSilent: true }),
    enabled: isSent,
  });
  if (!isSent) return null;
  return (
    <Section title={say(noticeTexts.receipts)}>
      {error !== null && <Failed text={error.message} onRetry={() => void refetch()} />}
      {data?.list.length === 0 && <p className="quiet">{say(noticeTexts.nobodyYet)}</p>}
      {data !== undefined && data.list.length > 0 && (
        <>
          <table className="plain-table" data-receipts>
            <thead>
              <tr>
                <th>{say(receiverName.label)}</th>
                <th>{say(readStatus.label)}</th>
                <th>{say(readDate.label)}</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((receipt) => (
                <tr key={receipt.receiverId}>
                  <td>{receipt.receiverName}</td>
                  <td>
                    <Cell field={readStatus} value={receipt.readStatus} />
                  </td>
                  <td>
                    <Cell field={readDate} value={receipt.readDate} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {data.total > perPage && (
            <Pagination
              size="small"
              current={page}
              pageSize={perPage}
              total={data.total}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </>
      )}
    </Section>
  );
}
