import { defaultExportPath, type ExportState } from '#platform/model/export.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { downloadPath } from '#platform/model/file.ts';
import type { Label } from '#platform/model/label.ts';
import { get, type Params } from '#platform/web/api/client.ts';
import { download, downloadPosted, exportFailed } from '#platform/web/api/download.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { arranged, type Column, type ColumnState } from '#platform/web/column/column.ts';
import { say } from '#platform/web/text/language.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import type { Asked } from './use-list.ts';

const exportTexts = {
  waiting: [
    '{title}：行数较多，正在后台导出，完成后也会发消息通知',
    '{title}：列數較多，正在背景匯出，完成後也會發訊息通知',
    '{title}: a long list, exported in the background. A message tells you when it is there',
  ],
  running: [
    '{title}：正在后台导出，{rows} / {total} 行（{percent}%）',
    '{title}：正在背景匯出，{rows} / {total} 列（{percent}%）',
    '{title}: exporting in the background, {rows} of {total} {total:row|rows} ({percent}%)',
  ],
  made: [
    '{title}：导出完成，共 {rows} 行',
    '{title}：匯出完成，共 {rows} 列',
    '{title}: {rows} {rows:row|rows} exported',
  ],
} as const satisfies Readonly<Record<string, Label>>;

export type Format = 'xlsx' | 'csv';

/** What a list shows at the moment. */
export interface Showing {
  readonly filters: Params;
  readonly sort: Asked['sort'];
  readonly columns: readonly Column[];
  readonly state: ColumnState;
}

/** The rows of the current search, as a file with the columns as they are arranged. */
export function exportList(noun: Listed, showing: Showing, format: Format = 'xlsx'): Promise<void> {
  const params = exportParams(showing, format);
  const title = say(noun.label);
  const onAnswered = (data: unknown): void => {
    void watchExport(title, data);
  };
  // Whose declaration names no export of its own uses the default one (000 §7).
  return hasOwnExport(noun)
    ? download(`${noun.path}/export`, params, onAnswered)
    : downloadPosted(defaultExportPath, filled(params), onAnswered);
}

export const hasOwnExport = (noun: Listed): boolean =>
  noun.kind === 'entity' ? noun.calls.includes('export') : noun.list.aliases?.includes(defaultExportPath) !== true;

/** As declared and as an Excel file is what the server does untold. */
export function exportParams({ filters, sort, columns, state }: Showing, format: Format): Params {
  const isArranged = state.order !== undefined || state.shown !== undefined;
  return {
    ...filters,
    ...(sort === undefined ? {} : { order: sort.order, orderField: snakeCase(sort.key) }),
    ...(isArranged
      ? {
          columns: arranged(columns, state)
            .filter(({ isChrome = false }) => !isChrome)
            .map(({ key }) => key)
            .join(','),
        }
      : {}),
    ...(format === 'xlsx' ? {} : { format }),
  };
}

const filled = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

const lookEvery = 1000;
/** Looks that failed in a row: the message will tell. */
const mostSilent = 5;

/** A long list is made elsewhere: how far it is, and the file when it is there. */
async function watchExport(title: string, data: unknown): Promise<void> {
  const id = typeof data === 'object' && data !== null && 'exportId' in data ? String(data.exportId) : '';
  if (id === '') return exportFailed('no export');
  const key = `export ${id}`;
  feedback.progress(key, say(exportTexts.waiting, { title }));
  for (let silent = 0; silent < mostSilent;) {
    await new Promise((resolve) => {
      setTimeout(resolve, lookEvery);
    });
    const found = await get<ExportState>('/sys/export/state', { id }, { isSilent: true }).catch(() => null);
    silent = found === null ? silent + 1 : 0;
    if (found?.state === 'running' && found.total !== null && found.total > 0)
      feedback.progress(
        key,
        say(exportTexts.running, {
          title,
          rows: grouped(found.rowCount),
          total: grouped(found.total),
          percent: Math.floor((found.rowCount / found.total) * 100),
        }),
      );
    if (found?.state === 'failed') {
      feedback.over(key);
      return exportFailed(found.error);
    }
    if (found?.state === 'done' && found.fileId !== null) {
      feedback.over(key);
      feedback.success(say(exportTexts.made, { title, rows: grouped(found.rowCount) }));
      return download(downloadPath, { id: found.fileId });
    }
  }
  feedback.over(key);
}

const grouped = (count: number): string => count.toLocaleString('en');
