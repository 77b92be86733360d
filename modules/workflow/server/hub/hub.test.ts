import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { restSystem } from '#platform/server/exchange/rest-system.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { startOutbox } from '#platform/server/outbox/runner.ts';
import { jobHandlers } from '#apps/api/compose.ts';
import { sandboxAccount, startExchangeSystem, type PendingBill, type SandboxSystem } from '#tests/exchange-system.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';
import { approvalSender } from './hub-send.ts';

interface Task {
  readonly id: string;
  readonly billCode: string;
  readonly billTypeName: string;
  readonly summary: string;
  readonly amount: string;
  readonly submitterName: string;
  readonly flowStatus: string;
  readonly isChecked: string;
  readonly approveResult: string | null;
  readonly enableFlag: string;
  readonly auditPersonName: string | null;
  readonly auditMsg: string | null;
  readonly executeStatus: string | null;
  readonly content: string;
  readonly approverName: string;
  readonly orgCode: string;
}
interface Executed {
  readonly code: string;
  readonly msg: string;
  readonly isDone: boolean;
  readonly made: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly recalled: number;
  readonly sent: number;
  readonly failed: { billCode: string; reason: string }[];
}
interface Failed {
  readonly key: string;
}

let world: World;
let erp: SandboxSystem;
let boss: Session;
let clerk: Session;
const ids: Record<string, string> = {};
const noLog = { error: () => undefined, warn: () => undefined };

beforeAll(async () => {
  process.env['EXCHANGE_ALLOW_PRIVATE'] = '1';
  process.env['QUDAO_SEAL_KEY'] ??= randomBytes(32).toString('base64');
  world = await openWorld('hub');
  await furnish(world.first);
  erp = await startExchangeSystem();
  const { first } = world;
  const menuList = (
    await world.sql<{ id: string }>(`
      select id
      from app.sys_menu
      where permissions ~ '^approve:(task|log|message|sql)' or url ~ '^approve/(task|log|message|sql)'`)
  ).map(({ id }) => id);
  const { id: role } = await first.must<{ id: string }>('POST', '/sys/role', {
    code: 'approver',
    name: '审批',
    menuList,
  });
  for (const name of ['boss', 'clerk']) {
    ids[name] = (
      await first.must<{ id: string }>('POST', '/sys/user', {
        username: name,
        realName: name === 'boss' ? '王总' : '小李',
        password: world.password,
        confirmPassword: world.password,
        roleIdList: [role],
        organizeCode: 'O1',
        organizeList: [],
      })
    ).id;
  }
  [boss, clerk] = [await world.login('boss'), await world.login('clerk')];
  await first.must('POST', '/exchange/system', {
    code: 'ERP',
    name: '沙箱ERP',
    interfaceType: '1',
    url: erp.url,
    ...sandboxAccount,
  });
  await first.must('POST', '/approve/modules/erp/bill/type', { code: 'PAY', name: '付款单', systemCode: 'ERP' });
  await first.must('POST', '/approve/modules/erp/bill/type', {
    code: 'OFF',
    name: '停用单',
    systemCode: 'ERP',
    enableFlag: '0',
  });
  for (const [recordType, fieldCode, fieldName, sort] of [
    ['0', 'billCode', '付款单号', 1],
    ['0', 'amount', '付款金额', 2],
    ['0', 'payee', '收款人', 3],
    ['1', 'item', '项目', 1],
    ['1', 'money', '金额', 2],
  ] as const) {
    await first.must('POST', '/approve/modules/erp/bill/dict', {
      billTypeCode: 'PAY',
      recordType,
      fieldCode,
      fieldName,
      sort,
    });
  }
  await first.must('POST', '/approve/organization', { code: 'AO1', name: '华东', erpCode: '1002', systemCode: 'ERP' });
  await first.must('POST', '/approve/user', {
    userId: ids['boss'],
    systemCode: 'ERP',
    erpUserCode: 'E-BOSS',
    erpUserName: '王总',
    orgCode: 'AO1',
  });
  await first.must('POST', '/approve/user', {
    userId: ids['clerk'],
    systemCode: 'ERP',
    erpUserCode: 'E-CLERK',
    erpUserName: '小李',
  });
  await first.must('POST', '/exchange/interface', {
    code: 'PULL',
    name: '拉取付款单',
    systemCode: 'ERP',
    interfaceType: '1',
    actionType: 'submit',
  });
  await first.must('POST', '/exchange/interface', {
    code: 'AGAIN',
    name: '重发',
    systemCode: 'ERP',
    interfaceType: '1',
    actionType: 'audit',
  });
});
afterEach(() => {
  erp.moods.length = 0;
});
afterAll(async () => {
  await erp.close();
  await world.close();
});

