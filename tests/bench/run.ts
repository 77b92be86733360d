// npm run bench [-- --json] [-- --smoke] [-- --export] [-- --workflow] [-- --beside <commit>]: the product against
// PostgreSQL run bare, in one run, turn by turn.
import { bars, type Measured } from './bars.ts';
import { applicationSettings } from './bare.ts';
import {
  auditedOrders,
  clients,
  listAsked,
  listPath,
  listVariants,
  referencePath,
  savedVariants,
  tenantOf,
  twentyLines,
  wideList,
} from './calls.ts';
import { appUrlOf, openBench } from './data.ts';
import { benchExports } from './export.ts';
import { touchedByFilters, unaskedFilters } from './filters.ts';
import type { Stretch } from './gauge.ts';
import { unique } from './load.ts';
import { startProduct } from './product.ts';
import {
  busyCustomers,
  exportSize,
  firstTenant,
  fullSize,
  materialGroups,
  orderId,
  orderNumber,
  smokeSize,
} from './scale.ts';
import { auditKey, auditScript, listScripts, saveKey, saveScript, scopeSettings, unauditKey } from './scripts.ts';
import { analyze, capture, request, standOn } from './stand.ts';

const isJson = process.argv.includes('--json');
const isSmoke = process.argv.includes('--smoke');
const size = isSmoke ? smokeSize : fullSize;
const rounds = isSmoke ? 5 : 9;
/** Short stretches, often: neighbours come and go by the second. */
const seconds = 1;
/** A list is measured against a bar of its own; the other calls share most of what it has warmed. */
const warm = { list: 3000, other: 500 } as const;
const port = Number.parseInt(process.env['BENCH_PORT'] ?? '8107', 10);
const say = (text: string): void => {
  if (!isJson) console.log(text);
};

const begun = performance.now();
const isExport = process.argv.includes('--export');
if (process.argv.includes('--workflow')) await import('./workflow.ts');
else if (process.argv.includes('--beside')) await import('./beside.ts');
else {
  const own = await openBench(isExport ? exportSize : size, say);
  try {
    process.exitCode = (await (isExport ? benchExports(own.database, port, say) : bench(own.database))) ? 0 : 1;
  } finally {
    await own.close();
  }
}
say(`took ${((performance.now() - begun) / 1000).toFixed(0)} s`);

