import { noticeEnd } from '#platform/web/api/session.ts';
import { exportParams, type Showing } from '#platform/web/record/export-list.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { arranged } from '#platform/web/column/column.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { openFrame } from './print-frame.ts';
import { listRoute } from './print-route.ts';

/** The rows of the current search as a table on paper, with the columns as they are arranged. */
export async function printList(noun: Listed, showing: Showing): Promise<boolean> {
  const { columns: _columns, ...search } = exportParams(showing, 'xlsx');
  const keys = arranged(showing.columns, showing.state)
    .filter(({ isChrome = false }) => !isChrome)
    .map(({ key }) => key);
  const report = await openFrame(
    listRoute({
      noun: noun.name,
      keys,
      search: Object.fromEntries(
        Object.entries(search).flatMap(([key, value]) =>
          value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
        ),
      ),
    }),
  );
  if (report.print === 'failed' && !noticeEnd()) feedback.error(report.text);
  return report.print === 'done';
}
