import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { get, remove } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import { settingsTexts } from './texts.ts';
import './settings.css';

interface Entry {
  readonly cacheKey: string;
  readonly cacheName: string;
  readonly size: number;
  readonly version: number;
  readonly hits: number;
  readonly misses: number;
}

/** The reference lists that browsers keep, and a way to make them read one again. */
export function Cache(): ReactNode {
  const { title } = useTab();
  const mayClear = useCan()('sys:cache:delete');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['cache'],
    queryFn: () => get<{ readonly list: readonly Entry[] }>('/sys/cache/page', { limit: 500 }, { isSilent: true }),
    staleTime: 0,
  });
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (isLoading) return <Skeleton active className="card" />;
  const clear = async (): Promise<void> => {
    try {
      await remove('/sys/cache', chosen);
    } catch {
      return;
    }
    feedback.success(say(settingsTexts.cleared));
    setChosen([]);
    void refetch();
  };
  const shown = (data?.list ?? []).filter((entry) => isFound(entry, search));
  return (
    <section className="card list-card cache-page">
      <div className="list-main">
        <div className={chosen.length === 0 ? 'toolbar' : 'toolbar toolbar-chosen'}>
          <h1>{title}</h1>
          {mayClear && (
            <ClearButtons
              count={chosen.length}
              onClear={() => void clear()}
              onForget={() => {
                setChosen([]);
              }}
            />
          )}
          <span className="push-right" data-filter="cacheKey">
            <Input.Search
              allowClear
              aria-label={say(texts.search)}
              placeholder={say(settingsTexts.cacheKey)}
              onChange={(event) => {
                setSearch(event.target.value);
              }}
            />
          </span>
        </div>
        <p className="quiet">{say(settingsTexts.cacheHelp)}</p>
        <div className="cache-lists">
          <CacheTable entries={shown} mayClear={mayClear} chosen={chosen} onChoose={setChosen} />
          {data !== undefined && shown.length === 0 && <p className="quiet">{say(settingsTexts.nothingFound)}</p>}
        </div>
      </div>
    </section>
  );
}

const isFound = ({ cacheKey, cacheName }: Entry, typed: string): boolean =>
  `${cacheKey} ${cacheName}`.toLowerCase().includes(typed.trim().toLowerCase());

interface ClearButtonsProps {
  readonly count: number;
  readonly onClear: () => void;
  readonly onForget: () => void;
}
function ClearButtons({ count, onClear, onForget }: ClearButtonsProps): ReactNode {
  return (
    <>
      <Button data-verb="delete" danger disabled={count === 0} onClick={onClear}>
        {say(settingsTexts.clear)}
        {count > 0 && ` (${count})`}
      </Button>
      {count > 0 && (
        <Button type="text" data-verb="clearSelection" onClick={onForget}>
          {say(texts.clearSelection)}
        </Button>
      )}
    </>
  );
}

function CacheTable({
  entries,
  mayClear,
  chosen,
  onChoose,
}: {
  readonly entries: readonly Entry[];
  readonly mayClear: boolean;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}): ReactNode {
  return (
    <table className="plain-table">
      <thead>
        <tr>
          {mayClear && <th aria-label={say(settingsTexts.clear)} />}
          {columns.map(({ key, label, isNumber }) => (
            <th key={key} data-head={key} className={isNumber === true ? 'number' : ''}>
              {say(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.cacheKey} data-row-key={entry.cacheKey}>
            {mayClear && (
              <td>
                <Checkbox
                  aria-label={entry.cacheName}
                  checked={chosen.includes(entry.cacheKey)}
                  onChange={({ target }) => {
                    onChoose(
                      target.checked ? [...chosen, entry.cacheKey] : chosen.filter((key) => key !== entry.cacheKey),
                    );
                  }}
                />
              </td>
            )}
            {columns.map(({ key, isNumber, value }) => (
              <td key={key} className={isNumber === true ? 'number' : ''}>
                {value(entry)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const columns: readonly {
  readonly key: string;
  readonly label: Label;
  readonly isNumber?: true;
  readonly value: (entry: Entry) => ReactNode;
}[] = [
  { key: 'cacheKey', label: settingsTexts.cacheKey, value: ({ cacheKey }) => cacheKey },
  { key: 'cacheName', label: settingsTexts.cacheName, value: ({ cacheName }) => cacheName },
  {
    key: 'size',
    label: settingsTexts.size,
    isNumber: true,
    value: ({ size }) => (size > mostKept ? `${mostKept}+` : size),
  },
  { key: 'version', label: settingsTexts.version, isNumber: true, value: ({ version }) => version },
  { key: 'asked', label: settingsTexts.asked, isNumber: true, value: ({ hits, misses }) => hits + misses },
  {
    key: 'hitRate',
    label: settingsTexts.hitRate,
    isNumber: true,
    value: ({ hits, misses }) => (hits + misses === 0 ? '–' : `${Math.round((hits / (hits + misses)) * 100)} %`),
  },
];

/** A longer list is searched on the server instead of being kept. */
const mostKept = 20_000;
