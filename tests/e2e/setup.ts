import type { TestProject } from 'vitest/node';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { copyDatabase, databaseExists, dropDatabase } from '#scripts/install.ts';
import { buildWeb, makeDemo, startProduct, urlsOf, type Account, type Product, type Urls } from './product.ts';

/** A started product and its database, for one file at a time. */
export interface Place {
  readonly url: string;
  readonly adminUrl: string;
}
declare module 'vitest' {
  interface ProvidedContext {
    readonly places: readonly Place[];
    readonly accounts: readonly Pick<Account, 'username' | 'password'>[];
  }
}

/**
 * E2E_KEEP=name keeps the database for the next run, with the passwords that E2E_PASSWORD names: a new demo takes half
 * a minute.
 */
const kept = process.env['E2E_KEEP'];
const database = kept ?? `qudao_e2e_${process.pid}`;
let products: readonly Product[] = [];
let copies: readonly Urls[] = [];

export async function setup({ provide, config: { maxWorkers } }: TestProject): Promise<void> {
  const urls = urlsOf(database);
  await buildWeb();
  const accounts =
    kept !== undefined && (await databaseExists(urls.admin, database))
      ? ['admin', 'lancai', 'clerk_1000', 'manager_1000', 'staff_1000', 'huadong'].map((username) => ({
          username,
          password: process.env['E2E_PASSWORD'] ?? '',
        }))
      : await makeDemo(urls);
  // The tests write prices as they need them; what prices are has a file of its own, with an organisation, goods and
  // floors of its own.
  await asAdministrator(urls.admin, (client) =>
    client.query(`
      update app.sale_benchmarkprice
      set floor_price = null;
      insert into app.sys_params (id, param_code, param_name, param_value)
      values (gen_random_uuid(), 'SD006', 'SD006', '1')
      on conflict (param_code) do update set param_value = '1'`),
  );
  // Every worker has a product of its own: two files at once would undo each other's arrangements.
  const names = Array.from({ length: maxWorkers - 1 }, (_, i) => `${database}_${i + 2}`);
  for (const name of names) await copyDatabase(urls.admin, database, name);
  copies = names.map(urlsOf);
  products = await Promise.all([urls, ...copies].map(startProduct));
  provide(
    'places',
    products.map(({ url }, i) => ({ url, adminUrl: [urls, ...copies][i]?.admin ?? '' })),
  );
  provide('accounts', accounts);
}

export async function teardown(): Promise<void> {
  await Promise.all(products.map((product) => product.stop()));
  for (const { admin } of copies) await dropDatabase(admin, new URL(admin).pathname.slice(1));
  if (kept === undefined) await dropDatabase(urlsOf(database).admin, database);
}