const bill = (n: number, more: object = {}): PendingBill => ({
  type: 'PAY',
  billCode: `PAY-${String(n).padStart(3, '0')}`,
  billDate: '2026-11-10',
  summary: `采购付款 ${n}`,
  amount: `${n}00.50`,
  organizeCode: '1002',
  submitterCode: 'E-CLERK',
  approverCode: 'E-BOSS',
  submitTime: '2026-11-10T09:00:00',
  payee: `<b>供应商</b> ${n}`,
  lines: [{ item: '涂料', money: `${n}00.50` }],
  ...more,
});
const waiting = (...bills: PendingBill[]): void => {
  erp.pending.splice(0, erp.pending.length, ...bills);
};
const execute = async (...codes: string[]): Promise<Executed[]> =>
  world.first.must<Executed[]>('POST', '/exchange/interface/execute', { codes });
const tasks = async (query = '', session = boss): Promise<Task[]> =>
  (await session.must<{ list: Task[] }>('GET', `/approve/task/page?limit=500&fields=all${query}`)).list.toSorted(
    (a, b) => (a.billCode < b.billCode ? -1 : 1),
  );
const task = async (code: string): Promise<Task> => {
  const [found] = await tasks(`&billCode=${code}`);
  if (found === undefined) throw new Error(`no task ${code}`);
  return boss.must<Task>('GET', `/approve/task/${found.id}`);
};
const decide = (
  verb: 'approve' | 'reject',
  chosen: readonly Task[],
  more: object = {},
  session = boss,
): Promise<Reply<Failed>> =>
  session.call<Failed>('PUT', `/approve/task/${verb}`, { ids: chosen.map(({ id }) => id), ...more });
const logs = async (code: string): Promise<Record<string, string | null>[]> =>
  world.sql(
    `
      select action_type as action, approve_result as result, return_status as status, log_type as type,
        operator_name as who, message
      from app.approve_log
      where bill_code = $1
      order by create_date, id`,
    [code],
  );

/** The worker, until nothing waits any more. */
async function send(pauses: readonly number[] = [0, 0]): Promise<void> {
  const running = startOutbox({
    door: world.door,
    log: noLog,
    senders: { approval: { ...approvalSender(restSystem({ isPrivateAllowed: () => true })), pauses } },
  });
  await expect
    .poll(async () => (await world.sql<{ n: number }>('select count(*)::integer as n from sec.outbox'))[0]?.n, {
      timeout: 20_000,
    })
    .toBe(0);
  await running.stop();
}

