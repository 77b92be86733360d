import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { configurationOf } from './configuration.ts';
import { copyMissing } from './files.ts';
import { settingIn } from './place.ts';

const folder = mkdtempSync(join(tmpdir(), 'qudao-backup-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a configuration in a backup holds no secret', () => {
  const kept = configurationOf({
    DATABASE_URL: 'postgres://qudao_app:s3cret@db:5432/qudao',
    SMTP_URL: 'smtp://mail:s3cret@host:25',
    QUDAO_SEAL_KEY: 's3cret',
    METRICS_TOKEN: 's3cret',
    ADMIN_PASSWORD: 's3cret',
    PORT: '8080',
    HOME: '/root',
  });
  expect(JSON.stringify(kept)).not.toContain('s3cret');
  expect(kept).toMatchObject({ PORT: '8080', QUDAO_SEAL_KEY: 'kept elsewhere' });
  expect(kept['DATABASE_URL']).toContain('@db:5432/qudao');
  expect(Object.keys(kept)).not.toContain('HOME');
});

test('files are copied once, never changed and never deleted in a backup', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  mkdirSync(join(from, 'ab'), { recursive: true });
  writeFileSync(join(from, 'ab/one'), '1');
  writeFileSync(join(from, 'ab/two.part'), 'half');
  expect(await copyMissing(from, to)).toBe(1);
  rmSync(join(from, 'ab/one'));
  writeFileSync(join(from, 'ab/two'), '2');
  expect(await copyMissing(from, to)).toBe(1);
  expect([readFileSync(join(to, 'ab/one'), 'utf8'), readFileSync(join(to, 'ab/two'), 'utf8')]).toEqual(['1', '2']);
  writeFileSync(join(from, 'ab/two'), 'other');
  expect(await copyMissing(from, to)).toBe(0);
});

test("a setting of pgBackRest is its section's own, or the general one", () => {
  const text = '[global]\nrepo1-path=/r\npg1-port=1\n\n[qudao]\npg1-path = /d\npg1-port=2\n';
  expect([settingIn(text, 'qudao', 'pg1-port'), settingIn(text, 'qudao', 'pg1-path')]).toEqual(['2', '/d']);
  expect(settingIn(text, 'qudao', 'repo1-path')).toBe('/r');
  expect(() => settingIn(text, 'qudao', 'pg2-path')).toThrow(/pg2-path/);
});
