// One process of the crash test: several clients that take orders through the house and back until told to stop, or
// until they are killed. What it is about to ask is on disk before it is sent, and what was answered after it arrived:
// whoever starts it again with the same file asks the unanswered again, with the same keys.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export interface ClientTask {
  readonly file: string;
  readonly stopFile: string;
  readonly name: string;
  readonly ports: readonly number[];
  readonly token: string;
  readonly own: readonly string[];
  readonly all: readonly string[];
  readonly customers: readonly string[];
  readonly clients: number;
}

const orders = '/channelsale/order';
const deliveries = '/channelsale/delivery';
const releases = '/stock/deliveryrelease';
const movements = '/stock/inout';
const bills = '/channelsale/bill';

/** What clients do: on which document, how it is asked for, and where an order stands afterwards. */
const deeds = {
  'order.audit': { on: 'order', path: orders, to: 'audited' },
  'order.unaudit': { on: 'order', path: orders, to: 'saved' },
  'order.close': { on: 'order', path: orders, to: 'closed' },
  'order.unclose': { on: 'order', path: orders, to: 'audited' },
  'order.pushDown': { on: 'order', path: orders, to: 'drafted' },
  'delivery.audit': { on: 'delivery', path: deliveries, to: 'waiting' },
  'delivery.unaudit': { on: 'delivery', path: deliveries, to: 'drafted' },
  'delivery.cancel': { on: 'delivery', path: deliveries, to: 'audited' },
  'delivery.release': { on: 'delivery', path: releases, to: 'released' },
  'delivery.unrelease': { on: 'delivery', path: releases, to: 'waiting' },
  'delivery.sign': { on: 'delivery', path: deliveries, to: 'signed' },
  'delivery.unsign': { on: 'delivery', path: deliveries, to: 'out' },
  'movement.audit': { on: 'movement', path: movements, to: 'out' },
  'movement.unaudit': { on: 'movement', path: movements, to: 'released' },
  'bill.audit': { on: 'bill', path: bills, to: 'audited' },
  'bill.unaudit': { on: 'bill', path: bills, to: 'saved' },
  'bill.save': { on: 'customer', path: bills, to: 'saved' },
} as const;
export type Deed = keyof typeof deeds;
type Stage = (typeof deeds)[Deed]['to'];

/** From where an order stands: what takes it on, and what takes it back. */
const ways: Readonly<Record<Stage, readonly [on: Deed | null, back: readonly Deed[]]>> = {
  saved: ['order.audit', []],
  audited: ['order.pushDown', ['order.unaudit', 'order.unaudit', 'order.close']],
  closed: [null, ['order.unclose']],
  drafted: ['delivery.audit', ['delivery.cancel']],
  waiting: ['delivery.release', ['delivery.unaudit']],
  released: ['movement.audit', ['delivery.unrelease']],
  out: ['delivery.sign', ['movement.unaudit']],
  signed: [null, ['delivery.unsign']],
};

/**
 * A line of the file: an intent, or its answer ('' done, else the key of the refusal; tries > 1 means the key was asked
 * again; `made` are the documents it brought into the world).
 */
export interface Intent {
  readonly ask: string;
  readonly deed: Deed;
  readonly ids: readonly string[];
  readonly order?: string;
}
export type StormRecord =
  | Intent
  | { readonly got: string; readonly result: string; readonly tries: number; readonly made?: readonly string[] };
interface Answer {
  readonly result: string;
  readonly tries: number;
  readonly made: readonly string[];
}

/** The end of a line that was being written when the process died is no line. */
export function recordsIn(file: string): StormRecord[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as StormRecord];
      } catch {
        return [];
      }
    });
}

/** An order and what became of it, as far as this process knows. */
interface Cart {
  readonly order: string;
  stage: Stage;
  delivery?: string;
  movement?: string;
  isDoubtful?: boolean;
}

