import { createCipheriv, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { seal, unseal } from '#platform/server/secret/seal.ts';
import { rotateSeals, sealedPlaces } from '#scripts/sealed-secrets.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('seal');
});
afterAll(() => world.close());

const [older, newer] = [randomBytes(32), randomBytes(32)];
beforeEach(() => {
  vi.stubEnv('QUDAO_SEAL_KEY', older.toString('base64'));
  vi.stubEnv('QUDAO_SEAL_KEYS_OLD', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
});
const turn = (old = older.toString('base64')): void => {
  vi.stubEnv('QUDAO_SEAL_KEY', newer.toString('base64'));
  vi.stubEnv('QUDAO_SEAL_KEYS_OLD', old);
};

/** As the release before sealed: no name of a key. */
function sealedBefore(secret: string, purpose: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', older, iv).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`;
}

describe('hardening §3: a sealed secret', () => {
  test('carries the name of its key and opens with that one alone', () => {
    const sealed = seal('s3cret', 'totp');
    expect(sealed).toMatch(/^2\.[0-9a-f]{8}\./);
    expect(unseal(sealed, 'totp')).toBe('s3cret');
    expect(() => unseal(sealed, 'another')).toThrow('E-SEAL-BROKEN');
    turn('');
    expect(() => unseal(sealed, 'totp')).toThrow('E-SEAL-BROKEN');
    turn();
    expect(unseal(sealed, 'totp')).toBe('s3cret');
    expect(seal('s3cret', 'totp').slice(0, 10)).not.toBe(sealed.slice(0, 10));
  });

  test('of the release before stays readable, with a new key too', () => {
    const sealed = sealedBefore('s3cret', 'totp');
    expect(unseal(sealed, 'totp')).toBe('s3cret');
    turn();
    expect(unseal(sealed, 'totp')).toBe('s3cret');
  });

  test('has its place on the list that a rotation goes through', () => {
    const sealing = globSync('{modules,platform,apps}/**/*.ts').filter(
      (path) => !path.endsWith('.test.ts') && /(?<!function )\bseal\(/.test(readFileSync(path, 'utf8')),
    );
    expect(sealing.toSorted()).toEqual([...new Set(sealedPlaces.map(({ by }) => by))].toSorted());
  });
});

test('seal:rotate seals every secret anew, tenant by tenant as the owner too, and says what it cannot open', async () => {
  const before = sealedBefore('of 1000', 'message:sms');
  const lost = `2.00000000.${'A'.repeat(60)}`;
  await world.sql(
    `
      insert into app.message_sms (tenant_code, id, sms_code, platform, sealed_secret)
      values ('1000', gen_random_uuid(), 'S1', 'aliyun', $1), ('2000', gen_random_uuid(), 'S2', 'aliyun', $2)`,
    [before, seal('of 2000', 'message:sms')],
  );
  await world.sql(
    `
      insert into sec.storage (settings, secrets)
      values ('{}', $1::jsonb)
      on conflict (is_only) do update set secrets = excluded.secrets`,
    [JSON.stringify({ aliyunAccessKeySecret: seal('key', 'storage aliyunAccessKeySecret'), lost })],
  );
  turn();
  const rotate = () =>
    asAdministrator(world.adminUrl, async (client) => {
      await client.query('set role qudao_owner');
      return rotateSeals(client);
    });
  const rows = Object.fromEntries((await rotate()).map(({ place, ...counts }) => [place, counts]));
  expect(rows['app.message_sms.sealed_secret']).toEqual({ kept: 0, sealed: 2, broken: 0 });
  expect(rows['sec.storage.secrets']).toEqual({ kept: 0, sealed: 1, broken: 1 });
  // The old key is gone: what was sealed anew opens, and a second round finds nothing to do.
  turn('');
  const kept = await world.sql<{ text: string }>(`
    select sealed_secret as text
    from app.message_sms
    where sealed_secret is not null
    order by tenant_code`);
  expect(kept.map(({ text }) => unseal(text, 'message:sms'))).toEqual(['of 1000', 'of 2000']);
  expect((await rotate()).reduce((sum, { sealed }) => sum + sealed, 0)).toBe(0);
});
