import { z } from 'zod';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { afterSession, bodyIn, jsonIn, keyIn } from '#system/server/setting/setting.ts';

const draftBody = z.object({
  title: z.string().max(200),
  route: z.string().max(300),
  content: z.json(),
  baseVersion: z.int().nullish(),
});

/**
 * Unsaved work of the session's user, by tab. Saved every few seconds while somebody types, so it costs one write and
 * no idempotency row.
 */
export const draftRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sys/draft',
    permission: 'session',
    effect: 'none',
    summary: 'The own drafts, latest first',
    handle: listDrafts,
  },
  {
    method: 'GET',
    path: '/sys/draft/:key',
    permission: 'session',
    effect: 'none',
    summary: 'An own draft, null when there is none',
    handle: afterSession(readDraft),
  },
  {
    method: 'PUT',
    path: '/sys/draft/:key',
    permission: 'session',
    effect: 'idempotent',
    body: draftBody,
    summary: 'Keep an own draft, at most 1 MB',
    handle: afterSession(keepDraft),
  },
  {
    method: 'DELETE',
    path: '/sys/draft/:key',
    permission: 'session',
    effect: 'idempotent',
    summary: 'Give an own draft up',
    handle: afterSession(dropDraft),
  },
];

const maxBytes = 1024 * 1024;
/** Drafts of a person; the oldest beyond it go. */
const maxDrafts = 200;

const fields = {
  title: ['标题', '標題', 'Title'],
  route: ['页面', '頁面', 'Page'],
  content: ['内容', '內容', 'Content'],
  baseVersion: ['版本', '版本', 'Version'],
} as const satisfies Readonly<Record<string, Label>>;

async function listDrafts(call: Call): Promise<readonly Row[]> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      { key: 'text', title: 'text', route: 'text', updateDate: 'instant' },
      'select key, title, route, update_date from app.sys_draft order by update_date desc',
    ),
  });
  return rows;
}

async function readDraft(call: Call): Promise<Row | null> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      { key: 'text', title: 'text', route: 'text', content: 'json', baseVersion: 'integer?', updateDate: 'instant' },
      'select key, title, route, content, base_version, update_date from app.sys_draft where key = $1',
      [keyIn(call)],
    ),
  });
  return rows[0] ?? null;
}

async function keepDraft(call: Call): Promise<Row | null> {
  const key = keyIn(call);
  const given = bodyIn(call);
  const places: Place[] = [];
  const title = lineIn(given, 'title', 200, places);
  const route = lineIn(given, 'route', 300, places);
  const version = given['baseVersion'] ?? null;
  if (
    version !== null &&
    !(typeof version === 'number' && Number.isInteger(version) && version >= 0 && version < 2 ** 31)
  )
    places.push({ path: 'baseVersion', field: fields.baseVersion, reason: reasons.format });
  if (places.length > 0) throw invalidAt(places);
  const {
    rows: { kept },
  } = await call.read({
    kept: statement(
      { updateDate: 'instant' },
      `
        insert into app.sys_draft (key, title, route, content, base_version)
        values ($1, $2, $3, $4::json, $5::integer)
        on conflict (tenant_code, user_id, key) do update
          set title = excluded.title, route = excluded.route, content = excluded.content,
            base_version = excluded.base_version, update_date = now()
        returning update_date`,
      [key, title, route, jsonIn(given['content'], 'content', fields.content, maxBytes), version],
    ),
    dropped: {
      text: `
        delete from app.sys_draft
        where key in (select key from app.sys_draft order by update_date desc offset ${maxDrafts})`,
      values: [],
    },
  });
  return kept[0] ?? null;
}

async function dropDraft(call: Call): Promise<null> {
  await call.each([{ text: 'delete from app.sys_draft where key = $1', values: [keyIn(call)] }]);
  return null;
}

function lineIn(
  given: Readonly<Record<string, unknown>>,
  path: 'title' | 'route',
  max: number,
  places: Place[],
): string {
  const text = given[path];
  if (typeof text === 'string' && text !== '' && text.length <= max && !/[\u0000-\u001f]/.test(text)) return text;
  places.push({
    path,
    field: fields[path],
    reason:
      typeof text === 'string' && text.length > max
        ? reasons.tooLong
        : text === undefined || text === ''
          ? reasons.required
          : reasons.format,
  });
  return '';
}
