import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf } from '#platform/server/http/app.ts';
import { mailSender } from '#platform/server/mail/smtp.ts';
import { startOutbox } from '#platform/server/outbox/runner.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { furnish } from '#tests/furniture.ts';
import { openMailbox, type Mailbox } from '#tests/mailbox.ts';
import { openCustomer, orderInWarehouse } from '#tests/proof/cash.ts';
import { movements } from '#tests/proof/shop.ts';
import { hireReader } from '#tests/report-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
let mailbox: Mailbox;

beforeAll(async () => {
  world = await openWorld('mail_report');
  clerk = world.first;
  mailbox = await openMailbox();
  await furnish(clerk);
  await clerk.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
  await openCustomer(clerk, 'MA', { cash: '0', limit: '0', isControlled: false });
  const { movement } = await orderInWarehouse(clerk, 'MA', [['M1', '2', '10.37']]);
  await clerk.must('PUT', `${movements}/audit`, [movement]);
  // What is mailed is of the days before.
  await world.sql(`update app.stock_inout set bill_date = bill_date - 1 where id = $1`, [movement]);
  const reading = ['report:salesorder:page', 'report:stockinout:page'];
  await hireReader(world, 'here', { permissions: reading, user: { email: 'here@example.com' } });
  await hireReader(world, 'there', {
    permissions: reading,
    user: { email: 'there@example.com', organizeCode: 'O2' },
  });
});
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

const idOf = async (username: string): Promise<string> =>
  (await world.sql<{ id: string }>('select id from app.sys_user where username = $1', [username]))[0]?.id ?? '';
const mailed = async (): Promise<readonly { subject: string; content: string; mailTo: string }[]> =>
  (
    await clerk.must<{ list: { subject: string; content: string; mailTo: string }[] }>(
      'GET',
      '/sys/maillog/page?limit=100',
    )
  ).list;

/** The day begins once more: whoever is due is mailed, by as many processes as there are. */
async function runs(times = 1): Promise<void> {
  const {
    list: [schedule],
  } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=mailReports');
  const host = { door: world.door, stores: fileStores(world.door), log: world.app.log, models };
  const processes = Array.from({ length: 2 }, () => startJobs({ host, handlers: jobHandlers() }));
  for (let i = 0; i < times; i += 1) {
    const before = await logged();
    await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
    await expect.poll(logged, { timeout: 60_000, interval: 200 }).toBeGreaterThan(before);
  }
  await Promise.all(processes.map((each) => each.stop()));
}
const logged = async (): Promise<number> =>
  (
    await world.sql<{ n: number }>(`
      select count(*)::integer as n
      from app.job_schedulelog
      where tenant_code = '1000' and bean_name = 'mailReports'`)
  )[0]?.n ?? 0;

test('each reader gets his own figures, once; who lost the right gets nothing and the owner hears of it', async () => {
  const [here, there] = [await idOf('here'), await idOf('there')];
  const define = (code: string, dataSource: string, columns: object) =>
    clerk.must('POST', '/report/definition', {
      code,
      name: `每日{{销售}}<b>${code}`,
      reportType: 'sales',
      chartType: 'bar',
      dataSource,
      columns,
      filters: { span: 'year' },
    });
  await define('D1', 'R03', { rows: 'customer', measures: ['amount', 'number'] });
  await define('D2', 'R10', { rows: 'material', measures: ['onHand', 'stockValue'] });
  const subscribe = (code: string, definitionCode: string, userIdList: readonly string[], every = 'day') =>
    clerk.must('POST', '/report/subscription', {
      code,
      name: code,
      definitionCode,
      every,
      startDate: '2020-01-01',
      userIdList,
      language: 'zh-CN',
    });
  await subscribe('S1', 'D1', [here, there]);
  await subscribe('S2', 'D2', [here], 'month');
  await runs(2);
  const first = await mailed();
  expect(first.map(({ mailTo }) => mailTo).toSorted()).toEqual([
    'here@example.com',
    'here@example.com',
    'there@example.com',
  ]);
  const to = (name: string, code: string) =>
    first.find(({ mailTo, subject }) => mailTo === name && subject.includes(code));
  expect(to('here@example.com', 'D1')?.content).toContain('20.74');
  // A branch that sold nothing reads nothing of the others.
  expect(to('there@example.com', 'D1')?.content).toContain('这段时间没有数据');
  expect(to('there@example.com', 'D1')?.content).not.toContain('20.74');
  // A name is text, whatever stands in it.
  expect(to('here@example.com', 'D1')?.content).toContain('销售}}&lt;b&gt;D1');
  // Costs are left out, said so.
  expect(to('here@example.com', 'D2')?.content).toContain('成本权限');
  // It really leaves the house.
  const outbox = startOutbox({
    door: world.door,
    senders: { mail: mailSender({ url: mailbox.url, from: 'qudao@example.com' }) },
    log: { error: () => undefined, warn: () => undefined },
  });
  await expect.poll(() => mailbox.received.length, { timeout: 30_000 }).toBe(3);
  await outbox.stop();
  // The next day one of them may not see it any more.
  await world.sql('update app.report_mailing set due = due - 40');
  await clerk.must('PUT', '/sys/user/disable', [there]);
  await runs();
  expect((await mailed()).filter(({ mailTo }) => mailTo === 'there@example.com')).toHaveLength(1);
  expect((await mailed()).filter(({ mailTo }) => mailTo === 'here@example.com')).toHaveLength(4);
  const heard = await world.sql<{ content: string }>(`select content from app.sys_message where title = 'reportLost'`);
  expect(heard.map(({ content }) => content)).toEqual([expect.stringContaining('there已无权查看报表')]);
});

test('nobody reads as another: only the run of a job does', async () => {
  const sid = hashOf(clerk.token);
  await expect(
    world.door.report({ sid, tenant: null, permissions: null, soft: null }, [
      { text: 'select sec.read_as($1, $2, $3)', values: [await idOf('here'), ['report:salesorder:page'], null] },
    ]),
  ).rejects.toThrow(/not a run/);
});
