import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { withDatabase } from '#apps/api/environment.ts';
import type { Place } from './place.ts';
import { startProduct, urlsOf, type Product } from './product.ts';
import type { TemplateName } from './template.ts';

interface Prepared extends Place {
  readonly product: Product;
}

/** Where files take their places: a door on this machine, because every file runs in a process of its own. */
export interface Places {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * `wanted`: the template of every file that will come; `atOnce`: how many come together; one more is prepared
 * meanwhile.
 */
export async function openPlaces(wanted: readonly TemplateName[], atOnce: number): Promise<Places> {
  const templates = new Map<TemplateName, Promise<string>>();
  const ready = new Map<TemplateName, Promise<Prepared>[]>([
    ['house', []],
    ['demo', []],
  ]);
  const toCome = new Map<TemplateName, number>();
  for (const name of wanted) toCome.set(name, (toCome.get(name) ?? 0) + 1);
  const taken = new Map<string, Prepared>();
  const leaving = new Set<Promise<void>>();

  const prepare = async (name: TemplateName): Promise<Prepared> => {
    const template = templates.get(name) ?? made(name);
    templates.set(name, template);
    count += 1;
    // Named before anything is waited for: two that wait for one template would take the same name.
    const database = `qudao_e2e_${process.pid}_${count}`;
    return preparedFrom(await template, database);
  };
  /** Never more than files that are still to come: a run of one file prepares one place. */
  const keepReady = (name: TemplateName, most: number): void => {
    const places = ready.get(name) ?? [];
    while (places.length < Math.min(most, toCome.get(name) ?? 0)) {
      const place = prepare(name);
      // Whoever takes the place hears of what went wrong.
      place.catch(() => undefined);
      places.push(place);
    }
  };
  const take = async (name: TemplateName): Promise<Place> => {
    const waiting = ready.get(name)?.shift() ?? prepare(name);
    toCome.set(name, (toCome.get(name) ?? 1) - 1);
    const place = await waiting;
    taken.set(place.id, place);
    keepReady(name, 1);
    return { id: place.id, url: place.url, adminUrl: place.adminUrl };
  };
  const giveBack = (id: string): void => {
    const place = taken.get(id);
    if (place === undefined) return;
    taken.delete(id);
    const gone = leave(place).finally(() => leaving.delete(gone));
    leaving.add(gone);
  };

  const server = createServer((request, reply) => {
    void answer(request, { take, giveBack }).then(
      (body) => reply.end(JSON.stringify(body)),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (const [name, files] of toCome) keepReady(name, Math.min(atOnce, files));
  // A template takes longer than a file may take to be read: it is there before the first file asks.
  await Promise.all(templates.values());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      toCome.clear();
      const rest = await Promise.allSettled([...ready.values()].flat());
      for (const each of rest) if (each.status === 'fulfilled') taken.set(each.value.id, each.value);
      for (const id of taken.keys()) giveBack(id);
      await Promise.all(leaving);
    },
  };
}
let count = 0;

async function answer(
  request: IncomingMessage,
  { take, giveBack }: { take: (name: TemplateName) => Promise<Place>; giveBack: (id: string) => void },
): Promise<unknown> {
  const body = await text(request);
  if (request.url === '/take') return take(body as TemplateName);
  giveBack(body);
  return null;
}

/** In a process of its own: the whole product is read for it. */
async function made(name: TemplateName): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/e2e/make-template.ts', name]);
  return stdout.trim();
}

async function preparedFrom(template: string, database: string): Promise<Prepared> {
  const urls = urlsOf(database);
  await asAdministrator(withDatabase(urls.admin, 'postgres'), async (client) => {
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`create database ${database} template ${template}`);
    await client.query(`grant connect on database ${database} to qudao_app, qudao_migrator`);
  });
  const product = await startProduct(urls);
  return { id: database, url: product.url, adminUrl: urls.admin, product };
}

async function leave({ id, adminUrl, product }: Prepared): Promise<void> {
  await product.stop();
  await asAdministrator(withDatabase(adminUrl, 'postgres'), (client) =>
    client.query(`drop database if exists ${id} with (force)`),
  );
}
