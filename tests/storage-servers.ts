import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FtpSrv } from 'ftp-srv';
import S3rver from 's3rver';

/** A real server on a free port of this machine. */
export interface StorageServer {
  readonly port: number;
  /** Files it holds, by path below its root, with their sizes; halves and drafts too. */
  files(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

export const s3Key = { accessKey: 'S3RVER', secretKey: 'S3RVER-secret', bucket: 'qudao' } as const;
export const ftpUser = { user: 'qudao', password: 'ftp-Secret-1' } as const;

/** s3rver believes every signature of version 4, so a gate in front of it computes each again and lets in what fits. */
export async function startS3(port = 0): Promise<StorageServer> {
  const directory = mkdtempSync(join(tmpdir(), 'qudao-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: s3Key.bucket, configs: [] }],
  });
  const inner = await server.run();
  const gate = createServer((from, to) => {
    if (!isSigned(from)) {
      from.resume();
      to.writeHead(403, { 'content-type': 'application/xml', connection: 'close' }).end(
        '<Error><Code>SignatureDoesNotMatch</Code></Error>',
      );
      return;
    }
    const onward = request(
      { host: '127.0.0.1', port: inner.port, method: from.method, path: from.url, headers: from.headers, agent: false },
      (answer) => {
        to.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(to);
      },
    );
    onward.on('error', () => {
      to.destroy();
    });
    from.pipe(onward);
  });
  await new Promise<void>((done) => {
    gate.listen(port, '127.0.0.1', done);
  });
  return {
    port: (gate.address() as AddressInfo).port,
    files: () => filesBelow(directory),
    async close() {
      gate.close();
      gate.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** AWS Signature Version 4, written from its specification and not with the client's library. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [account, ...place] = scope.split('/');
  const { pathname, searchParams } = new URL(url, 'http://x');
  const strictly = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams]
    .map(([key, value]) => `${strictly(key)}=${strictly(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    method,
    pathname,
    query,
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    place.join('/'),
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = place.reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${s3Key.secretKey}`,
  );
  return account === s3Key.accessKey && createHmac('sha256', key).update(text).digest('hex') === signature;
}

export async function startFtp(port = 0): Promise<StorageServer> {
  const directory = mkdtempSync(join(tmpdir(), 'qudao-ftp-'));
  mkdirSync(join(directory, 'home'));
  const server = new FtpSrv({
    url: `ftp://127.0.0.1:${port}`,
    pasv_url: '127.0.0.1',
    pasv_min: 20_000,
    log: quiet as never,
  });
  server.on('login', ({ username, password }, admit, refuse) => {
    if (username === ftpUser.user && password === ftpUser.password) admit({ root: directory });
    else refuse(new Error('who are you'));
  });
  await server.listen();
  const { port: real } = (server as unknown as { server: { address(): AddressInfo } }).server.address();
  return {
    port: real,
    files: () => filesBelow(directory),
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const quiet = Object.assign(
  Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined])),
  { child: (): unknown => quiet },
);

function filesBelow(directory: string): Record<string, number> {
  return Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(directory.length + 1),
        statSync(join(parentPath, name)).size,
      ]),
  );
}
