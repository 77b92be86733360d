import { connect, createServer, type Socket } from 'node:net';

/** A statement as it went over the wire. */
export interface Sent {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/**
 * Stands between the product and PostgreSQL and writes down what is sent: one entry per Sync, which is one network
 * write.
 */
export interface Spy {
  readonly port: number;
  take(): Sent[][];
  close(): Promise<void>;
}

export async function startSpy(target: { host: string; port: number }): Promise<Spy> {
  let log: Sent[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    const listen = listener((batch) => {
      log.push(batch);
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      listen(chunk);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as { port: number }).port,
    take() {
      const taken = log;
      log = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** Follows the frontend's side of the protocol: Parse names a text, Bind gives it values, Sync ends the write. */
function listener(onSync: (batch: Sent[]) => void): (chunk: Buffer) => void {
  const texts = new Map<string, string>();
  let rest = Buffer.alloc(0);
  let isStarted = false;
  let batch: Sent[] = [];
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const header = isStarted ? 1 : 0;
      if (rest.length < header + 4) return;
      const length = header + rest.readInt32BE(header);
      if (rest.length < length) return;
      const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : 'start';
      const body = rest.subarray(header + 4, length);
      rest = rest.subarray(length);
      isStarted = true;
      if (type === 'P') {
        const [name, text] = strings(body, 2);
        texts.set(name ?? '', text ?? '');
      } else if (type === 'B') {
        batch.push(bound(body, texts));
      } else if (type === 'Q') {
        batch.push({ text: strings(body, 1)[0] ?? '', values: [] });
      }
      if (type === 'S' || type === 'Q') {
        onSync(batch);
        batch = [];
      }
    }
  };
}

function strings(body: Buffer, count: number): string[] {
  const found: string[] = [];
  for (let at = 0; found.length < count;) {
    const end = body.indexOf(0, at);
    found.push(body.toString('utf8', at, end));
    at = end + 1;
  }
  return found;
}

function bound(body: Buffer, texts: ReadonlyMap<string, string>): Sent {
  const [portal = '', name = ''] = strings(body, 2);
  let at = Buffer.byteLength(portal) + Buffer.byteLength(name) + 2;
  at += 2 + body.readInt16BE(at) * 2;
  const count = body.readInt16BE(at);
  at += 2;
  const values: (string | null)[] = [];
  for (let i = 0; i < count; i += 1) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? null : body.toString('utf8', at, at + length));
    at += Math.max(length, 0);
  }
  return { text: texts.get(name) ?? '', values };
}
