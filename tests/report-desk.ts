import { randomUUID } from 'node:crypto';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { Detail, Pivot } from '#report/model/answer.ts';
import type { FigureKey } from '#report/model/figures.ts';
import { reportScreens, statisticsScreens } from '#report/model/shown-figures.ts';
import type { Session, World } from '#tests/world.ts';

const screenWith = (figure: FigureKey): readonly [area: string, code: string] => {
  const areas = { report: reportScreens, statistics: statisticsScreens };
  for (const [area, screens] of Object.entries(areas))
    for (const [code, { shows }] of Object.entries(screens))
      if ((shows as readonly string[]).includes(figure)) return [area, code];
  throw new Error(`no screen shows ${figure}`);
};

const asked =
  <Answer>(call: 'pivot' | 'detail') =>
  (session: Session, figure: FigureKey, params: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const [area, code] = screenWith(figure);
    const query = new URLSearchParams({ code, figure, limit: '500', ...params });
    return session.must('GET', `/${area}/data/${call}?${query.toString()}`);
  };

/** A report as a page asks for it, and the documents behind it. */
export const askPivot = asked<Pivot>('pivot');
export const askDetail = asked<Detail>('detail');

/** Figures of a test are small. */
export const plain = (value: unknown): number => Number(value ?? 0); // not money

/** One measure of every row by its key, nothing left out but what is nought. */
export const byKey = ({ list, measures }: Pivot, measure: string): Record<string, number> =>
  Object.fromEntries(
    list
      .map(({ key, now }) => [key ?? '-', plain(now[(measures as readonly string[]).indexOf(measure)])] as const)
      .filter(([, value]) => value !== 0),
  );
export const sumOf = ({ sum, measures }: Pivot, measure: string): number =>
  plain(sum.now[(measures as readonly string[]).indexOf(measure)]);

/** The same figures by a statement that knows nothing of the report. */
export async function told(world: World, text: string): Promise<Record<string, number>> {
  const rows = await world.sql<{ key: string | null; value: string | null }>(text);
  return Object.fromEntries(
    rows.map(({ key, value }) => [key ?? '-', plain(value)]).filter(([, value]) => value !== 0),
  );
}

/** Posts to a ledger of the first tenant as its documents do. */
export async function post(
  world: World,
  ledger: string,
  { entries, bizDate }: { readonly entries: readonly object[]; readonly bizDate: string },
): Promise<void> {
  await asAdministrator(world.adminUrl, async (client) => {
    await client.query('begin');
    await client.query(`select sec.bind('1000', null, 'S')`);
    await client.query(`select app.${ledger}_post($1::jsonb)`, [
      JSON.stringify({
        doc_type: 'test',
        doc_id: randomUUID(),
        doc_code: 'T1',
        op_seq: 1,
        biz_date: bizDate,
        entries: entries.map((entry) => ({ line_id: randomUUID(), guards: 'nothing', ...entry })),
      }),
    ]);
    await client.query('commit');
  });
}

/** Somebody with a role of his own that holds these permissions alone. */
export async function hireReader(
  world: World,
  username: string,
  {
    permissions,
    role = {},
    user = {},
  }: {
    readonly permissions: readonly string[];
    readonly role?: object;
    readonly user?: object;
  },
): Promise<Session> {
  const menuList = (
    await world.sql<{ id: string }>('select id from app.sys_menu where permissions = any($1)', [permissions])
  ).map(({ id }) => id);
  const { id } = await world.first.must<{ id: string }>('POST', '/sys/role', {
    code: username,
    name: username,
    menuList,
    ...role,
  });
  await world.first.must('POST', '/sys/user', {
    username,
    realName: username,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [id],
    organizeCode: 'O1',
    ...user,
  });
  return world.login(username);
}
