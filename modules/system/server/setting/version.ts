import { statement } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';

export const versionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sys/version/timeline',
    permission: 'session',
    effect: 'none',
    summary: 'Published versions of the back office, newest first',
    handle: timeline,
  },
];

/** What has been published for the back office; versions of the shop and the apps are told there. */
async function timeline(call: Call): Promise<unknown> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      {
        versionCode: 'text',
        releaseDate: 'text',
        title: 'text',
        content: 'text',
        forceFlag: 'text',
        downloadUrl: 'text?',
      },
      `
        select version_code, release_date::text, title, content, force_flag, download_url
        from app.sys_version
        where status = '1' and platform = '0'
        order by release_date desc, create_date desc, id desc`,
    ),
  });
  return rows;
}
