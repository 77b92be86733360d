import { smsSecret } from '#message/server/sms.ts';
import { wallsOf, type AdminClient } from '#platform/server/db/migrate.ts';
import { isSealedAnew, seal, unseal } from '#platform/server/secret/seal.ts';
import { storageSecret } from '#system/server/operation/storage.ts';
import { systemSecret } from '#system/server/operation/system-secret.ts';
import { totpSecret } from '#system/server/session/second-factor.ts';

/** A column that holds sealed secrets, what they were sealed for, and the file that seals them. */
export interface SealedPlace {
  readonly table: string;
  readonly column: string;
  /** `key` is the secret's own name where a column holds several as JSON. */
  readonly purpose: (key: string) => string;
  readonly isJson?: true;
  readonly by: string;
}

export const sealedPlaces: readonly SealedPlace[] = [
  {
    table: 'app.message_sms',
    column: 'sealed_secret',
    purpose: () => smsSecret,
    by: 'modules/message/server/sms.ts',
  },
  {
    table: 'app.approve_system',
    column: 'sealed_secret',
    purpose: () => systemSecret,
    by: 'modules/system/server/operation/system-secret.ts',
  },
  {
    table: 'sec.totp',
    column: 'secret',
    purpose: () => totpSecret,
    by: 'modules/system/server/session/second-factor.ts',
  },
  {
    table: 'sec.totp',
    column: 'pending',
    purpose: () => totpSecret,
    by: 'modules/system/server/session/second-factor.ts',
  },
  {
    table: 'sec.storage',
    column: 'secrets',
    purpose: storageSecret,
    isJson: true,
    by: 'modules/system/server/operation/storage.ts',
  },
];

export interface Rotated {
  readonly place: string;
  readonly kept: number;
  readonly sealed: number;
  /** No key opens them: an old one is missing. */
  readonly broken: number;
}

/** Seals every secret with the key that seals today. Repeatable; what it cannot open it leaves as it is. */
export async function rotateSeals(client: AdminClient): Promise<readonly Rotated[]> {
  const results: Rotated[] = [];
  for (const place of sealedPlaces) {
    const counts = { kept: 0, sealed: 0, broken: 0 };
    // Tables of schema sec stand before no wall.
    for (const tenant of place.table.startsWith('app.') ? await wallsOf(client) : [null]) {
      await client.query('begin');
      if (tenant !== null) await client.query(`select sec.bind($1, null, '')`, [tenant]);
      await rotatePlace(client, place, counts);
      await client.query('commit');
    }
    results.push({ place: `${place.table}.${place.column}`, ...counts });
  }
  return results;
}

async function rotatePlace(
  client: AdminClient,
  { table, column, purpose, isJson }: SealedPlace,
  counts: { kept: number; sealed: number; broken: number },
): Promise<void> {
  const { rows } = await client.query<{ key: string; text: string }>(
    isJson === true
      ? `select x.key, x.value as text from ${table} t cross join lateral jsonb_each_text(t.${column}) x`
      : `select '' as key, ${column} as text from ${table} where ${column} is not null`,
  );
  for (const { key, text } of rows) {
    const anew = sealedAnew(text, purpose(key));
    counts[anew === text ? 'kept' : anew === null ? 'broken' : 'sealed'] += 1;
    if (anew === null || anew === text) continue;
    // By its old value, which nobody else has: one that was typed anew meanwhile stays.
    await client.query(
      isJson === true
        ? `
          update ${table}
          set ${column} = ${column} || jsonb_build_object($3::text, $2::text)
          where ${column}->>$3 = $1`
        : `update ${table} set ${column} = $2 where ${column} = $1`,
      [text, anew, ...(isJson === true ? [key] : [])],
    );
  }
}

function sealedAnew(text: string, purpose: string): string | null {
  if (isSealedAnew(text)) return text;
  try {
    return seal(unseal(text, purpose), purpose);
  } catch {
    return null;
  }
}
