import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row, Statement } from '#platform/server/db/statement.ts';
import type { Caller } from '#platform/server/db/door.ts';
import { hashOf } from '#platform/server/http/app.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { definerCalls, nobody, type DefinerCall, type Place } from './definer-calls.ts';
import { changed, watch, type Watch } from './state.ts';

interface Home extends Place {
  readonly callers: Readonly<Record<'admin' | 'holder', Caller>>;
  /** Words that stand nowhere but in rows of this tenant. */
  readonly marks: readonly string[];
}

let world: World;
let eyes: Watch;
let homes: readonly [Home, Home];
let granted: readonly string[];
beforeAll(async () => {
  world = await openWorld('definers');
  eyes = await watch(world);
  homes = [
    await homeOf(world.first, { screen: 'data/brand', permission: 'data:brand:page' }),
    await homeOf(world.second, { screen: 'data/unit', permission: 'data:unit:page' }),
  ];
  granted = (
    await eyes.query<{ name: string }>(`
      select distinct proname::text as name
      from pg_proc
      where pronamespace = 'sec'::regnamespace and prosecdef and has_function_privilege('qudao_app', oid, 'execute')
      order by 1`)
  ).map(({ name }) => name);
});
afterAll(async () => {
  await eyes.close();
  await world.close();
});

async function homeOf(session: Session, { screen, permission }: { screen: string; permission: string }): Promise<Home> {
  const tenant = session.tenantCode;
  const words = { name: `标记${tenant}`, login: `marked-${tenant}` };
  // Only the entry of the group level is a right by itself.
  const menu = menuIdOf(`${screen}?tenantFlag=1`);
  const role = await session.must<{ id: string }>('POST', '/sys/role', {
    code: 'MARKED',
    name: `角色${words.name}`,
    menuList: [menu, menuIdOf(`${screen}?tenantFlag=0`)],
  });
  const { id: holder } = await session.must<{ id: string }>('POST', '/sys/user', {
    username: words.login,
    realName: words.name,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [role.id],
  });
  const holding = await world.login(words.login);
  await holding.must('PUT', '/sys/draft/marked', { title: words.name, route: '/', content: { of: words.name } });
  const [exportRun, simulationRun, file] = [randomUUID(), randomUUID(), randomUUID()];
  const [adminSid, ticket] = [hashOf(session.token), hashOf(`ticket-${tenant}`)];
  await eyes.query(`update sec.principal set personnel_code = 'P${tenant}' where user_id = $1`, [holder]);
  await eyes.query(`insert into sec.totp (user_id, home_tenant, pending) values ($1, $2, 'sealed-${tenant}')`, [
    holder,
    tenant,
  ]);
  await eyes.query(
    `
      insert into sec.export_run
        (id, tenant_code, user_id, noun, permission, format, language, asked, request, state, key_hash, lease_until)
      values (
        $1, $2, $3, 'data:brand', 'data:brand:export', 'csv', 'zh-CN', '{}', '{}', 'running', sha256('known'),
        now() + interval '1 hour'
      )`,
    [exportRun, tenant, holder],
  );
  await eyes.query(
    `
      insert into sec.simulation_run (id, tenant_code, user_id, permission, activity_id, language, asked, result)
      values ($1, $2, $3, 'data:brand:export', $4, 'zh-CN', '{}', jsonb_build_object('of', $5::text))`,
    [simulationRun, tenant, holder, nobody, words.name],
  );
  await eyes.query(
    `
      insert into app.sys_file (tenant_code, id, storage_key, provider, name, state, control)
      values ($1, $2, 'k', '5', $3, 'kept', '0')`,
    [tenant, file, words.name],
  );
  await eyes.query(
    `
      insert into sec.ticket
      values (decode($1, 'hex'), decode($2, 'hex'), '/sys/oss/image', now() + interval '1 hour', true)`,
    [ticket, adminSid],
  );
  const [shipped] = await eyes.query<{ id: string }>(
    `
      update sec.shipped_role
      set offered = array[$2]
      where tenant_code = $1 and code = 'SUPPLIER'
      returning role_id as id`,
    [tenant, menu],
  );
  const [log] = await eyes.query<{ id: string }>(
    `
      update app.sys_operationlog
      set create_date = now() - interval '9 years'
      where id = (select id from app.sys_operationlog where tenant_code = $1 order by id limit 1)
      returning id`,
    [tenant],
  );
  const [pair, peerMessage] = [randomUUID(), randomUUID()];
  await eyes.query(
    `
      insert into app.order_peer (tenant_code, id, side, peer_tenant, bill_id, bill_code)
      values ($1, $2, '1', $1, $2, $3)`,
    [tenant, pair, `PO-${words.login}`],
  );
  await eyes.query(
    `
      insert into sec.peer_message (id, tenant_code, to_tenant, subject_id, seq, kind, payload, key_hash)
      values ($1, $2, $2, $3, 1, 'order', $4, sha256('known'))`,
    [peerMessage, tenant, pair, { of: words.name }],
  );
  const [main] = await eyes.query<{ admin: string; session: string; username: string; name: string }>(
    `
      select x.user_id as admin, encode(sha256(x.sid_hash), 'hex') as session, a.username, t.tenant_name as name
      from sec.session x
      join sec.account a using (user_id)
      join app.tenant_tenant t using (tenant_code)
      where x.sid_hash = decode($1, 'hex')`,
    [adminSid],
  );
  if (log === undefined || main === undefined || shipped === undefined)
    throw new Error(`tenant ${tenant} lacks its rows`);
  const callerOf = ({ token }: Session): Caller => ({
    sid: hashOf(token),
    tenant: null,
    permissions: null,
    soft: null,
  });
  return {
    tenant,
    admin: main.admin,
    adminSid,
    adminSession: main.session,
    holder,
    role: 'MARKED',
    shippedRole: shipped.id,
    menu,
    permission,
    exportRun,
    simulationRun,
    file,
    ticket,
    logEntry: log.id,
    pair,
    peerMessage,
    callers: { admin: callerOf(session), holder: callerOf(holding) },
    marks: [
      words.name,
      words.login,
      main.admin,
      holder,
      main.session,
      main.name,
      shipped.id,
      exportRun,
      simulationRun,
      file,
      permission,
      `P${tenant}`,
      `sealed-${tenant}`,
    ],
  };
}

