import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesFolder, numberIn } from '#apps/api/environment.ts';
import { sealKeys } from '#platform/server/secret/seal.ts';

/** The built pages. */
export const webFolder = join(import.meta.dirname, '../../dist/web');

export interface Configuration {
  readonly only: 'api' | 'worker' | undefined;
  readonly hasWeb: boolean;
  readonly port: number;
  readonly host: string;
  readonly logLevel: string;
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * What was set for this process, looked at before anything is opened: a value that cannot be meant ends the start, not
 * the first request that needs it.
 */
export function configurationOf(words: readonly string[] = process.argv.slice(2)): Configuration {
  const only = onlyIn(words);
  databaseIn('DATABASE_URL');
  const port = numberIn('PORT', process.env, 8080, 0, 65_535);
  numberIn('JOB_LEASE_MS', process.env, 15_000, 0, 3_600_000);
  const logLevel = process.env['LOG_LEVEL'] || 'info';
  if (!levels.includes(logLevel)) throw new Error(`LOG_LEVEL: "${logLevel}" is none of ${levels.join(', ')}`);
  mailIn('SMTP_URL');
  sealKeys();
  ensureFolder(filesFolder());
  return { only, hasWeb: hasWeb(words, only), port, host: process.env['HOST'] || '127.0.0.1', logLevel };
}

function onlyIn(words: readonly string[]): Configuration['only'] {
  if (!words.includes('--only')) return undefined;
  const only = words[words.indexOf('--only') + 1];
  if (only !== 'api' && only !== 'worker') throw new Error(`--only: "${only ?? ''}" is neither api nor worker`);
  return only;
}

/** Pages that are missing are a fault where a whole product was asked for; `--no-web` and `--only` ask for less. */
function hasWeb(words: readonly string[], only: Configuration['only']): boolean {
  const isBuilt = existsSync(join(webFolder, 'index.html'));
  if (!isBuilt && only === undefined && !words.includes('--no-web'))
    throw new Error('the pages are not built: run npm run build first (or start with --no-web, for the API alone)');
  return isBuilt && only !== 'worker' && !words.includes('--no-web');
}

/** A password never stands in the sentence. */
function databaseIn(name: string): void {
  const text = process.env[name] ?? '';
  if (text === '') return;
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '' || url.username === '')
    throw new Error(`${name}: it must read postgres://user:password@host:5432/database`);
}

function mailIn(name: string): void {
  const text = process.env[name] ?? '';
  if (text !== '' && !/^(smtps?|sandbox):$/.test(URL.parse(text)?.protocol ?? ''))
    throw new Error(`${name}: it must read smtp://user:password@host:587 (or smtps://, or sandbox:)`);
}

function ensureFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Error(`FILES_FOLDER: ${resolve(folder)} cannot be written (${(error as { code?: string }).code})`, {
      cause: error,
    });
  }
}
