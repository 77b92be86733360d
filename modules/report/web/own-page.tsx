import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { get } from '#platform/web/api/client.ts';
import { useFilterSets } from '#platform/web/list/filter-set.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { nameTab, useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { reportDefinition } from '#report/model/definition.ts';
import { figureOf, ownReportIn } from '#report/model/own-report.ts';
import { ownCode } from '#report/model/shown-figures.ts';
import { ReportOf } from './report-page.tsx';
import { ownTexts as texts } from './own-texts.ts';

interface Definition {
  readonly name: string;
  readonly chartType: string;
  readonly dataSource: string;
  readonly columns: unknown;
  readonly filters: unknown;
  readonly status: string;
  readonly rowVersion: number;
}

/** A report that people put together, as its definition says. */
export function OwnReportPage(): ReactNode {
  const { name: tab, id = '' } = useTab();
  const { data, error, refetch } = useQuery({
    queryKey: ['record', reportDefinition.name, id],
    queryFn: () => get<Definition>(`${reportDefinition.path}/${id}`, {}, { isSilent: true }),
  });
  const name = data?.name ?? '';
  useEffect(() => {
    nameTab(tab, name, '');
  }, [tab, name]);
  const screen = `ownReport/${id}`;
  const [, , isRead] = useFilterSets(screen);
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined || !isRead) return <Skeleton active className="card" />;
  const report = ownReportIn(data);
  if (typeof report === 'string' || data.status !== '1')
    return <Failed text={say(texts.off)} onRetry={() => void refetch()} />;
  const figure = figureOf(report, { name, chartType: data.chartType });
  return (
    <ReportOf
      key={data.rowVersion}
      place={{ area: 'report', code: ownCode, own: { id, title: name, figure, report } }}
      shown={{ noun: reportDefinition.name, shows: [report.view] }}
      screen={screen}
    />
  );
}
