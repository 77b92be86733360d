import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** The way between a process and its PostgreSQL, which a test may cut, freeze or tamper with as a network would. */
export interface Line {
  /** The database at the end of the line, through the line. */
  readonly url: string;
  /** Nothing passes any more, nobody is told: a machine that lost its power. */
  freeze(): void;
  thaw(): void;
  /** How many connections run through it. */
  connections(): number;
  /** Every connection breaks. */
  cut(): void;
  /** The next answer to what holds this text is lost on its way, and the connection with it. */
  loseAnswerTo(text: string): void;
  /** Nobody listens at the address. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export interface Tampering {
  /** As poolers do: what a connection asks for in its `options` is forgotten. */
  readonly dropsOptions?: boolean;
}

export async function openLine(url: string, { dropsOptions = false }: Tampering = {}): Promise<Line> {
  const { hostname, port } = new URL(url);
  const ends = new Set<Socket>();
  let isFrozen = false;
  let lost: Buffer | null = null;
  let thawed: (() => void)[] = [];
  const whenThawed = (then: () => void): void => {
    if (isFrozen) thawed.push(then);
    else then();
  };

  function join(near: Socket): void {
    const far = connect({ host: hostname, port: Number(port) });
    let [isFirst, isLosing] = [true, false];
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.once('close', () => {
        ends.delete(from);
        whenThawed(() => to.destroy());
      });
    }
    near.on('data', (bytes: Buffer) => {
      const told = isFirst && dropsOptions ? withoutOptions(bytes) : bytes;
      isFirst = false;
      if (lost !== null && bytes.includes(lost)) [isLosing, lost] = [true, null];
      whenThawed(() => far.write(told));
    });
    far.on('data', (bytes: Buffer) => {
      if (isLosing) near.destroy();
      else whenThawed(() => near.write(bytes));
    });
  }

  let server: Server | null = null;
  const address = { port: 0 };
  async function open(): Promise<void> {
    server = createServer(join).listen(address.port, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    if (bound !== null && typeof bound === 'object') address.port = bound.port;
  }
  const cut = (): void => {
    for (const end of ends) end.destroy();
  };
  await open();
  const through = new URL(url);
  through.host = `127.0.0.1:${address.port}`;
  return {
    url: through.href,
    open,
    cut,
    connections: () => ends.size / 2,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      const waiting = thawed;
      thawed = [];
      for (const then of waiting) then();
    },
    loseAnswerTo: (text) => {
      lost = Buffer.from(text);
    },
    close: async () => {
      const closed = new Promise((resolve) => server?.close(resolve));
      cut();
      await closed;
    },
  };
}

/** A start-up message is its length, the version, then names and values; the last one is empty. */
function withoutOptions(startup: Buffer): Buffer {
  const words = startup.subarray(8).toString('utf8').split('\0');
  const pairs = Array.from({ length: Math.floor(words.length / 2) }, (_, n) => words.slice(2 * n, 2 * n + 2));
  const kept = pairs.filter(([name = '']) => name !== '' && name !== 'options').map((pair) => `${pair.join('\0')}\0`);
  const body = Buffer.from(`${kept.join('')}\0`);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  startup.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}
