import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Values } from '#platform/model/field.ts';
import type { Job } from '#platform/model/job.ts';
import type { Module } from '#platform/model/module.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { Caller, Door } from '#platform/server/db/door.ts';
import type { FileStores } from '#platform/server/file/store.ts';

/** What a job that works outside one transaction is given. */
export interface JobHost {
  readonly door: Door;
  readonly stores: FileStores;
  readonly log: FastifyBaseLogger;
  readonly models: readonly Module[];
}

/**
 * What a job does. `once` works in one transaction with the inbox row of its run: however often the run is repeated, it
 * happened once. `repeat` may happen again and must not mind (a sweep, a question to another system); its inbox row
 * follows it. What it does in the tenant of the run it does as `run`, in transactions of its own.
 */
export interface JobHandler {
  readonly job: Job;
  readonly params: z.ZodType;
  readonly once?: (ctx: Command, params: never, host: JobHost) => Promise<void>;
  readonly repeat?: (host: JobHost, params: never, run: Caller) => Promise<void>;
}

type Work<Params> =
  | { readonly once: (ctx: Command, params: Params, host: JobHost) => Promise<void> }
  | { readonly repeat: (host: JobHost, params: Params, run: Caller) => Promise<void> };

/** The schema is strict and bounds every figure: a schedule is stored text that somebody may have written by hand. */
export function serveJob<J extends Job, Schema extends z.ZodType<Values<J['params']>>>(
  job: J,
  params: Schema,
  work: Work<z.output<Schema>>,
): JobHandler {
  return { job, params, ...work };
}

/** Found something wrong: the run failed and trying again would find the same. */
export class JobFinding extends Error {}

/** Parameters as a schedule stores them, or null if they are none of this job. */
export function paramsIn(handler: JobHandler, text: string | null): unknown {
  let given: unknown;
  try {
    given = JSON.parse(text === null || text.trim() === '' ? '{}' : text);
  } catch {
    return null;
  }
  const read = handler.params.safeParse(given);
  return read.success ? read.data : null;
}
