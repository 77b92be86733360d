import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { get } from '#platform/web/api/client.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { pointsAccount } from '#promotion/model/points/points-account.ts';
import { neverLapses } from '#promotion/model/points/points-ledger.ts';
import { pointsTexts } from './points-texts.ts';

interface Batch {
  readonly batchNo: string;
  readonly expireDate: string;
  readonly balance: string;
  readonly locked: string;
}

const figure = (value: string): string => measureText(value, pointsAccount.fields.balancePoints);

/** What a customer has, by the day on which it lapses. */
export const openBatches = (row: Row): Promise<void | undefined> =>
  openDialog<void>((close) => (
    <Dialog
      open
      width={720}
      title={say(pointsTexts.batchesOf, { customer: textAt(row, 'customerName') })}
      footer={null}
      onCancel={() => {
        close();
      }}
    >
      <Batches id={textAt(row, 'id')} />
    </Dialog>
  ));

function Batches({ id }: { readonly id: string }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'pointsBatches', id],
    queryFn: () => get<{ readonly batches: readonly Batch[] }>(`${pointsAccount.path}/${id}`),
    gcTime: 0,
  });
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active />;
  if (data.batches.length === 0) return <p>{say(pointsTexts.noBatches)}</p>;
  return (
    <table className="plain-table" data-testid="points-batches">
      <thead>
        <tr>
          <th>{say(pointsTexts.source)}</th>
          <th>{say(pointsTexts.lapses)}</th>
          <th className="number">{say(pointsTexts.left)}</th>
          <th className="number">{say(pointsTexts.held)}</th>
        </tr>
      </thead>
      <tbody>
        {data.batches.map(({ batchNo, expireDate, balance, locked }) => (
          <tr key={`${expireDate} ${batchNo}`}>
            <td>{batchNo.startsWith('ADJ-') ? say(pointsTexts.byHand) : batchNo}</td>
            <td>{expireDate === neverLapses ? say(pointsTexts.never) : expireDate}</td>
            <td className="number">{figure(balance)}</td>
            <td className="number">{figure(locked)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
