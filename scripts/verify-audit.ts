// npm run verify:audit -- --file chain.csv    an export of /sys/log/operation/chain, anywhere, without a database
// npm run verify:audit -- --database          every tenant of DATABASE_ADMIN_URL
import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { adminUrl } from '#apps/api/environment.ts';
import { camelCase } from '#platform/model/envelope.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { chainStatement, verifyChain, type ChainLine, type ChainVerdict } from '#platform/server/log/chain.ts';
import { chainIn } from '#platform/server/log/chain-file.ts';
import { operationLog } from '#system/model/log.ts';

export const verifyFile = (file: string): Promise<ChainVerdict> =>
  verifyChain(chainIn(createReadStream(file, 'utf8')), operationLog.name);

/** Tenant by tenant; the administrator's connection sees all of them. */
export function verifyDatabase(url: string): Promise<ReadonlyMap<string, ChainVerdict>> {
  return asAdministrator(url, async (client) => {
    const verdicts = new Map<string, ChainVerdict>();
    const tenants = await client.query<{ code: string }>(
      'select distinct tenant_code as code from app.sys_logseal order by 1',
    );
    for (const { code } of tenants.rows) {
      // A cursor takes no parameters.
      const text = chainStatement({ tenantCode: code }).text.replaceAll('$1', client.escapeLiteral(code));
      async function* lines(): AsyncGenerator<ChainLine> {
        await client.query('begin');
        await client.query(`declare chain no scroll cursor for ${text}`);
        for (;;) {
          const { rows } = await client.query<Record<string, string>>('fetch 5000 from chain');
          if (rows.length === 0) break;
          for (const row of rows)
            yield Object.fromEntries(
              Object.entries(row).map(([key, value]) => [camelCase(key), value]),
            ) as unknown as ChainLine;
        }
        await client.query('commit');
      }
      verdicts.set(code, await verifyChain(lines(), operationLog.name));
    }
    return verdicts;
  });
}

export function verdictText(name: string, { rows, seals, removed, head, findings }: ChainVerdict): string {
  const [first] = findings;
  const counts = `${rows} rows, ${seals} seals, ${removed} deleted after their time`;
  return first === undefined
    ? `${name}: ${counts}, head ${head.slice(0, 16)}: intact`
    : `${name}: ${counts}: ${first.where} ${first.what}${findings.length > 1 ? `; ${findings.length - 1} more` : ''}`;
}

if (import.meta.main) {
  const {
    values: { file, database },
  } = parseArgs({ options: { file: { type: 'string' }, database: { type: 'boolean', default: false } } });
  if (file === undefined && !database) throw new Error('usage: npm run verify:audit -- --file chain.csv | --database');
  const verdicts =
    file === undefined ? [...(await verifyDatabase(adminUrl()))] : [[file, await verifyFile(file)] as const];
  for (const [name, verdict] of verdicts) console.log(verdictText(name, verdict));
  process.exitCode = verdicts.some(([, { findings }]) => findings.length > 0) ? 1 : 0;
}
