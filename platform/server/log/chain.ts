import { createHash } from 'node:crypto';
import { snakeCase } from '#platform/model/envelope.ts';
import { derived, type TypedStatement } from '#platform/server/db/statement.ts';

/** The columns of the operation log that are sealed, in the order of sec.log_text. */
export const sealedColumns = [
  'tenantCode',
  'seq',
  'id',
  'noun',
  'recordId',
  'recordCode',
  'operation',
  'message',
  'changes',
  'requestUri',
  'requestMethod',
  'requestParams',
  'requestTime',
  'status',
  'ip',
  'userAgent',
  'correlationId',
  'creatorId',
  'creatorName',
  'createDate',
] as const;
export type SealedColumn = (typeof sealedColumns)[number];

/** A line of the chain: a row in its seal, a row that is gone, or the seal that closes them. */
export interface ChainLine extends Readonly<Record<SealedColumn, string>> {
  readonly kind: 'row' | 'gone' | 'seal';
  readonly no: string;
  /** Of the row alone, or of the seal; hexadecimal. */
  readonly hash: string;
  readonly previous: string;
}
export const chainColumns: readonly (keyof ChainLine)[] = ['kind', 'no', 'hash', 'previous', ...sealedColumns];

/**
 * The whole chain of one tenant in order, every value as the text that was sealed: rows of a seal by number, then the
 * seal. `where` limits it to a tenant for whom the wall does not (an administrator).
 */
export function chainStatement(where?: { readonly tenantCode: string }): TypedStatement<ChainLine> {
  const of = (alias: string): string => (where === undefined ? '' : ` where ${alias}.tenant_code = $1`);
  const texts = [
    'r.tenant_code',
    's.seq::text',
    'r.id::text',
    'r.noun',
    'r.record_id::text',
    'r.record_code',
    'r.operation',
    'r.message',
    'r.changes::text',
    'r.request_uri',
    'r.request_method',
    'r.request_params',
    'r.request_time::text',
    'r.status',
    'r.ip',
    'r.user_agent',
    'r.correlation_id',
    'r.creator_id::text',
    'r.creator_name',
    `to_char(r.create_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  ];
  return derived(
    `
      select kind, no::text as no, hash, previous,
        ${sealedColumns.map((key) => `coalesce(${key.toLowerCase()}, '') as ${snakeCase(key)}`).join(', ')}
      from (
        select case when r.id is null then 'gone' else 'row' end as kind, s.no, s.seq as place,
          encode(s.hash, 'hex') as hash, '' as previous,
          ${texts.map((sql, i) => `${sql} as ${sealedColumns[i]?.toLowerCase() ?? ''}`).join(', ')}
        from app.sys_logseal_row s
        left join app.sys_operationlog r on r.tenant_code = s.tenant_code and r.seq = s.seq${of('s')}
        union all
        select 'seal', s.no, null, encode(s.hash, 'hex'), encode(s.previous, 'hex'),
          ${sealedColumns.map((key) => sealColumns[key] ?? `''`).join(', ')}
        from app.sys_logseal s${of('s')}
      ) chain
      order by chain.no, chain.place nulls last`,
    where === undefined ? [] : [where.tenantCode],
  );
}

export interface ChainFinding {
  readonly tenantCode: string;
  readonly where: string;
  readonly what: string;
}
export interface ChainVerdict {
  readonly rows: number;
  readonly seals: number;
  readonly removed: number;
  readonly head: string;
  readonly findings: readonly ChainFinding[];
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** The text of sec.log_text: every value with its length in front, so that no two different rows share one. */
const textOf = (line: ChainLine): string =>
  sealedColumns.map((key) => `${Buffer.byteLength(line[key])}:${line[key]}`).join(',');

/**
 * Follows the chain of one tenant from its first line to its last. A row that was changed is named by its own hash, a
 * row that is gone by its number; it may be gone only if a sealed row says that it was deleted. A seal that does not
 * follow from the one before ends in a finding of its own. `log` is the noun under which the log tells of itself.
 * `told` are seals that were published outside: a chain that was computed anew closes in itself, and differs from them;
 * one whose end was cut off does not reach them.
 */
export async function verifyChain(
  lines: AsyncIterable<ChainLine> | Iterable<ChainLine>,
  log: string,
  told: ReadonlyMap<number, ReadonlySet<string>> = new Map(),
): Promise<ChainVerdict> {
  const findings: ChainFinding[] = [];
  const gone = new Map<string, string>();
  const explained = new Set<string>();
  let [rows, seals, head, tenantCode] = [0, 0, '', ''];
  let hashes: Buffer[] = [];
  const find = (where: string, what: string): void => {
    findings.push({ tenantCode, where, what });
  };
  for await (const line of lines) {
    if (line.kind === 'seal') {
      tenantCode = line.tenantCode;
      // An export may start later than the log did: its first seal is taken at its word.
      const isNext = seals === 0 || Number.parseInt(line.no, 10) === seals + 1;
      if (!isNext || (head !== '' && line.previous !== head))
        find(`seal ${line.no} (rows ${line.seq})`, 'does not follow the seal before it');
      if (sha256(Buffer.concat([Buffer.from(line.previous, 'hex'), ...hashes])).toString('hex') !== line.hash)
        find(`seal ${line.no} (rows ${line.seq})`, 'its rows are not those that were sealed');
      seals = Number.parseInt(line.no, 10);
      if ([...(told.get(seals) ?? [])].some((hash) => hash !== line.hash))
        find(`seal ${line.no} (rows ${line.seq})`, 'is not the one that was published');
      head = line.hash;
      hashes = [];
      continue;
    }
    hashes.push(Buffer.from(line.hash, 'hex'));
    if (line.kind === 'gone') {
      gone.set(line.seq, line.no);
      continue;
    }
    tenantCode = line.tenantCode;
    rows += 1;
    if (sha256(textOf(line)).toString('hex') !== line.hash)
      find(
        `row ${line.seq} (${line.id}, ${line.noun} ${line.recordCode} ` +
          `${line.operation} by ${line.creatorName} at ${line.createDate})`,
        'was changed after it was sealed',
      );
    else for (const seq of removedBy(line, log)) explained.add(seq);
  }
  for (const [seq, no] of gone) if (!explained.has(seq)) find(`row ${seq} (seal ${no})`, 'is missing');
  if (hashes.length > 0) find('the last rows', 'have no seal');
  const last = Math.max(0, ...told.keys());
  if (last > seals) find(`seal ${last}`, `was published, and the log ends with seal ${seals}`);
  return { rows, seals, removed: gone.size, head, findings };
}

/** The numbers of the rows that this row says were deleted. */
function removedBy({ noun, operation, changes }: ChainLine, log: string): readonly string[] {
  if (noun !== log || operation !== 'delete') return [];
  const { seq } = JSON.parse(changes || '{}') as { seq?: readonly [readonly number[], null] };
  return (seq?.[0] ?? []).map(String);
}

/** What a seal itself says in the columns of a row; the others are empty. */
const sealColumns: Readonly<Record<string, string>> = {
  tenantCode: 's.tenant_code',
  seq: "s.from_seq || '-' || s.to_seq",
  createDate: `to_char(s.create_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
};
