import { queries } from '#platform/web/api/queries.ts';
import { meQuery, type Me } from '#platform/web/api/me.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { pagesOf } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';
import { isDirtyTab, openTabs, refreshTab } from '#platform/web/route/tabs.ts';
import { taskTexts } from './task-texts.ts';

export const detailRoute = (processInstanceId: string): string => `processInstance/${processInstanceId}`;

/** A task without a business key is about nothing: it is neither handled nor viewed (000 §5). */
export function isAboutSomething(row: Row): boolean {
  if (textAt(row, 'businessKey') !== '') return true;
  feedback.warn(say(taskTexts.emptyBusinessKey));
  return false;
}

/** The document itself; whoever has no page for it in the menu sees its process. */
export function handleTask(row: Row): void {
  if (!isAboutSomething(row)) return;
  const route = billRoute(row);
  // Others acted on it since it was opened; what is being written stays.
  if (route !== undefined && openTabs().includes(route) && !isDirtyTab(route)) void refreshTab(route);
  go(route ?? detailRoute(textAt(row, 'processInstanceId')));
}

export function viewTask(row: Row): void {
  if (isAboutSomething(row)) go(detailRoute(textAt(row, 'processInstanceId')));
}

/** What was rejected is opened to be changed. */
export function billRoute(row: Row): string | undefined {
  const page = textAt(row, 'routeName');
  const me = queries.getQueryData<Me>(meQuery.queryKey);
  if (me === undefined || textAt(row, 'billId') === '' || !pagesOf(me.nav).has(page)) return undefined;
  return `${page}__${textAt(row, 'starterFlag') === '1' ? 'edit' : 'read'}__${textAt(row, 'billId')}`;
}
