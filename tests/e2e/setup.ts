import type { TestProject } from 'vitest/node';
import { databaseExists, dropDatabase } from '#scripts/install.ts';
import { buildWeb, makeDemo, startProduct, urlsOf, type Account, type Product } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext { readonly url: string; readonly adminUrl: string; readonly accounts: readonly Pick<Account, 'username' | 'password'>[] }
}

/** E2E_KEEP=name keeps the database for the next run, with the passwords that E2E_PASSWORD names: a new demo takes half a minute. */
const kept = process.env['E2E_KEEP'];
const database = kept ?? `qudao_e2e_${process.pid}`;
let product: Product | undefined;

export async function setup({ provide }: TestProject): Promise<void> {
  const urls = urlsOf(database);
  await buildWeb();
  const accounts = kept !== undefined && await databaseExists(urls.admin, database)
    ? ['admin', 'lancai', 'clerk_1000', 'manager_1000', 'staff_1000', 'huadong'].map((username) => ({ username, password: process.env['E2E_PASSWORD'] ?? '' }))
    : await makeDemo(urls);
  product = await startProduct(urls);
  provide('url', product.url);
  provide('adminUrl', urls.admin);
  provide('accounts', accounts);
}

export async function teardown(): Promise<void> {
  await product?.stop();
  if (kept === undefined) await dropDatabase(urlsOf(database).admin, database);
}
