import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { models } from '#apps/api/modules.ts';
import '#apps/worker/worker.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { usualEdge } from '#platform/server/http/edge-settings.ts';
import { serveMetrics } from '#platform/server/http/metrics.ts';
import { freePort } from '#tests/e2e/product.ts';
import { openWorld, type World } from '#tests/world.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const token = 'read-the-figures';
const folder = mkdtempSync(join(tmpdir(), 'qudao-metrics-'));
const log: { readonly level: number; readonly [key: string]: unknown }[] = [];
let world: World;
let app: FastifyInstance;
let prometheus: ChildProcess | null = null;

const figures = async (shown = token): Promise<{ status: number; text: string }> => {
  const { statusCode, body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${shown}` } });
  return { status: statusCode, text: body };
};
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1] ?? 'NaN',
  );
const asks = async (path: string, as?: string): Promise<void> => {
  const { port } = app.server.address() as AddressInfo;
  await (await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: as === undefined ? {} : { token: as } })).text();
};

beforeAll(async () => {
  world = await openWorld('metrics');
  app = buildApp({
    door: world.door,
    routes: world.routes,
    modules: models,
    edge: { ...usualEdge, slowMs: 0 },
    logTo: { write: (line) => void log.push(JSON.parse(line) as (typeof log)[number]) },
  });
  serveMetrics(app, { door: world.door, token, folder });
  await app.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);
afterAll(async () => {
  prometheus?.kill('SIGKILL');
  await app.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('/metrics', () => {
  it('is for who shows the token', async () => {
    expect((await figures('something else')).status).toBe(401);
    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(401);
    expect((await figures()).status).toBe(200);
  });

  it('counts each request once, by kind and outcome', async () => {
    const before = (await figures()).text;
    await asks('/data/bd/brand/page', world.first.token);
    await asks('/data/bd/brand/page', world.first.token);
    await asks('/data/bd/brand/page');
    await expect
      .poll(async () => {
        const after = (await figures()).text;
        return ['ok', 'refused'].map((outcome) => {
          const series = `qudao_requests_total{class="list",outcome="${outcome}"}`;
          return valueOf(after, series) - (valueOf(before, series) || 0);
        });
      })
      .toEqual([2, 1]);
    const { text } = await figures();
    expect(valueOf(text, 'qudao_requests_in_flight{class="list"}')).toBe(0);
    expect(valueOf(text, 'qudao_request_seconds_count{class="list"}')).toBeGreaterThanOrEqual(3);
    expect(valueOf(text, 'qudao_request_seconds_bucket{class="list",le="+Inf"}')).toBe(
      valueOf(text, 'qudao_request_seconds_count{class="list"}'),
    );
  });

  it('says how long the oldest message has waited', async () => {
    await world.sql(`
      insert into sec.outbox (id, tenant_code, kind, payload, not_before)
      values (sec.new_id(), '1000', 'mail', '{}', clock_timestamp() - interval '90 seconds')`);
    await expect
      .poll(async () => valueOf((await figures()).text, 'qudao_outbox_age_seconds'), { timeout: 15_000 })
      .toBeGreaterThanOrEqual(90);
    expect(valueOf((await figures()).text, 'qudao_database_up')).toBe(1);
  });

  it('has every series that an alert or the dashboard names', async () => {
    const { text } = await figures();
    const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ''));
    // Of the worker, and of jobs that ended: not in this process.
    const elsewhere = ['qudao_seal_age_seconds', 'qudao_job_runs_total'];
    for (const file of ['prometheus/rules.yml', 'grafana/qudao.json']) {
      const named = readFileSync(join(deploy, file), 'utf8').match(/\b(?:qudao|process)_\w+/g) ?? [];
      expect(named.length).toBeGreaterThan(10);
      const missing = named
        .map((name) => name.replace(/_bucket$/, ''))
        .filter((name) => !known.has(name) && !elsewhere.includes(name));
      expect(missing, file).toEqual([]);
    }
  });

  it('is what Prometheus reads: promtool takes form and rules, the server scrapes it', async () => {
    const promtool = (words: readonly string[], input?: string): string => {
      const { status, stdout, stderr, error } = spawnSync('promtool', words, {
        input,
        encoding: 'utf8',
        cwd: join(deploy, 'prometheus'),
      });
      if (error !== undefined) throw error;
      return status === 0 ? '' : `${stdout}${stderr}`;
    };
    expect(promtool(['check', 'metrics'], (await figures()).text)).toBe('');
    expect(promtool(['check', 'rules', 'rules.yml'])).toBe('');
    expect(promtool(['test', 'rules', 'rules.test.yml'])).toBe('');

    const port = await freePort();
    const target = `127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'metrics-token'), token);
    writeFileSync(join(folder, 'rules.yml'), readFileSync(join(deploy, 'prometheus/rules.yml')));
    writeFileSync(
      join(folder, 'prometheus.yml'),
      readFileSync(join(deploy, 'prometheus/prometheus.yml'), 'utf8')
        .replace('127.0.0.1:8080', target)
        .replace('scrape_interval: 15s', 'scrape_interval: 1s'),
    );
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    const asked = async (query: string): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`).catch(
        () => null,
      );
      if (answer === null || !answer.ok) return '';
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
      return data.result[0]?.value[1] ?? '';
    };
    await expect.poll(() => asked('up{job="qudao"}'), { timeout: 60_000 }).toBe('1');
    await expect.poll(() => asked('qudao_database_up'), { timeout: 20_000 }).toBe('1');
  }, 100_000);
});

describe('the log', () => {
  it('tells each request in one line with tenant and user, slow ones apart, and no value of it', async () => {
    log.length = 0;
    await asks('/data/bd/brand/page?brandName=secret-word', world.second.token);
    await expect.poll(() => log.length).toBe(1);
    expect(log[0]).toMatchObject({
      level: 40,
      msg: 'slow',
      route: 'GET /api/data/bd/brand/page',
      outcome: 'ok',
      tenant: '2000',
      user: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      reqId: expect.any(String) as string,
    });
    expect(JSON.stringify(log)).not.toContain('secret-word');
  });
});
