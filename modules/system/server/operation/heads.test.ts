import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishHeads, readHeads } from '#platform/server/log/heads.ts';
import { verifyDatabase } from '#scripts/verify-audit.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'heads-'));
const file = join(folder, 'audit', 'heads.jsonl');
const told = new Map<string, number>();
const tables = ['app.sys_operationlog', 'app.sys_logseal_row', 'app.sys_logseal'] as const;

beforeAll(async () => {
  world = await openWorld('heads');
  for (const code of ['H1', 'H2', 'H3']) {
    await world.first.must('POST', '/data/bd/brand', { code, name: code });
    await world.door.gate({ text: 'select sec.seal_log() as count', values: [] });
  }
  await publishHeads(world.door, file, told);
  for (const table of tables) await world.sql(`create table public.kept_${table.slice(4)} as table ${table}`);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const verify = (heads = file): { status: number | null; said: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/verify-audit.ts', '--database'], {
    env: { ...process.env, DATABASE_ADMIN_URL: world.adminUrl, AUDIT_HEADS: heads },
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}` };
};
/** As superuser, to whom nothing in the database is forbidden; afterwards everything is as it was. */
async function tampered<Result>(sql: string, look: () => Result | Promise<Result>): Promise<Result> {
  await world.sql(sql);
  try {
    return await look();
  } finally {
    await world.sql(`
      delete from app.sys_logseal_row;
      delete from app.sys_logseal;
      delete from app.sys_operationlog;
      insert into app.sys_operationlog overriding system value
      select *
      from public.kept_sys_operationlog;
      insert into app.sys_logseal
      select *
      from public.kept_sys_logseal;
      insert into app.sys_logseal_row
      select *
      from public.kept_sys_logseal_row`);
  }
}
const one = `tenant_code = '1000' and noun = 'data:brand' and record_code = 'H2'`;
/** Every hash and every seal anew, as sec.seal_log would have made them. */
const resealed = `
  update app.sys_logseal_row s
  set hash = sha256(convert_to(sec.log_text(r), 'UTF8'))
  from app.sys_operationlog r
  where r.tenant_code = s.tenant_code and r.seq = s.seq;
  do $$
  declare
    s record;
    last bytea;
    t text := '';
  begin
    for s in select * from app.sys_logseal order by tenant_code, no loop
      if s.tenant_code <> t then last := ''::bytea; t := s.tenant_code; end if;
      update app.sys_logseal x
      set previous = last, hash = sha256(last || (
        select coalesce(string_agg(r.hash, ''::bytea order by r.seq), ''::bytea)
        from app.sys_logseal_row r
        where r.tenant_code = s.tenant_code and r.no = s.no
      ))
      where x.tenant_code = s.tenant_code and x.no = s.no
      returning x.hash into last;
    end loop;
  end $$`;
const cut = `
  delete from app.sys_operationlog r
  using app.sys_logseal_row s
  where s.tenant_code = r.tenant_code
    and s.seq = r.seq
    and s.tenant_code = '1000'
    and s.no = (select max(no) from app.sys_logseal where tenant_code = '1000');
  delete from app.sys_logseal_row
  where tenant_code = '1000' and no = (select max(no) from app.sys_logseal where tenant_code = '1000');
  delete from app.sys_logseal s
  where tenant_code = '1000' and no = (select max(no) from app.sys_logseal where tenant_code = '1000')`;

describe('V8, §4.5: the operation log against its published heads', () => {
  test('untouched it is intact, and verify:audit exits 0', () => {
    expect(verify()).toMatchObject({ status: 0, said: expect.stringContaining('intact') as unknown });
  });

  test.each([
    ['a row edited', `update app.sys_operationlog set creator_name = 'somebody else' where ${one}`, 'was changed'],
    ['a row deleted', `delete from app.sys_operationlog where ${one}`, 'is missing'],
    ['the tail cut', cut, 'was published, and the log ends'],
    [
      'a row edited and the whole chain resealed',
      `update app.sys_operationlog set creator_name = 'somebody else' where ${one}; ${resealed}`,
      'is not the one that was published',
    ],
    [
      'a row deleted with its hash and the whole chain resealed',
      `
        delete from app.sys_logseal_row s
        using app.sys_operationlog r
        where r.tenant_code = s.tenant_code and r.seq = s.seq and r.${one.replaceAll(' and ', ' and r.')};
        delete from app.sys_operationlog
        where ${one};
        ${resealed}`,
      'is not the one that was published',
    ],
    [
      'all of it gone',
      'delete from app.sys_logseal_row; delete from app.sys_logseal; delete from app.sys_operationlog',
      'was published, and the log ends',
    ],
  ])('%s: exits 1', async (_what, sql, finding) => {
    const { status, said } = await tampered(sql, verify);
    expect([status, said]).toEqual([1, expect.stringContaining(finding)]);
  });

  test('without heads the resealed chain looks intact: that is why there are some', async () => {
    const verdicts = await tampered(
      `update app.sys_operationlog set creator_name = 'somebody else' where ${one}; ${resealed}`,
      () => verifyDatabase(world.adminUrl),
    );
    expect(verdicts.get('1000')?.findings).toEqual([]);
  });

  test('no published heads, or a line that is none: exits 1', async () => {
    expect(verify(join(folder, 'nowhere.jsonl'))).toMatchObject({ status: 1 });
    appendFileSync(join(folder, 'spoilt.jsonl'), '{"no":1}\n');
    await expect(readHeads(join(folder, 'spoilt.jsonl'))).rejects.toThrow('spoilt.jsonl:1');
  });

  test('only seals that are new are told, and lines are only added', async () => {
    expect(await publishHeads(world.door, file, told)).toBe(0);
    await world.first.must('POST', '/data/bd/brand', { code: 'H4', name: 'H4' });
    await world.door.gate({ text: 'select sec.seal_log() as count', values: [] });
    expect(await publishHeads(world.door, file, told)).toBe(1);
    expect((await readHeads(file))?.get('1000')?.size).toBe(2);
  });
});
