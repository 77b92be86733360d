import { randomBytes } from 'node:crypto';
import { databaseName } from '#apps/api/environment.ts';
import { hashOf } from '#platform/server/http/app.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { databaseExists, dropDatabase } from '#scripts/install.ts';
import { buildWeb, makeDemo, startProduct, urlsOf, type Urls } from '#tests/e2e/product.ts';

export interface Session {
  readonly token: string;
  readonly tenantCode: string;
}
/** What is measured: the started product on a demo database. */
export interface Subject {
  readonly url: string;
  /** The brand owner's main account and the platform's administrator: together they hold every permission. */
  readonly sessions: readonly [owner: Session, platform: Session];
  /** One more session of the same person, for a call that ends it. */
  spare(like: Session): Promise<Session>;
  close(): Promise<void>;
}

/** The demo database if there is one, else a small one of its own that is dropped afterwards. */
export async function openSubject(): Promise<Subject> {
  const isOwn = !(await isDemo(urlsOf(databaseName())));
  const database = isOwn ? `qudao_contract_${process.pid}` : databaseName();
  const urls = urlsOf(database);
  await buildWeb();
  if (isOwn) await makeDemo(urls);
  const drop = async (): Promise<void> => {
    if (isOwn) await dropDatabase(urls.admin, database);
  };
  try {
    const product = await startProduct(urls);
    return {
      url: product.url,
      sessions: [await openSession(urls, `t.sys_tenant = '0'`), await openSession(urls, `t.sys_tenant = '1'`)],
      spare: ({ tenantCode }) => openSession(urls, `t.tenant_code = '${tenantCode}'`),
      async close() {
        await product.stop();
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

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

/** Passwords of a demo are printed once and kept nowhere, so the session is opened where the gate opens it. */
export async function openSession({ admin }: Urls, where: string): Promise<Session> {
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
      where p.super_admin and p.is_active and t.status = '1' and ${where}
      order by t.distributor_level, t.tenant_code
      limit 1`);
    if (main === undefined) throw new Error('the demo database has no main account');
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
