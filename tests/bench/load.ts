/**
 * The load generator, a process of its own: each connection sends its prepared requests one after another, round and
 * round. It speaks HTTP on a plain socket, because Node's own client costs as much CPU as the product does.
 */
import { connect, type Socket } from 'node:net';

export interface Job {
  readonly port: number;
  /** One list of requests per connection, as bytes go out; `unique` stands for twelve digits never sent before. */
  readonly lanes: readonly (readonly string[])[];
  /** How every right answer begins. */
  readonly expected: string;
}
export type Order = { readonly prepare: Job } | { readonly run: number } | { readonly calls: number };
/** When answers came (milliseconds since 1970) and how long each took. */
export interface Outcome {
  readonly ends: readonly number[];
  readonly times: readonly number[];
  readonly wrong: string | null;
}

export const unique = '{twelvedigit}';

const now = (): number => performance.timeOrigin + performance.now();

interface Lane {
  readonly requests: readonly string[];
  at: number;
  /** Where the run that goes on began. */ begun: number;
}
let job: Job | null = null;
let lanes: Lane[] = [];
// Several generators run side by side: they must not begin at the same key.
let serial = Math.floor(Math.random() * 1e12);

process.on('message', (order: Order) => {
  if ('prepare' in order) {
    job = order.prepare;
    lanes = job.lanes.map((requests) => ({ requests, at: 0, begun: 0 }));
    return;
  }
  void run(order).then((outcome) => process.send?.(outcome));
});

/** For so many seconds, or so many calls: each connection makes its share of them. */
async function run(order: { run: number } | { calls: number }): Promise<Outcome> {
  const outcome = { ends: [] as number[], times: [] as number[], wrong: null as string | null };
  const until = 'run' in order ? now() + order.run * 1000 : Infinity;
  const most = 'calls' in order ? Math.ceil(order.calls / lanes.length) : Infinity;
  await Promise.all(lanes.map((lane) => drive(lane, (end) => end < until && lane.at < lane.begun + most, outcome)));
  return outcome;
}

function drive(
  lane: Lane,
  goesOn: (end: number) => boolean,
  outcome: { ends: number[]; times: number[]; wrong: string | null },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { port = 0, expected = '' } = job ?? {};
    const socket = connect(port, '127.0.0.1', () => {
      send();
    });
    let begun = 0;
    lane.begun = lane.at;
    const send = (): void => {
      const request = lane.requests[lane.at % lane.requests.length] ?? '';
      lane.at += 1;
      begun = now();
      socket.write(request.includes(unique) ? request.replaceAll(unique, nextDigits()) : request);
    };
    socket.setNoDelay(true);
    socket.on('error', reject);
    answers(socket, (answer) => {
      const end = now();
      outcome.ends.push(end);
      outcome.times.push(end - begun);
      if (!answer.startsWith(expected) && !answer.includes(`\r\n\r\n${expected}`)) outcome.wrong ??= answer;
      if (goesOn(end) && outcome.wrong === null) send();
      else {
        socket.destroy();
        resolve();
      }
    });
  });
}

function nextDigits(): string {
  serial = (serial + 1) % 1e12;
  return String(serial).padStart(12, '0');
}

/** Whole answers out of a stream: head, then as many bytes as content-length says. */
function answers(socket: Socket, onAnswer: (text: string) => void): void {
  let rest = '';
  let needed = -1;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    rest = rest === '' ? chunk : rest + chunk;
    if (needed < 0) {
      const head = rest.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(rest.slice(0, head + 2))?.[1] ?? '0';
      needed = head + 4 + Number.parseInt(length, 10);
    }
    if (rest.length < needed) return;
    const answer = rest;
    rest = '';
    needed = -1;
    onAnswer(answer);
  });
}
