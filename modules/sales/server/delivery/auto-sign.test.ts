import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { deliveries, movements, openCustomer, orderInWarehouse } from '#tests/proof/cash.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('sales_job');
  clerk = world.first;
  await furnish(clerk);
  await openCustomer(clerk, 'JB1', { limit: '0', cash: '0', isControlled: false });
});
afterAll(() => world.close());

/** As the schedule would, once. */
async function autoSign(): Promise<void> {
  const {
    list: [schedule],
  } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=autoSign');
  const ran = async (): Promise<number> =>
    (
      await world.sql<{ n: number }>(
        `select count(*)::integer as n from app.job_schedulelog where bean_name = 'autoSign' and status = '1'`,
      )
    )[0]?.n ?? 0;
  const before = await ran();
  const jobs = startJobs({
    host: { door: world.door, stores: fileStores(world.door), log: world.app.log, models },
    handlers: jobHandlers(),
  });
  await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
  await expect.poll(ran, { timeout: 20_000 }).toBeGreaterThan(before);
  await jobs.stop();
}
async function left(days: number): Promise<string> {
  const { delivery, movement } = await orderInWarehouse(clerk, 'JB1', [['M1', '1', '10']]);
  await clerk.must('PUT', `${movements}/audit`, [movement]);
  await world.sql('update app.stock_inout set bill_date = bill_date - $2::integer where id = $1', [movement, days]);
  return delivery;
}
const receiptOf = async (id: string): Promise<string> =>
  (await clerk.must<{ receiptStatus: string }>('GET', `${deliveries}/${id}`)).receiptStatus;

test('deliveries that an organisation leaves open for long do not keep those of another from being signed', async () => {
  await clerk.must('POST', '/sys/tenant/params', {
    code: 'SD013',
    name: '自动签收天数',
    value: '90',
    typeCode: 'SD',
    organizeCode: 'O1',
  });
  await clerk.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
  const patient = await left(30);
  // Older than the late one, and more than the job looks at in one go.
  await world.sql(
    `
      insert into app.order_delivery
      select (
        jsonb_populate_record(
          d,
          jsonb_build_object('id', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'code', 'CROWD' || n)
        )
      ).*
      from app.order_delivery d, generate_series(1, 500) n
      where d.id = $1`,
    [patient],
  );
  await world.sql(
    `
      insert into app.doc_link
        (tenant_code, kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount)
      select k.tenant_code, k.kind, k.from_type, d.id, gen_random_uuid(), k.to_type, k.to_id, k.to_code,
        gen_random_uuid(), k.number, k.amount
      from app.doc_link k, app.order_delivery d
      where k.from_id = $1 and k.kind = 'ship' and d.code like 'CROWD%'`,
    [patient],
  );
  const [late, early] = [await left(8), await left(7)];
  await world.sql(`update app.order_delivery set organize_code = 'O2' where id = any($1::uuid[])`, [[late, early]]);
  await autoSign();
  expect([await receiptOf(patient), await receiptOf(late), await receiptOf(early)]).toEqual(['0', '1', '0']);
  expect(await world.sql(`select from app.order_delivery where code like 'CROWD%' and receipt_status <> '0'`)).toEqual(
    [],
  );
});