describe('bills of another system', () => {
  test('come as tasks with what the approver must see, go back as decisions, and leave a trail', async () => {
    waiting(...Array.from({ length: 60 }, (_each, i) => bill(i + 1)), { ...bill(1), type: 'OFF' });
    expect(await execute('PULL')).toEqual([
      {
        code: 'PULL',
        name: '拉取付款单',
        msg: '新增60，更新0，收回0，未变0，失败0',
        isDone: true,
        made: 60,
        changed: 0,
        unchanged: 0,
        recalled: 0,
        sent: 0,
        failed: [],
      },
    ]);
    const all = await tasks();
    expect([all.length, all[0]]).toEqual([
      60,
      expect.objectContaining({
        billCode: 'PAY-001',
        billTypeName: '付款单',
        summary: '采购付款 1',
        amount: '100.5',
        submitterName: '小李',
        flowStatus: '1',
        isChecked: '0',
        approveResult: null,
        enableFlag: '1',
      }),
    ]);
    const one = await task('PAY-007');
    expect([one.approverName, one.orgCode]).toEqual(['王总', 'AO1']);
    // Words of the dictionary; what a bill says is text and no markup.
    expect(one.content).toBe(
      '<p><strong>付款单号</strong>　PAY-007</p><p><strong>付款金额</strong>　700.50</p><p><strong>收款人</strong>　&lt;b&gt;供应商&lt;/b&gt; 7</p><table><thead><tr><th>项目</th><th>金额</th></tr></thead><tbody><tr><td>涂料</td><td>700.50</td></tr></tbody></table>',
    );
    expect(
      await world.sql(
        `select count(*)::integer as n, min(content) as content from app.sys_message where receiver_id = $1`,
        [ids['boss']],
      ),
    ).toEqual([{ n: 1, content: '付款单：60张单据待审批（PAY-001, PAY-002, PAY-003…）' }]);

    expect((await decide('approve', all.slice(0, 50), { operateMsg: '同意付款' })).code).toBe(0);
    expect((await decide('reject', all.slice(50), { operateMsg: '单据不全' })).code).toBe(0);
    expect(await task('PAY-001')).toMatchObject({
      isChecked: '1',
      approveResult: 'pass',
      flowStatus: '2',
      auditPersonName: '王总',
      auditMsg: '同意付款',
      executeStatus: '0',
    });
    await send();
    expect([erp.decided.length, erp.pending.filter(({ type }) => type === 'PAY').length]).toEqual([60, 0]);
    expect(erp.decided.find(({ billCode }) => billCode === 'PAY-060')).toMatchObject({
      result: 'reject',
      message: '单据不全',
      approverCode: 'E-BOSS',
      approverName: '王总',
    });
    expect(new Set((await tasks()).map(({ executeStatus }) => executeStatus))).toEqual(new Set(['2']));
    expect(
      (await logs('PAY-060')).map(({ action, result, status, type, who }) => [action, result, status, type, who]),
    ).toEqual(
      [
        ['submit', null, '1', '2', '第一集团'],
        ['audit', 'reject', null, '1', '王总'],
        ['audit', 'reject', '1', '0', '王总'],
      ].map((row, i) => (i === 0 ? [...row.slice(0, 4), expect.any(String)] : row)),
    );
    // The submitter hears of each.
    const told = await clerk.must<{
      list: {
        id: string;
        messageTitle: string;
        content: string;
        receiverName: string;
        readStatus: string;
        executeStatus: string;
      }[];
    }>('GET', '/approve/message/page?limit=500&billCode=PAY-060&fields=all');
    expect(told.list.find(({ messageTitle }) => messageTitle === 'rejected')).toMatchObject({
      content: '付款单 PAY-060 被驳回 单据不全',
      receiverName: '小李',
      readStatus: '0',
      executeStatus: '2',
    });
    const [mine] = told.list.filter(({ messageTitle }) => messageTitle === 'rejected').map(({ id }) => id);
    expect((await boss.call('PUT', '/approve/message/read', [mine])).code).toBe(403);
    await clerk.must('PUT', '/approve/message/read', [mine]);
    expect(await world.sql('select read_status from app.approve_message where id = $1', [mine])).toEqual([
      { read_status: '1' },
    ]);
    expect(
      await world.sql(`
        select execute_status, last_execute_time is not null as at
        from app.approve_exchange
        where code = 'PULL'`),
    ).toEqual([{ execute_status: '2', at: true }]);
    expect(JSON.stringify(await world.sql('select * from app.sys_interfacelog'))).not.toContain(sandboxAccount.secret);
  });

  test('that come twice are one task, that change are mended, that are gone over there are taken back, and that come back are open again', async () => {
    waiting(bill(101), bill(102));
    expect((await execute('PULL'))[0]).toMatchObject({ made: 2 });
    expect((await execute('PULL'))[0]).toMatchObject({ made: 0, changed: 0, unchanged: 2 });
    waiting(bill(101, { amount: '7.00' }));
    expect((await execute('PULL'))[0]).toMatchObject({ made: 0, changed: 1, recalled: 1 });
    expect(await task('PAY-101')).toMatchObject({ amount: '7' });
    const gone = await task('PAY-102');
    expect(gone).toMatchObject({ enableFlag: '0', flowStatus: '0', isChecked: '0' });
    expect((await decide('approve', [gone])).data.key).toBe('E-STATE');
    waiting(bill(101, { amount: '7.00' }), bill(102));
    expect((await execute('PULL'))[0]).toMatchObject({ made: 1, unchanged: 1 });
    expect(await task('PAY-102')).toMatchObject({ enableFlag: '1', flowStatus: '1' });
  });

  test('an answer that was on its way while somebody decided reopens nothing; a bill that is submitted again does', async () => {
    waiting(bill(110));
    await execute('PULL');
    await decide('reject', [await task('PAY-110')]);
    // Still pending over there: the decision has not arrived.
    expect((await execute('PULL'))[0]).toMatchObject({ made: 0, changed: 0 });
    expect(await task('PAY-110')).toMatchObject({ isChecked: '1', approveResult: 'reject' });
    await send();
    waiting(bill(110));
    expect((await execute('PULL'))[0]).toMatchObject({ made: 0 });
    waiting(bill(110, { submitTime: '2026-11-12T10:00:00' }));
    expect((await execute('PULL'))[0]).toMatchObject({ made: 1 });
    expect(await task('PAY-110')).toMatchObject({
      isChecked: '0',
      approveResult: null,
      flowStatus: '1',
      auditMsg: null,
      executeStatus: null,
    });
  });

  test('with nobody to decide, of nobody’s organisation or with figures that are none are named and keep the others from nobody', async () => {
    waiting(
      bill(120, { approverCode: 'E-NOBODY' }),
      bill(121, { organizeCode: '9' }),
      bill(122, { amount: 'viel' }),
      bill(123),
      { type: 'PAY', billCode: '' },
      bill(124, { lines: 'none' }),
    );
    const [done] = await execute('PULL');
    expect(done).toMatchObject({ made: 1, isDone: true });
    expect(done?.failed.toSorted((a, b) => (a.billCode < b.billCode ? -1 : 1))).toEqual([
      { billCode: '#5', reason: '单据内容无法识别' },
      { billCode: 'PAY-120', reason: '审批人【E-NOBODY】没有对应的审批用户' },
      { billCode: 'PAY-121', reason: '组织【9】没有对应的审批组织' },
      { billCode: 'PAY-122', reason: '金额【viel】格式错误' },
      { billCode: 'PAY-124', reason: '单据内容无法识别' },
    ]);
    await execute('PULL');
    // Said once a day, not at every attempt.
    expect(await logs('PAY-120')).toHaveLength(1);
    // What could not be read is still pending over there.
    await world.first.must('POST', '/approve/user', {
      userId: ids['boss'],
      systemCode: 'ERP',
      erpUserCode: 'E-NOBODY',
      erpUserName: '新人',
    });
    expect((await execute('PULL'))[0]).toMatchObject({ made: 1 });
  });

  test('are chosen and shown by the statement that two people stand behind, and by the template', async () => {
    const { first } = world;
    waiting(bill(130), bill(131, { payee: '大客户' }));
    const sqlText = `
      select b.bill_code, b.bill_date, b.amount, b.organize_code, b.submitter_code, b.approver_code,
        '付给 ' || (b.record ->> 'payee') as summary, c.name as payee, b.lines
      from external_bill b
      left join customer c on c.code = 'CU1'
      where b.system_code = :systemCode and b.bill_type_code = :billTypeCode and b.record ->> 'payee' = '大客户'`;
    const { id } = await first.must<{ id: string }>('POST', '/approve/sql', {
      code: 'PAYSQL',
      name: '付款单',
      systemCode: 'ERP',
      databaseType: 'postgresql',
      billTypeCode: 'PAY',
      sqlText,
    });
    await first.must('POST', '/approve/template', {
      code: 'T1',
      name: '付款',
      templateType: '4',
      billTypeCode: 'PAY',
      content: '<h2>{{summary}}</h2><p>{{payee}} {{amount}}</p>{{lines}}<script>x</script>',
    });
    // A draft chooses nothing.
    expect((await execute('PULL'))[0]).toMatchObject({ made: 2 });
    await boss.must('PUT', '/approve/sql', { id, enableFlag: '1', rowVersion: 1 });
    expect((await execute('PULL'))[0]).toMatchObject({ made: 0, changed: 1, recalled: 1 });
    const shown = await task('PAY-131');
    expect([shown.summary, shown.content]).toEqual([
      '付给 大客户',
      '<h2>付给 大客户</h2><p>杭州客户 13100.50</p><table><thead><tr><th>项目</th><th>金额</th></tr></thead><tbody><tr><td>涂料</td><td>13100.50</td></tr></tbody></table>',
    ]);
    await boss.must('PUT', '/approve/sql', { id, enableFlag: '0' });
  });
});