/** What is wrong with a function when `own` calls it about `other`. */
async function complaintsOf(name: string, entry: DefinerCall, own: Home, other: Home): Promise<string[]> {
  const before = await eyes.look(own.tenant);
  const sessions = await sessionsOf(other);
  const { rows, isRefused } = await run(own.callers[entry.as ?? 'admin'], entry.about(other, own), 'commit');
  const text = JSON.stringify(rows);
  const told = other.marks.filter((mark) => text.includes(mark));
  const touched = changed(before, await eyes.look(own.tenant));
  return [
    ...told.map((mark) => `answers ${mark}`),
    ...touched.map((table) => `writes rows of others in ${table}`),
    ...((await sessionsOf(other)) === sessions ? [] : ['writes sessions or tickets of others']),
    ...(isRefused === (entry.outcome === 'refused') ? [] : [isRefused ? 'is refused' : 'is not refused']),
    ...(entry.outcome === 'nothing' && !isNothing(rows) ? [`answers ${text}`] : []),
  ].map((complaint) => `sec.${name} called by ${own.tenant} about ${other.tenant} ${complaint}`);
}

async function run(
  caller: Caller,
  statement: Statement,
  end: 'commit' | 'rollback',
): Promise<{ rows: readonly Row[]; isRefused: boolean }> {
  const tx = world.door.transaction(caller);
  try {
    const [rows] = await tx.run([statement]);
    await tx[end]();
    return { rows, isRefused: false };
  } catch (error) {
    await tx.rollback();
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && code.startsWith('QD')) return { rows: [], isRefused: true };
    throw error;
  }
}

const isNothing = (rows: readonly Row[]): boolean =>
  rows.every((row) => Object.values(row).every((value) => value === null || value === 0 || value === false));

/** Sessions are touched all the time, so when they were last seen says nothing. */
async function sessionsOf({ tenant }: Place): Promise<string> {
  const [found] = await eyes.query<{ print: string | null }>(
    `
      select string_agg(
        concat(x.sid_hash, x.ended_at, x.end_reason, x.confirmed_until, x.expires_at, k.path, k.used_at),
        '|' order by x.sid_hash, k.ticket_hash
      ) as print
      from sec.session x
      left join sec.ticket k using (sid_hash)
      where x.tenant_code = $1`,
    [tenant],
  );
  return found?.print ?? '';
}

describe('a definer function that the application may call', () => {
  test('has an entry that says how it is called and what must not be seen', () => {
    expect(Object.keys(definerCalls).sort()).toEqual(granted);
    console.log(`${granted.length} definer functions of sec, each called from two tenants`);
  });

  test('answers its caller where the entry says so', async () => {
    const silent: string[] = [];
    for (const [name, entry] of Object.entries(definerCalls)) {
      if (entry.answersOwn !== true) continue;
      for (const home of homes) {
        const { rows, isRefused } = await run(home.callers[entry.as ?? 'admin'], entry.about(home, home), 'rollback');
        if (isRefused || isNothing(rows)) silent.push(`sec.${name} in ${home.tenant}`);
      }
    }
    expect(silent).toEqual([]);
  });

  test('shows nothing of another tenant and changes nothing in it', async () => {
    const [first, second] = homes;
    const complaints: string[] = [];
    for (const [name, entry] of Object.entries(definerCalls)) {
      complaints.push(...(await complaintsOf(name, entry, first, second)));
      complaints.push(...(await complaintsOf(name, entry, second, first)));
    }
    expect(complaints).toEqual([]);
  });

  test.each([
    ['open_sessions', 'x.tenant_code = sec.tenant() and ', ''],
    ['end_sessions', 'x.tenant_code = sec.tenant() and ', ''],
    ['explain_user', 'p.tenant_code = t and p.user_id = p_user', 'p.user_id = p_user'],
    ['reset_totp', 'x.home_tenant = sec.tenant() and ', ''],
    ['settle_offers', 's.tenant_code = sec.tenant() and ', ''],
    ['my_simulation', ' and s.tenant_code = sec.tenant() and s.user_id = sec.user_id()', ''],
    ['my_export', ' and e.tenant_code = sec.tenant() and e.user_id = sec.user_id()', ''],
  ])('is found when %s forgets the tenant', async (name, condition, without) => {
    const entry = definerCalls[name];
    const [before] = await eyes.query<{ text: string }>(
      `
        select pg_get_functiondef(oid) as text
        from pg_proc
        where pronamespace = 'sec'::regnamespace and proname = $1`,
      [name],
    );
    if (entry === undefined || before?.text.includes(condition) !== true) throw new Error(`${name} reads otherwise`);
    await eyes.query(before.text.replace(condition, () => without));
    try {
      expect(await complaintsOf(name, entry, homes[0], homes[1])).not.toEqual([]);
    } finally {
      await eyes.query(before.text);
    }
  });
});
