// One worker process of the storm of invoices: the product's own runner and job, with a plan and a patience of
// hundredths.
import Fastify from 'fastify';
import { fileStores } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { quickJob } from '#tests/tax-desk.ts';

const [url = ''] = process.argv.slice(2);
const door = openDoor({ url, connections: 14 });
const { log } = Fastify({ logger: false });
startJobs({
  host: { door, stores: fileStores(door), log, models },
  handlers: [quickJob({ lanes: 10 })],
  leaseMs: 700,
  slots: 1,
});
