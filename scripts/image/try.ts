/**
 * npm run image: builds the image of the Dockerfile and uses it as an operator does: set-up, demo, log-in and the first
 * list through the published port, the health check, a stop that drains. Needs root, buildah, podman, runc and
 * docker-compose. `-- --built` uses the image of the last time.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { baseName, ensureBase, run } from '#scripts/image/node-base.ts';
import { freePort, openCluster, type Cluster } from '#tests/proof/cluster.ts';

const image = 'localhost/qudao:try';
/** Not the usual runtime and limits: a machine inside a machine may not raise any. */
const podman = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];
const passwords = { owner: 'Owner2026image', application: 'App2026image', person: 'Person2026image' };
const begun = performance.now();
const say = (line: string): void => {
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`);
};

const folder = mkdtempSync(join(tmpdir(), 'qudao-image-'));
const started: string[] = [];
let cluster: Cluster | undefined;
try {
  run('env', 'POSTGRES_PASSWORD=a', 'APP_PASSWORD=b', 'docker-compose', '-f', 'compose.yaml', 'config', '-q');
  say('compose.yaml is accepted');
  ensureBase(say);
  const why = whyNoContainers();
  if (why !== null) console.log(`SKIPPED image: this machine runs no containers: ${why}`);
  else await tryImage();
} catch (error) {
  const { message, stderr } = error as { message: string; stderr?: string };
  console.log(`image: FAILED: ${message}\n${(stderr ?? '').slice(-3000)}`);
  process.exitCode = 1;
} finally {
  for (const name of started) run('podman', ...podman, 'rm', '-f', '-t', '0', '-i', name);
  await cluster?.drop();
  rmSync(folder, { recursive: true, force: true });
}

async function tryImage(): Promise<void> {
  if (!process.argv.includes('--built')) {
    await build();
    say('image is built');
  }
  cluster = await openOuterCluster();
  await operate(new URL(cluster.adminUrl).port);
  console.log('image: 1 passed');
}

/** A container inside a container needs rights that not every machine gives; the image is not to blame for that. */
function whyNoContainers(): string | null {
  try {
    run('podman', ...podman, 'run', '--rm', ...limits, baseName, 'node', '--version');
    return null;
  } catch (error) {
    return (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(error);
  }
}

/** Its output is followed: it takes a minute or two. The npm cache of this machine is shared with it. */
function build(): Promise<void> {
  const words = ['bud', '--isolation', 'chroot', '--pull-never', '--format', 'docker', '--tag', image];
  const cache = `${run('npm', 'config', 'get', 'cache')}:/root/.npm`;
  return new Promise((resolve, reject) => {
    spawn('buildah', [...words, '--volume', cache, '.'], { stdio: ['ignore', 'inherit', 'inherit'] }).once(
      'exit',
      (code) => {
        if (code === 0) resolve();
        else reject(new Error(`buildah ended with ${code}`));
      },
    );
  });
}

/** A PostgreSQL that containers reach by password. */
async function openOuterCluster(): Promise<Cluster> {
  const rules = join(folder, 'pg_hba.conf');
  writeFileSync(rules, 'local all all trust\nhost all all 127.0.0.1/32 trust\nhost all all samenet scram-sha-256\n');
  run('chmod', '-R', 'a+rX', folder);
  const made = await openCluster(['listen_addresses=*', `hba_file=${rules}`]);
  await asAdministrator(made.adminUrl, (client) =>
    client.query(`alter role postgres password ${client.escapeLiteral(passwords.owner)}`),
  );
  return made;
}

function urls(port: string, database: string): readonly string[] {
  const at = `host.containers.internal:${port}/${database}`;
  return [
    '--env',
    `DATABASE_ADMIN_URL=postgres://postgres:${passwords.owner}@${at}`,
    '--env',
    `DATABASE_URL=postgres://qudao_app:${passwords.application}@${at}`,
    '--env',
    `ADMIN_PASSWORD=${passwords.person}`,
    '--env',
    `DEMO_PASSWORD=${passwords.person}`,
  ];
}

async function operate(database: string): Promise<void> {
  const once = [...podman, 'run', '--rm', ...limits];
  const setUp = run('podman', ...once, ...urls(database, 'qudao'), image, 'npm', 'run', '-s', 'setup');
  if (!setUp.includes('administrator "admin" created')) throw new Error(`set-up said: ${setUp}`);
  say('set up');
  const command = ['npm', 'run', '-s', 'demo', '--', '--small', '--json'];
  const { accounts } = JSON.parse(run('podman', ...once, ...urls(database, 'demo'), image, ...command)) as {
    accounts: readonly { username: string; tenantCode: string; role: string }[];
  };
  say('demo is made');
  const port = await freePort(18_080);
  const name = `qudao-image-${process.pid}`;
  started.push(name);
  const published = ['--publish', `127.0.0.1:${port}:8080`, '--health-interval', 'disable'];
  run(
    'podman',
    ...podman,
    'run',
    '--detach',
    '--name',
    name,
    ...limits,
    ...published,
    ...urls(database, 'demo'),
    image,
  );
  const url = `http://127.0.0.1:${port}`;
  await until('is ready', async () => (await statusOf(`${url}/readyz`)) === 200);
  say('ready through its port');
  const user = accounts.find(({ tenantCode }) => tenantCode !== '1');
  await visit(url, user?.username ?? '');
  say('page, log-in and first list through its port');
  run('podman', ...podman, 'healthcheck', 'run', name);
  say('healthy');
  await stop(url, name);
  say('drained');
}

async function visit(url: string, username: string): Promise<void> {
  const page = await (await fetch(url)).text();
  if (!page.includes('<script')) throw new Error('there is no page at /');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username, password: passwords.person });
  const login = (await (await fetch(`${url}/api/login`, { method: 'POST', headers, body })).json()) as {
    code: number;
    msg: string;
    data: { token: string };
  };
  if (login.code !== 0) throw new Error(`${username} cannot log in: ${login.msg}`);
  const list = (await (
    await fetch(`${url}/api/channelsale/order/page?limit=20`, { headers: { token: login.data.token } })
  ).json()) as { code: number; msg: string; data: { list: readonly unknown[] } };
  if (list.code !== 0 || list.data.list.length === 0) throw new Error(`the list of orders: ${list.code} ${list.msg}`);
}

/** Not ready at once, alive meanwhile, and gone with a clean exit. */
async function stop(url: string, name: string): Promise<void> {
  run('podman', ...podman, 'kill', '--signal', 'TERM', name);
  await until('says that it is not ready', async () => (await statusOf(`${url}/readyz`)) === 503, 4000);
  if ((await statusOf(`${url}/livez`)) !== 200) throw new Error('it closed its port before proxies could look away');
  const state = (): string => run('podman', ...podman, 'inspect', '-f', '{{.State.Status}} {{.State.ExitCode}}', name);
  await until('has ended', async () => state() === 'exited 0');
}

async function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
}

async function until(what: string, isSo: () => Promise<boolean>, patience = 60_000): Promise<void> {
  const end = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it was waited in vain until the container ${what}`);
    await pause(200);
  }
}
