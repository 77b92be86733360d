import { isIP } from 'node:net';
import { usualEdge, type EdgeSettings } from '#platform/server/http/edge-settings.ts';

/**
 * Where the product finds its database. Both strings may name any host; the defaults are a PostgreSQL on this machine.
 */
export function adminUrl(): string {
  return process.env['DATABASE_ADMIN_URL'] ?? `postgres://postgres@127.0.0.1:5432/${databaseName()}`;
}

/** Whoever deploys without being a superuser: the role qudao_migrator. Without it the administrator migrates. */
export function migratorUrl(): string | undefined {
  return process.env['DATABASE_MIGRATOR_URL'] || undefined;
}

export function applicationUrl(): string {
  return process.env['DATABASE_URL'] ?? 'postgres://qudao_app@127.0.0.1:5432/qudao';
}

export function databaseName(url: string = applicationUrl()): string {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'qudao';
}

/**
 * Connections of one process by lane; two more listen and say whether it is ready. Fourteen together let seven
 * processes share a server with PostgreSQL's own limit of a hundred; writers of one tenant who wait for each other hold
 * six at most.
 */
export const laneSizes = (given: Environment = process.env): LaneSizes => ({
  connections: numberIn('DATABASE_CONNECTIONS', given, 8),
  reportConnections: numberIn('DATABASE_REPORT_CONNECTIONS', given, 2),
  gateConnections: numberIn('DATABASE_GATE_CONNECTIONS', given, 2),
});

export interface LaneSizes {
  readonly connections: number;
  readonly reportConnections: number;
  readonly gateConnections: number;
}

/** Where uploaded files are kept on this machine. */
export function filesFolder(): string {
  return process.env['FILES_FOLDER'] ?? '.files';
}

/** Where the heads of the operation log are published: beside the files, out of the database's reach. */
export function auditHeads(): string {
  return process.env['AUDIT_HEADS'] ?? `${filesFolder()}-audit/heads.jsonl`;
}

/** Storage on this machine and in private networks may be called: a MinIO next door. Metadata addresses never are. */
export function isPrivateStorageAllowed(): boolean {
  return process.env['STORAGE_ALLOW_PRIVATE'] === '1';
}

/**
 * External systems on this machine and in private networks may be called: the ERP in the cellar. Metadata addresses
 * never are.
 */
export function isPrivateExchangeAllowed(): boolean {
  return process.env['EXCHANGE_ALLOW_PRIVATE'] === '1';
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const made = new URL(url);
  made.pathname = `/${encodeURIComponent(name)}`;
  return made.href;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** How the product meets browsers and the proxies before it. */
export function edgeSettings(given: Environment = process.env): EdgeSettings {
  return {
    ...usualEdge,
    trustedProxies: networksIn('TRUST_PROXY', given['TRUST_PROXY'] ?? ''),
    slowMs: numberIn('SLOW_REQUEST_MS', given, usualEdge.slowMs, 0),
    isAlwaysTls: given['ALWAYS_TLS'] === '1',
    tenantInFlight: numberIn('TENANT_IN_FLIGHT', given, usualEdge.tenantInFlight),
    userExports: numberIn('USER_EXPORTS', given, usualEdge.userExports),
    tenantUploads: numberIn('TENANT_UPLOADS', given, usualEdge.tenantUploads),
    tenantConnections: numberIn('TENANT_CONNECTIONS', given, shareOf(laneSizes(given).connections)),
    tenantReports: shareOf(laneSizes(given).reportConnections),
    mostConnections: numberIn('MOST_CONNECTIONS', given, usualEdge.mostConnections),
    leastRate: numberIn('UPLOAD_LEAST_RATE', given, usualEdge.leastRate, 0),
  };
}

/** Two thirds of a pool and never all of it: what one tenant may hold. */
const shareOf = (connections: number): number =>
  Math.max(1, Math.min(connections - 1, Math.ceil((connections * 2) / 3)));

/** How long a process that was told to stop answers on, and how long what is under way may then take. */
export const drainTimes = (
  given: Environment = process.env,
): { readonly lookAwayMs: number; readonly longestMs: number } => ({
  lookAwayMs: secondsIn('DRAIN_SECONDS', given, 5) * 1000,
  longestMs: secondsIn('DRAIN_LONGEST_SECONDS', given, 15) * 1000,
});

const secondsIn = (name: string, given: Environment, usual: number): number => numberIn(name, given, usual, 0);

/** A whole number within its bounds; what is no such number ends the start with a sentence. */
export function numberIn(name: string, given: Environment, usual: number, least = 1, most = Infinity): number {
  const text = given[name] ?? '';
  if (text === '') return usual;
  const value = Number.parseInt(text, 10);
  if (!/^\d{1,9}$/.test(text) || value < least || value > most)
    throw new Error(`${name}: "${text}" is no number from ${least} ${most === Infinity ? 'on' : `to ${most}`}`);
  return value;
}

/** A word that is no network would trust nobody, and every address in the logs would be the proxy's. */
function networksIn(name: string, text: string): readonly string[] {
  const words = text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
  for (const word of words) {
    const [address = '', bits, ...rest] = word.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const isMask = bits === undefined || (/^\d{1,3}$/.test(bits) && Number.parseInt(bits, 10) <= most);
    if (isIP(address) === 0 || !isMask || rest.length > 0)
      throw new Error(`${name}: "${word}" is no network (10.0.0.0/8, 127.0.0.1)`);
  }
  return words;
}

/** What a reader of /metrics must show; without it there is no such page. */
export function metricsToken(): string | undefined {
  return process.env['METRICS_TOKEN'];
}
