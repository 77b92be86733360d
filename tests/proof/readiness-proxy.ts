import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export interface Proxy {
  readonly url: string;
  /** Answers that the proxy could not get from a process it took for ready. */
  readonly failures: readonly string[];
  close(): Promise<void>;
}

/**
 * Passes each request to the next process that says it is ready, and tries none twice: what it loses the client loses.
 */
export async function openProxy(backends: readonly string[], lookEvery = 100): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(backends);
  const failures: string[] = [];
  const look = setInterval(() => {
    for (const url of backends)
      fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => (ok ? ready.add(url) : ready.delete(url)),
        () => ready.delete(url),
      );
  }, lookEvery);
  let turn = 0;
  const pass = (from: IncomingMessage, to: ServerResponse): void => {
    const up = backends.filter((url) => ready.has(url));
    const backend = up[(turn += 1) % up.length];
    const lose = (why: string): void => {
      failures.push(`${from.method} ${from.url}: ${why}`);
      to.writeHead(502).end();
    };
    if (backend === undefined) return lose('nobody is ready');
    const onward = request(
      `${backend}${from.url}`,
      { method: from.method, headers: { ...from.headers, connection: 'keep-alive' }, agent },
      (answer) => {
        const { 'content-type': type = '', 'content-encoding': encoding } = answer.headers;
        to.writeHead(answer.statusCode ?? 502, {
          'content-type': type,
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
        });
        answer.pipe(to);
      },
    );
    onward.once('error', (error) => {
      lose(`${error.message} from ${backend}`);
    });
    from.pipe(onward);
  };
  const server = await listening(createServer(pass));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    failures,
    close: async () => {
      clearInterval(look);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const listening = (server: Server): Promise<Server> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