async function bench(name: string): Promise<boolean> {
  const { tenant } = listAsked;
  // The order that is listened to is the last of its tenant: nobody else audits it.
  const heard = { tenant, order: size.orders, customer: busyCustomers.first + 3, group: materialGroups.first + 50 };
  const ids = [orderId(orderNumber(tenant, size.orders))];
  const { list: sentList } = await capture(
    name,
    port,
    [{ name: 'list', method: 'GET', path: listPath(listAsked.customer, listAsked.status, true), tenant }],
    wideList,
  );
  const sent = await capture(name, port, [
    {
      name: 'audit',
      method: 'PUT',
      path: '/channelsale/order/audit',
      tenant,
      body: ids,
      headers: { 'idempotency-key': auditKey },
    },
    {
      name: 'unaudit',
      method: 'PUT',
      path: '/channelsale/order/unaudit',
      tenant,
      body: ids,
      headers: { 'idempotency-key': unauditKey },
    },
    {
      name: 'save',
      method: 'POST',
      path: '/channelsale/order',
      tenant,
      body: twentyLines(heard.customer, heard.group),
      headers: { 'idempotency-key': saveKey },
    },
  ]);
  const product = await startProduct(appUrlOf(name), port);
  const stand = standOn(name, product);
  const wide = await startProduct(appUrlOf(name), port + 1, wideList);
  const wideStand = standOn(name, wide);
  const list = await listScripts(stand.adminUrl, sentList);
  if (list.columns !== 40) throw new Error(`the bar of the list means 40 columns, not ${list.columns}`);
  const settings = [...applicationSettings, ...scopeSettings];
  const keyed = { 'idempotency-key': unique };
  const lanes = (requestsOf: (client: number) => string[]): string[][] =>
    Array.from({ length: clients }, (_lane, client) => requestsOf(client));
  const listRequests =
    (isFresh: boolean) =>
    (client: number): string[] =>
      listVariants(isFresh)
        .filter((_variant, i) => i % clients === client)
        .map((variant) => request('GET', variant.path, variant.tenant));
  const loads = {
    wide: wideStand.http({ lanes: lanes(listRequests(true)), expected: '{"code":0,' }),
    shipped: stand.http({ lanes: lanes(listRequests(false)), expected: '{"code":0,' }),
    alone: wideStand.http({
      lanes: [listVariants(true).map((variant) => request('GET', variant.path, variant.tenant))],
      expected: '{"code":0,',
    }),
    audit: stand.http({
      lanes: lanes((client) =>
        auditedOrders(size, client).flatMap((id) =>
          ['audit', 'unaudit'].map((verb) =>
            request('PUT', `/channelsale/order/${verb}`, tenantOf(client), { body: [id], headers: keyed }),
          ),
        ),
      ),
      expected: '{"code":0,',
    }),
    save: stand.http({
      lanes: lanes((client) =>
        savedVariants(client).map((body) =>
          request('POST', '/channelsale/order', tenantOf(client), { body, headers: keyed }),
        ),
      ),
      expected: '{"code":0,',
    }),
    reference: stand.http({
      lanes: await referenceLanes(),
      expected: 'HTTP/1.1 304',
    }),
  };
  const scripts = {
    audit: await auditScript(stand.adminUrl, size, { audit: sent.audit, unaudit: sent.unaudit, ...heard }),
    save: await saveScript(stand.adminUrl, { save: sent.save, ...heard }),
  };
  const bare = {
    plain: stand.bare(list.plain, { clients, settings }),
    // At the same time, half of the clients each: what a neighbour does to one he does to the other.
    piped: stand.bare(list.piped, { clients: clients / 2, settings, name: 'bench-open' }),
    walled: stand.bare(list.walled, { clients: clients / 2, asApplication: true, name: 'bench-walled' }),
    alone: stand.bare(list.plain, { clients: 1, settings }),
    audit: stand.bare(scripts.audit, { clients, asApplication: true, warm: 2 }),
    save: stand.bare(scripts.save, { clients, asApplication: true, warm: 2 }),
  };

  try {
    say(`${list.columns} columns in the wide list; warming up`);
    for (const load of [loads.wide, loads.shipped]) await warmUp(load, warm.list);
    for (const load of [loads.alone, loads.audit, loads.save, loads.reference]) await warmUp(load, warm.other);
    await analyze(stand.adminUrl);
    const measured: Measured = {
      columns: list.columns,
      writes: { list: sentList.writes.length, audit: sent.audit.writes.length, save: sent.save.writes.length },
      rounds: [],
      touched: await touchedByFilters(stand.adminUrl),
    };
    for (let round = 0; round < rounds; round += 1) {
      const stretches: Record<string, Stretch> = {};
      const [piped, walled] = await Promise.all([bare.piped(2 * seconds), bare.walled(2 * seconds)]);
      const steps = Object.entries({
        wide: () => loads.wide.run(seconds),
        plain: () => bare.plain(seconds),
        shipped: () => loads.shipped.run(seconds),
        alone: () => loads.alone.run(seconds),
        aloneBare: () => bare.alone(seconds),
        audit: () => loads.audit.run(seconds),
        auditBare: () => bare.audit(seconds),
        save: () => loads.save.run(seconds),
        saveBare: () => bare.save(seconds),
        reference: () => loads.reference.run(seconds),
      });
      // There and back: what grows warmer or busier from step to step favours neither side of a ratio.
      for (const [step, run] of round % 2 === 0 ? steps : steps.toReversed()) stretches[step] = await run();
      measured.rounds.push({ ...stretches, piped, walled } as Measured['rounds'][number]);
      say(`round ${round + 1} of ${rounds}`);
    }
    return report(measured);
  } finally {
    for (const load of Object.values(loads)) load.stop();
    await Promise.all([product.stop(), wide.stop()]);
  }

  async function referenceLanes(): Promise<string[][]> {
    const headers = { token: `bench-${firstTenant}`, tenant_code: String(firstTenant) };
    const answer = await fetch(`http://127.0.0.1:${port}/api${referencePath}`, { headers });
    const { data } = (await answer.json()) as { data: { total: number } };
    const etag = answer.headers.get('etag');
    if (etag === null || data.total < 100) throw new Error(`the reference list has no ETag or no rows: ${data.total}`);
    return lanes(() => [request('GET', referencePath, firstTenant, { headers: { 'if-none-match': etag } })]);
  }
}

/**
 * V8 goes on compiling for thousands of calls: a list costs Node four times as much in its first hundred as after three
 * thousand. A machine that cannot answer so many in half a minute is measured as warm as it got.
 */
async function warmUp(load: { run(seconds: number): Promise<Stretch> }, enough: number): Promise<void> {
  for (let answered = 0, turns = 0; answered < enough && turns < 30; turns += 1)
    answered += (await load.run(1)).perSecond;
}

function report(measured: Measured): boolean {
  const results = bars(measured);
  if (isJson)
    console.log(
      JSON.stringify(
        Object.fromEntries(results.map(({ name, value, bar, ok }) => [name, { value, bar, ok }])),
        null,
        1,
      ),
    );
  for (const { name, value, bar, ok, detail } of results)
    say(`${ok ? 'ok  ' : 'MISS'} ${name.padEnd(34)} ${String(value).padStart(7)}  ${bar.padEnd(8)} ${detail}`);
  for (const { filter, buffers, rows, index } of measured.touched)
    if (buffers > 25) say(`     ${filter}: ${buffers} buffers for ${rows} rows (${index})`);
  for (const filter of unaskedFilters()) say(`     nobody asked about the filter ${filter}`);
  // In CI, on a machine nobody knows, only what is counted decides; at home CPU does too; requests per second never.
  return results.every(({ ok, kind }) => ok || kind === 'rate' || (isSmoke && kind === 'cpu'));
}
