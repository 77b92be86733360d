// One process of the crash test: several clients that audit and unaudit until told to stop, or until they are killed.
// What it is about to ask is on disk before it is sent, and what was answered after it arrived: whoever starts it again
// with the same file asks the unanswered again, with the same keys.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export interface ClientTask { readonly file: string; readonly stopFile: string; readonly name: string; readonly ports: readonly number[]; readonly token: string; readonly own: readonly string[]; readonly all: readonly string[]; readonly clients: number }
export type StormVerb = 'audit' | 'unaudit' | 'close' | 'unclose';
/** A line of the file: an intent, or its answer ('' done, else the key of the refusal; tries > 1 means the key was asked again). */
export type StormRecord = { readonly ask: string; readonly verb: StormVerb; readonly ids: readonly string[] } | { readonly got: string; readonly result: string; readonly tries: number };
type Intent = Extract<StormRecord, { ask: string }>;

/** The end of a line that was being written when the process died is no line. */
export function recordsIn(file: string): StormRecord[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').flatMap((line) => {
    try { return [JSON.parse(line) as StormRecord]; } catch { return []; }
  });
}

async function main(task: ClientTask): Promise<void> {
  const records = recordsIn(task.file);
  // A torn last line must not swallow the next one.
  const write = (record: StormRecord): void => { appendFileSync(task.file, `\n${JSON.stringify(record)}`); };
  const answered = new Set(records.flatMap((record) => ('got' in record ? [record.got] : [])));
  const pending = records.filter((record): record is Intent => 'ask' in record && !answered.has(record.ask));
  const agent = new Agent({ keepAlive: true, maxSockets: task.clients });
  const states = new Map<string, 'saved' | 'audited' | 'closed'>();
  let count = records.length;
  const intents = new Map(records.flatMap((record) => ('ask' in record ? [[record.ask, record] as const] : [])));
  for (const record of records) if ('got' in record) learn(intents.get(record.got) as Intent, record.result);

  async function client(): Promise<void> {
    for (;;) {
      const left = pending.pop();
      // A signal could come before anybody listens; a file is there whenever one looks.
      if (left === undefined && existsSync(task.stopFile)) return;
      const intent = left ?? next();
      if (left === undefined) write(intent);
      const { result, tries } = await settle(intent, left === undefined ? 0 : 1);
      write({ got: intent.ask, result, tries });
      learn(intent, result);
      if (Math.random() < 0.05) {
        const again = await settle(intent, 1);
        // What was done is answered as done for ever; a refusal left nothing behind and may turn out otherwise.
        if (result === '' || again.result === '') write({ got: intent.ask, result: again.result, tries: tries + again.tries });
      }
    }
  }

  /** Others change the same orders: what one knows is a guess that a refusal corrects. */
  function learn({ verb, ids }: Intent, result: string): void {
    const state = result === '' ? after[verb] : result === 'E-STATE' ? instead[verb] : undefined;
    if (state !== undefined) for (const id of ids) states.set(id, state);
  }

  function next(): Intent {
    const pool = Math.random() < 0.1 ? task.all : task.own;
    const id = pick(pool);
    const state = states.get(id) ?? 'saved';
    const verb: StormVerb = state === 'saved' ? 'audit' : state === 'closed' ? 'unclose' : Math.random() < 0.85 ? 'unaudit' : 'close';
    const alike = pool.filter((other) => (states.get(other) ?? 'saved') === state);
    const ids = Math.random() < 0.2 ? [...new Set([id, pick(alike), pick(alike)])] : [id];
    count += 1;
    return { ask: `${task.name}-${process.pid}-${count}`, verb, ids };
  }

  /** Asks until there is an answer that says something: a broken line, a busy server or no server at all is none. */
  async function settle({ ask, verb, ids }: Intent, before: number): Promise<{ result: string; tries: number }> {
    for (let tries = before + 1; ; tries += 1) {
      const answer = await put(pick(task.ports), `/api/channelsale/order/${verb}`, ids, ask).catch(() => null);
      if (answer !== null && answer.code !== 503) return { result: answer.code === 0 ? '' : answer.data?.key ?? `${answer.code} ${answer.msg}`, tries };
      await new Promise((resolve) => { setTimeout(resolve, 50 + Math.random() * 150); });
    }
  }

  function put(port: number, path: string, body: unknown, key: string): Promise<{ code: number; msg: string; data: { key?: string } | null }> {
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const sent = request({ agent, host: '127.0.0.1', port, path, method: 'PUT', timeout: 8000, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), token: task.token, 'idempotency-key': key } }, (reply) => {
        let received = '';
        reply.setEncoding('utf8').on('data', (part: string) => { received += part; }).on('error', reject).on('end', () => {
          try { resolve(JSON.parse(received) as never); } catch { reject(new Error('half an answer')); }
        });
      });
      sent.on('timeout', () => sent.destroy(new Error('timeout'))).on('error', reject).end(text);
    });
  }

  // Whoever kills wants to hit somebody who is asking, not somebody who is still starting.
  console.log('asking');
  await Promise.all(Array.from({ length: task.clients }, client));
  agent.destroy();
}

const instead = { audit: 'audited', unaudit: 'saved', close: 'saved', unclose: 'audited' } as const;
const after = { audit: 'audited', unaudit: 'saved', close: 'closed', unclose: 'audited' } as const;
const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

if (import.meta.main) await main(JSON.parse(process.env['PROOF_TASK'] ?? '{}') as ClientTask);
