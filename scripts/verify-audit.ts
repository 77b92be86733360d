// npm run verify:audit -- --file chain.csv    an export of /sys/log/operation/chain, anywhere, without a database
// npm run verify:audit -- --database          every tenant of DATABASE_ADMIN_URL, against the heads that were published
// --heads file                                where they are (default AUDIT_HEADS)
import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { adminUrl, auditHeads } from '#apps/api/environment.ts';
import { camelCase } from '#platform/model/envelope.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { chainStatement, verifyChain, type ChainLine, type ChainVerdict } from '#platform/server/log/chain.ts';
import { chainIn } from '#platform/server/log/chain-file.ts';
import { readHeads, type Heads } from '#platform/server/log/heads.ts';
import { operationLog } from '#system/model/log.ts';

export const verifyFile = (file: string): Promise<ChainVerdict> =>
  verifyChain(chainIn(createReadStream(file, 'utf8')), operationLog.name);

/** Tenant by tenant; the administrator's connection sees all of them. */
export function verifyDatabase(url: string, heads: Heads = new Map()): Promise<ReadonlyMap<string, ChainVerdict>> {
  return asAdministrator(url, async (client) => {
    const verdicts = new Map<string, ChainVerdict>();
    const tenants = await client.query<{ code: string }>(
      'select distinct tenant_code as code from app.sys_logseal order by 1',
    );
    // A tenant whose log was told of and is gone has no row that could be missing.
    for (const code of new Set([...tenants.rows.map((row) => row.code), ...heads.keys()])) {
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
      verdicts.set(code, await verifyChain(lines(), operationLog.name, heads.get(code)));
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
    values: { file, database, heads: headsAt = auditHeads() },
  } = parseArgs({
    options: {
      file: { type: 'string' },
      database: { type: 'boolean', default: false },
      heads: { type: 'string' },
    },
  });
  if (file === undefined && !database) throw new Error('usage: npm run verify:audit -- --file chain.csv | --database');
  const heads = file === undefined ? await readHeads(headsAt) : null;
  const verdicts =
    file === undefined
      ? [...(await verifyDatabase(adminUrl(), heads ?? undefined))]
      : [[file, await verifyFile(file)] as const];
  for (const [name, verdict] of verdicts) console.log(verdictText(name, verdict));
  // Without them a log that was rewritten as a whole looks like any other.
  const isUntold = file === undefined && heads === null;
  if (isUntold) console.log(`${headsAt}: no published heads; the log cannot be compared with what was told of it`);
  process.exitCode = isUntold || verdicts.some(([, { findings }]) => findings.length > 0) ? 1 : 0;
}
