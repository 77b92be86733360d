import { useQuery } from '@tanstack/react-query';
import { Input, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Page } from '#platform/model/envelope.ts';
import { get } from '#platform/web/api/client.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { say } from '#platform/web/text/language.ts';
import { order } from '#sales/model/order/order.ts';
import { Again } from './again.tsx';
import { OneAnswer } from './one-answer.tsx';
import { oneQuery } from './simulation-query.ts';
import { simulationTexts as texts } from './simulation-texts.ts';

export interface OneOrderProps {
  readonly activity: string;
  readonly modes: ReactNode;
  /** The number of the order that is looked at. */
  readonly code: string;
  readonly onCode: (code: string) => void;
}

export function OneOrder({ activity, modes, code, onCode }: OneOrderProps): ReactNode {
  const [typed, setTyped] = useState(code);
  const found = useQuery({
    queryKey: ['simulated-order', code],
    enabled: code !== '',
    queryFn: async () => {
      const page = await get<Page<{ id: string; code: string }>>(
        `${order.path}/page`,
        { codes: code, limit: 1 },
        { isSilent: true },
      );
      return page.list[0]?.id ?? null;
    },
  });
  const id = found.data ?? null;
  const { data, error, isFetching, refetch } = useQuery(oneQuery(activity, id === null ? null : { order: id }));
  const fault = found.error ?? error;
  return (
    <>
      <div className="card simulation-bar">
        {modes}
        <label htmlFor="simulation-order">{say(texts.orderCode)}</label>
        <Input
          id="simulation-order"
          className="simulation-code"
          value={typed}
          placeholder={say(texts.orderAsk)}
          onChange={(event) => {
            setTyped(event.target.value.trim());
          }}
          onPressEnter={() => {
            onCode(typed);
          }}
        />
        <span className="simulation-done" role="status">
          {isFetching && say(texts.running)}
        </span>
        <Again
          isBusy={isFetching || found.isFetching}
          onAgain={() => {
            if (typed === code) void refetch();
            else onCode(typed);
          }}
        />
      </div>
      {fault !== null && <Failed text={fault.message} onRetry={() => void refetch()} />}
      {fault === null && code === '' && <p className="card empty-list">{say(texts.orderAsk)}</p>}
      {fault === null && code !== '' && found.data === null && <p className="card empty-list">{say(texts.noOrder)}</p>}
      {fault === null && id !== null && data === undefined && <Skeleton active className="card" />}
      {fault === null && id !== null && data !== undefined && <OneAnswer answer={data.answer} />}
    </>
  );
}
