import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { formOf, pdf } from '#tests/files.ts';

/** An upload that sends a byte every second until somebody ends it. */
export interface SlowUpload {
  readonly socket: Socket;
  /** What was answered so far. */
  answer(): string;
}

export async function trickle(url: string, token: string): Promise<SlowUpload> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number.parseInt(port, 10), hostname);
  let answered = '';
  socket.on('error', () => undefined).on('data', (part: Buffer) => (answered += part.toString('latin1')));
  await once(socket, 'connect');
  const form = formOf(pdf(), 'slow.pdf');
  const head = [
    'POST /api/sys/oss/upload HTTP/1.1',
    `host: ${hostname}`,
    `token: ${token}`,
    `content-type: ${form.headers['content-type']}`,
    'content-length: 100000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(form.payload.subarray(0, 200));
  const drip = setInterval(() => socket.write('x'), 1000);
  socket.once('close', () => {
    clearInterval(drip);
  });
  return { socket, answer: () => answered };
}

/** What somebody else meets meanwhile: milliseconds of each answer, and every answer that was none. */
export interface Met {
  readonly p99: number;
  readonly count: number;
  readonly refused: readonly string[];
}

/** One request after the other, as long as asked. */
export async function meanwhile(url: string, token: string, forMs: number): Promise<Met> {
  const [times, refused, until]: [number[], string[], number] = [[], [], performance.now() + forMs];
  while (performance.now() < until) {
    const since = performance.now();
    const reply = await fetch(url, { headers: { token } });
    const text = await reply.text();
    times.push(performance.now() - since);
    if (!reply.ok) refused.push(`${reply.status} ${text.slice(0, 200)}`);
    await sleep(20);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0, count: sorted.length, refused };
}
