import { randomBytes } from 'node:crypto';
import { databaseName } from '#apps/api/environment.ts';
import { hashOf } from '#platform/server/http/app.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { databaseExists } from '#scripts/install.ts';
import { takePlace } from '#tests/e2e/place.ts';
import { openPlaces } from '#tests/e2e/places.ts';
import { buildWeb, startProduct, urlsOf, type Urls } from '#tests/e2e/product.ts';
import { moveToTestServer } from '#tests/server/server.ts';

export interface Session {
  readonly token: string;
  readonly tenantCode: string;
}
/** What is measured: the started product on a demo database. */
export interface Subject {
  readonly url: string;
  /** The brand owner's main account and the platform's administrator: together they hold every permission. */
  readonly sessions: readonly [owner: Session, platform: Session];
  /** A session of the first account that fits: `u` its user, `t` its tenant, `p` its principal. */
  enter(where: string): Promise<Session>;
  /** One more session of the same person, for a call that ends it. */
  spare(like: Session): Promise<Session>;
  close(): Promise<void>;
}

/** The demo database if there is one, else a clone of the demo that the browser tests keep. */
export async function openSubject(): Promise<Subject> {
  // One person asks for every export there is.
  process.env['USER_EXPORTS'] ??= '100000';
  await buildWeb();
  const urls = urlsOf(databaseName());
  // Without a server of one's own there is no demo of one's own either.
  if (!(await isDemo(urls).catch(() => false))) return openClone();
  const product = await startProduct(urls);
  return subjectAt(product.url, urls.admin, () => product.stop());
}

async function openClone(): Promise<Subject> {
  process.env['QUDAO_SEAL_KEY'] ??= Buffer.alloc(32, 7).toString('base64');
  await moveToTestServer();
  const places = await openPlaces(['demo'], 1);
  try {
    const { url, adminUrl } = await takePlace(places.url, 'demo');
    return await subjectAt(url, adminUrl, () => places.close());
  } catch (error) {
    await places.close();
    throw error;
  }
}

const subjectAt = async (url: string, admin: string, close: () => Promise<void>): Promise<Subject> => ({
  url,
  sessions: [await openSession({ admin }, `t.sys_tenant = '0'`), await openSession({ admin }, `t.sys_tenant = '1'`)],
  enter: (where) => openSessionOf({ admin }, where),
  spare: ({ tenantCode }) => openSession({ admin }, `t.tenant_code = '${tenantCode}'`),
  close,
});

async function isDemo({ admin }: Urls): Promise<boolean> {
  if (!(await databaseExists(admin, databaseName()))) return false;
  return asAdministrator(
    admin,
    async (client) =>
      (
        await client.query<{ text: string | null }>(`
          select shobj_description(oid, 'pg_database') as text
          from pg_database
          where datname = current_database()`)
      ).rows[0]?.text === 'qudao demo',
  );
}

/** The main account of a tenant. */
export const openSession = (urls: Pick<Urls, 'admin'>, where: string): Promise<Session> =>
  openSessionOf(urls, `p.super_admin and ${where}`);

/**
 * Passwords of a demo are printed once and kept nowhere, so the session is opened where the gate opens it: for the
 * first account `u` of a tenant `t` that fits.
 */
export async function openSessionOf({ admin }: Pick<Urls, 'admin'>, where: string): Promise<Session> {
  const token = randomBytes(32).toString('base64url');
  const tenantCode = await asAdministrator(admin, async (client) => {
    const {
      rows: [main],
    } = await client.query<{
      user_id: string;
      tenant_code: string;
    }>(`
      select p.user_id, p.tenant_code
      from sec.principal p
      join app.tenant_tenant t using (tenant_code)
      join app.sys_user u on u.tenant_code = p.tenant_code and u.id = p.user_id
      where p.is_active and t.status = '1' and ${where}
      order by t.distributor_level, t.tenant_code, u.username
      limit 1`);
    if (main === undefined) throw new Error(`the demo database has no account where ${where}`);
    await client.query('select sec.login_open($1, $2, $3, 60, $4, $5)', [
      main.user_id,
      main.tenant_code,
      hashOf(token),
      '127.0.0.1',
      'contract',
    ]);
    return main.tenant_code;
  });
  return { token, tenantCode };
}