async function main(task: ClientTask): Promise<void> {
  const records = recordsIn(task.file);
  // A torn last line must not swallow the next one.
  const write = (record: StormRecord): void => {
    appendFileSync(task.file, `\n${JSON.stringify(record)}`);
  };
  const answered = new Set(records.flatMap((record) => ('got' in record ? [record.got] : [])));
  const pending = records.filter((record): record is Intent => 'ask' in record && !answered.has(record.ask));
  const agent = new Agent({ keepAlive: true, maxSockets: task.clients });
  const carts = new Map<string, Cart>(task.all.map((order) => [order, { order, stage: 'saved' }]));
  const receipts = new Map<string, 'saved' | 'audited'>();
  const isOwn = new Set(task.own);
  let count = records.length;
  const intents = new Map(records.flatMap((record) => ('ask' in record ? [[record.ask, record] as const] : [])));
  for (const record of records) if ('got' in record) learn(intents.get(record.got) as Intent, { made: [], ...record });

  async function client(): Promise<void> {
    for (;;) {
      const left = pending.pop();
      // A signal could come before anybody listens; a file is there whenever one looks.
      if (left === undefined && existsSync(task.stopFile)) return;
      const intent = left ?? (await next());
      if (left === undefined) write(intent);
      const answer = await settle(intent, left === undefined ? 0 : 1);
      write({ got: intent.ask, ...answer });
      learn(intent, answer);
      if (answer.result === '') process.stdout.write('.');
      if (Math.random() < 0.05) {
        const again = await settle(intent, 1);
        // What was done is answered as done for ever; a refusal left nothing behind and may turn out otherwise.
        if (answer.result === '' || again.result === '')
          write({ got: intent.ask, ...again, tries: answer.tries + again.tries });
        if (answer.result !== '') learn(intent, again);
      }
    }
  }

  /** Others change the same orders: what one knows is a guess that a refusal puts in doubt. */
  function learn({ deed, ids, order }: Intent, { result, made }: Answer): void {
    const { on, to } = deeds[deed];
    if (on === 'customer') {
      for (const id of made) receipts.set(id, 'saved');
      return;
    }
    if (on === 'bill') {
      if (result === '') for (const id of ids) receipts.set(id, to);
      return;
    }
    for (const cart of on === 'order' ? ids.map((id) => carts.get(id)) : [carts.get(order ?? '')]) {
      if (cart === undefined) continue;
      if (result !== '') {
        cart.isDoubtful = true;
        continue;
      }
      cart.stage = to;
      if (deed === 'order.pushDown' && made[0] !== undefined) cart.delivery = made[0];
      if (deed === 'delivery.release' && made[0] !== undefined) cart.movement = made[0];
    }
  }

  /** After a refusal one looks. Whoever cannot be reached is asked another time. */
  async function look(cart: Cart): Promise<void> {
    const read = async (path: string, id: string): Promise<Readonly<Record<string, string>> | null> =>
      (await send(pick(task.ports), 'GET', `${path}/${id}`, undefined, '').catch(() => null))?.data ?? null;
    const order = await read(orders, cart.order);
    const delivery = cart.delivery === undefined ? null : await read(deliveries, cart.delivery);
    if (order === null) return;
    cart.isDoubtful = false;
    const isGone = delivery === null || delivery['cancelFlag'] === '1';
    cart.stage =
      order['billStatus'] === '0'
        ? 'saved'
        : order['billStatus'] === '2'
          ? 'closed'
          : isGone
            ? 'audited'
            : delivery['billStatus'] === '0'
              ? 'drafted'
              : delivery['billStatus'] === '1'
                ? delivery['confirmFlag'] === '1'
                  ? 'released'
                  : 'waiting'
                : delivery['receiptStatus'] === '1'
                  ? 'signed'
                  : 'out';
  }

  async function next(): Promise<Intent> {
    count += 1;
    const ask = `${task.name}-${process.pid}-${count}`;
    if (Math.random() < 0.12) {
      const known = [...receipts];
      if (known.length < 4 || Math.random() < 0.05) return { ask, deed: 'bill.save', ids: [pick(task.customers)] };
      const [id, state] = pick(known);
      return { ask, deed: state === 'saved' ? 'bill.audit' : 'bill.unaudit', ids: [id] };
    }
    const cart = carts.get(pick(Math.random() < 0.1 ? task.all : task.own)) as Cart;
    if (cart.isDoubtful === true) await look(cart);
    const [on, back] = ways[cart.stage];
    // Somebody else's order is not sent on its way: only whoever made a delivery knows it.
    const forth = on === 'order.pushDown' && !isOwn.has(cart.order) ? null : on;
    const deed = forth !== null && (back.length === 0 || Math.random() < 0.65) ? forth : pick(back);
    if (deeds[deed].on !== 'order')
      return {
        ask,
        deed,
        ids: [(deeds[deed].on === 'movement' ? cart.movement : cart.delivery) ?? ''],
        order: cart.order,
      };
    const alike = [...carts.values()]
      .filter((other) => other.stage === cart.stage && isOwn.has(other.order))
      .map(({ order }) => order);
    const isBulk = deed !== 'order.pushDown' && alike.length > 0 && Math.random() < 0.2;
    return { ask, deed, ids: isBulk ? [...new Set([cart.order, pick(alike), pick(alike)])] : [cart.order] };
  }

  /** Asks until there is an answer that says something: a broken line, a busy server or no server at all is none. */
  async function settle({ ask, deed, ids }: Intent, before: number): Promise<Answer> {
    const { path, on } = deeds[deed];
    const verb = deed.split('.')[1] ?? '';
    const [method, url, body] =
      on === 'customer'
        ? (['POST', path, { organizeCode: 'O1', customerCode: ids[0], billType: 'RC', amount: '35.5' }] as const)
        : ([verb === 'pushDown' ? 'POST' : 'PUT', `${path}/${verb}`, ids] as const);
    for (let tries = before + 1; ; tries += 1) {
      const answer = await send(pick(task.ports), method, url, body, ask).catch(() => null);
      if (answer !== null && answer.code !== 503)
        return {
          result: answer.code === 0 ? '' : (answer.data?.key ?? `${answer.code} ${answer.msg}`),
          tries,
          made: answer.code !== 0 ? [] : on === 'customer' ? [answer.data?.id ?? ''] : (answer.data?.ids ?? []),
        };
      await new Promise((resolve) => {
        setTimeout(resolve, 50 + Math.random() * 150);
      });
    }
  }

  function send(
    port: number,
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    body: unknown,
    key: string,
  ): Promise<{
    code: number;
    msg: string;
    data: ({ key?: string; id?: string; ids?: string[] } & Record<string, string>) | null;
  }> {
    return new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = {
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), 'idempotency-key': key }),
        token: task.token,
      };
      const sent = request(
        { agent, host: '127.0.0.1', port, path: `/api${path}`, method, timeout: 8000, headers },
        (reply) => {
          let received = '';
          reply
            .setEncoding('utf8')
            .on('data', (part: string) => {
              received += part;
            })
            .on('error', reject)
            .on('end', () => {
              try {
                resolve(JSON.parse(received) as never);
              } catch {
                reject(new Error('half an answer'));
              }
            });
        },
      );
      sent
        .on('timeout', () => sent.destroy(new Error('timeout')))
        .on('error', reject)
        .end(text);
    });
  }

  // Whoever kills wants to hit somebody who is asking, not somebody who is still starting.
  console.log('asking');
  await Promise.all(Array.from({ length: task.clients }, client));
  agent.destroy();
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

if (import.meta.main) await main(JSON.parse(process.env['PROOF_TASK'] ?? '{}') as ClientTask);