describe('a decision', () => {
  test('is made once: of twenty at the same moment one, of approve and reject one, and again with its key it is the same', async () => {
    waiting(bill(201), bill(202), bill(203));
    await execute('PULL');
    const [a, b, c] = [await task('PAY-201'), await task('PAY-202'), await task('PAY-203')];
    const many = await Promise.all(Array.from({ length: 20 }, () => decide('approve', [a])));
    expect(many.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(many.filter(({ code }) => code !== 0).map(({ data }) => data.key))).toEqual(new Set(['E-STATE']));
    const both = await Promise.all([decide('approve', [b]), decide('reject', [b])]);
    expect(both.filter(({ code }) => code === 0)).toHaveLength(1);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const twice = [
      await boss.call('PUT', '/approve/task/approve', { ids: [c.id] }, key),
      await boss.call('PUT', '/approve/task/approve', { ids: [c.id] }, key),
    ];
    expect(twice.map(({ code }) => code)).toEqual([0, 0]);
    expect(await world.sql(`select count(*)::integer as n from sec.outbox`)).toEqual([{ n: 3 }]);
    for (const code of ['PAY-201', 'PAY-202', 'PAY-203'])
      expect((await logs(code)).filter(({ type }) => type === '1')).toHaveLength(1);
    await send();
    expect(erp.decided.filter(({ billCode }) => /PAY-20[123]/.test(billCode))).toHaveLength(3);
  });

  test('is his whose the bill is', async () => {
    waiting(bill(210));
    await execute('PULL');
    const open = await task('PAY-210');
    expect((await decide('approve', [open], {}, clerk)).data.key).toBe('E-TASK-OTHERS');
    expect((await world.second.call<Failed>('PUT', '/approve/task/approve', { ids: [open.id] })).data.key).toBe(
      'E-NOT-FOUND',
    );
    expect((await decide('approve', [open], { operateMsg: 'x'.repeat(501) })).data.key).toBe('E-INVALID');
    expect(await task('PAY-210')).toMatchObject({ isChecked: '0' });
  });

  test('whose connection dies before the commit was never made', async () => {
    waiting(bill(220));
    await execute('PULL');
    const open = await task('PAY-220');
    const [held, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void asAdministrator(world.adminUrl, async (client) => {
      await client.query('begin; lock table app.approve_log in exclusive mode');
      held.resolve();
      await freed.promise;
      await client.query('rollback');
    });
    await held.promise;
    const reply = decide('approve', [open]);
    const blocked = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect
      .poll(async () => (await world.sql<{ n: number }>(`select count(*)::integer as n ${blocked}`))[0]?.n)
      .toBe(1);
    await world.sql(`select pg_terminate_backend(pid) ${blocked}`);
    freed.resolve();
    expect((await reply).code).toBe(503);
    expect(await task('PAY-220')).toMatchObject({ isChecked: '0', executeStatus: null });
    expect(await world.sql('select count(*)::integer as n from sec.outbox')).toEqual([{ n: 0 }]);
    expect((await decide('approve', [open])).code).toBe(0);
    await send();
  });

  test('that the other system does not take is tried three times, given up, and sent again when somebody asks', async () => {
    waiting(bill(230));
    await execute('PULL');
    await decide('approve', [await task('PAY-230')]);
    erp.moods.push('broken', 'nonsense', 'redirect');
    await send();
    expect(await task('PAY-230')).toMatchObject({ executeStatus: '3', isChecked: '1' });
    expect(
      (await logs('PAY-230')).filter(({ type }) => type === '3').map(({ status, message }) => [status, message]),
    ).toEqual([
      ['0', expect.stringContaining('连接失败')],
      ['0', expect.stringContaining('无法识别')],
      ['0', expect.stringContaining('跳转')],
    ]);
    expect((await execute('AGAIN'))[0]).toMatchObject({ sent: 1, msg: '重发1条审批结果' });
    await send();
    expect(await task('PAY-230')).toMatchObject({ executeStatus: '2' });
    expect(erp.decided.filter(({ billCode }) => billCode === 'PAY-230')).toHaveLength(1);
  });

  test('a worker that died after it sent sends the same decision once more, and it counts once', async () => {
    waiting(bill(240));
    await execute('PULL');
    await decide('approve', [await task('PAY-240')]);
    // Sent and not acknowledged: the other side has it, the outbox still has it too.
    const [row] = await world.sql<{ id: string; payload: { billTypeCode: string; billCode: string; result: string } }>(
      'select id, payload from sec.outbox',
    );
    if (row === undefined) throw new Error('nothing waits');
    await restSystem({ isPrivateAllowed: () => true }).sendDecision(
      { code: 'ERP', name: 'ERP', url: erp.url, ...sandboxAccount },
      {
        key: row.id,
        type: 'PAY',
        billCode: 'PAY-240',
        result: 'pass',
        message: '',
        approverCode: 'E-BOSS',
        approverName: '王总',
        time: '',
      },
    );
    await send();
    expect(await task('PAY-240')).toMatchObject({ executeStatus: '2' });
    expect(erp.decided.filter(({ billCode }) => billCode === 'PAY-240')).toHaveLength(1);
  });
});

describe('an exchange', () => {
  test('that is off, of a system that is down, or that nobody knows says so', async () => {
    erp.moods.push('broken');
    expect((await execute('PULL'))[0]).toMatchObject({
      isDone: false,
      msg: expect.stringContaining('连接失败') as string,
    });
    expect(await world.sql(`select execute_status from app.approve_exchange where code = 'PULL'`)).toEqual([
      { execute_status: '3' },
    ]);
    expect((await world.first.call<Failed>('POST', '/exchange/interface/execute', { codes: ['NONE'] })).data.key).toBe(
      'E-NOT-FOUND',
    );
    expect((await world.first.call<Failed>('POST', '/exchange/interface/execute', {})).data.key).toBe('E-INVALID');
    await world.first.must('POST', '/exchange/interface', {
      code: 'SLEEP',
      name: '停用',
      systemCode: 'ERP',
      interfaceType: '1',
      actionType: 'submit',
      enableFlag: '0',
    });
    expect((await execute('SLEEP'))[0]).toMatchObject({ isDone: false, msg: '数据交换【SLEEP】或其外部系统已停用' });
    expect((await boss.call('POST', '/exchange/interface/execute', { codes: ['PULL'] })).code).toBe(403);
  });

  test('is executed once at a time: the older of two answers takes nothing back that the newer brought', async () => {
    const slow = Promise.withResolvers<void>();
    waiting(bill(290));
    // The first is asked, and answered late, with what was true before.
    erp.moods.push((reply) => {
      void slow.promise.then(() => {
        reply
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ code: 0, msg: 'ok', data: { bills: [] } }));
      });
    });
    const older = execute('PULL');
    await expect
      .poll(
        async () =>
          (
            await world.sql<{ status: string }>(
              `select execute_status as status from app.approve_exchange where code = 'PULL'`,
            )
          )[0]?.status,
      )
      .toBe('1');
    expect((await execute('PULL'))[0]).toMatchObject({ isDone: false, msg: '正在执行，请稍后再试' });
    slow.resolve();
    expect((await older)[0]).toMatchObject({ isDone: true, made: 0 });
    expect((await execute('PULL'))[0]).toMatchObject({ isDone: true, made: 1 });
  });

  test('is executed by the job too, for its own tenant', async () => {
    waiting(bill(301));
    const jobs = startJobs({
      host: {
        door: world.door,
        stores: undefined as never,
        log: { ...noLog, info: () => undefined } as never,
        models: [],
      },
      handlers: jobHandlers(),
      slots: 1,
    });
    try {
      const [schedule] = (
        await world.platform.must<{ list: { id: string; beanName: string }[] }>('GET', '/sys/schedule/page?limit=100')
      ).list.filter(({ beanName }) => beanName === 'pullApprovals');
      await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
      await expect.poll(async () => (await tasks('&billCode=PAY-301')).length, { timeout: 15_000 }).toBe(1);
    } finally {
      await jobs.stop();
    }
  });

  test('who is who over there is found by what he logs in as', async () => {
    const { list } = await world.first.must<{ list: { username: string; erpUserCode: string }[] }>(
      'GET',
      '/approve/user/page?username=cler',
    );
    expect(list.map(({ username, erpUserCode }) => [username, erpUserCode])).toEqual([['clerk', 'E-CLERK']]);
  });

  test('logs are kept for their time, and nobody deletes a young one', async () => {
    const {
      list: [young],
    } = await world.first.must<{ list: { id: string }[] }>('GET', '/approve/log/page?limit=1');
    expect((await world.first.call<Failed>('DELETE', '/approve/log', [young?.id])).data.key).toBe('E-LOG-YOUNG');
  });
});
