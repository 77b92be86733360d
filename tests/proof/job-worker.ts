// One worker process of the job test: the product's own runner with one more job, whose effect is a row of the
// operation log.
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { z } from 'zod';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { defineJob } from '#platform/model/job.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { serveJob } from '#platform/server/job/handler.ts';
import { startJobs } from '#platform/server/job/runner.ts';

const [url = '', inboxed = 'inbox'] = process.argv.slice(2);
const mark = defineJob({ name: 'mark', label: ['记', '記', 'Mark'], remark: ['', '', ''], params: {} });
const nothing = z.strictObject({});
const insert = `
  insert into app.sys_operationlog (id, noun, operation, record_code, creator_name)
  values (gen_random_uuid(), 'test:effect', 'save', $1, '')`;

/**
 * Work that takes its time on both sides of the effect, so that a kill can fall before it, after it and between it and
 * its commit.
 */
const pause = (): Promise<void> => wait(10 + Math.random() * 60);
const marking = serveJob(mark, nothing, {
  once: async (ctx) => {
    await pause();
    await ctx.rows({ text: insert, values: [ctx.identity.realName] });
    await pause();
  },
});

const door = openDoor({ url, connections: 6 });
const { log } = Fastify({ logger: false });
/** Without the inbox: the effect commits by itself, then the run ends. */
const careless = serveJob(mark, nothing, {
  repeat: async ({ door: own }) => {
    await pause();
    await own.gate({ text: `select sec.mark_effect()`, values: [] });
    await pause();
  },
});
startJobs({
  host: { door, stores: fileStores(door), log, models },
  handlers: [...jobHandlers(), inboxed === 'inbox' ? marking : careless],
  leaseMs: 700,
  slots: 3,
});
