import { inflateRawSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Route } from '#platform/server/http/route.ts';

export interface Request {
  readonly method: Route['method'];
  /** Below /api, parameters filled in. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent as it is, whatever it is. */
  readonly raw?: string | Buffer;
}
export interface Answer {
  readonly status: number;
  readonly code: number | null;
  readonly msg: string;
  readonly data: unknown;
  /** What a person could read: the payload, or the sheet inside an exported file. */ readonly text: string;
  readonly milliseconds: number;
}

export async function ask(
  app: FastifyInstance,
  { method, path, query, token, headers, body, raw }: Request,
): Promise<Answer> {
  const started = performance.now();
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const reply = await app.inject({
    method,
    url: `/api${path}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { token }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const type = String(reply.headers['content-type']);
  const envelope = type.includes('json') ? reply.json<{ code?: number; msg?: string; data?: unknown }>() : {};
  return {
    status: reply.statusCode,
    code: envelope.code ?? null,
    msg: envelope.msg ?? '',
    data: envelope.data ?? null,
    text: type.includes('spreadsheet') ? sheetOf(reply.rawPayload) : reply.payload,
    milliseconds: performance.now() - started,
  };
}

export const nameOf = (route: Route): string => `${route.method} ${route.path}`;

/** The first sheet of a workbook as XML: found through the directory at the file's end. */
export function sheetOf(file: Buffer): string {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error('the file is no workbook');
  let entry = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const length = file.readUInt16LE(entry + 28);
    const name = file.subarray(entry + 46, entry + 46 + length).toString();
    const start = file.readUInt32LE(entry + 42);
    if (name.endsWith('sheet1.xml')) {
      const data = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
      return inflateRawSync(file.subarray(data, data + file.readUInt32LE(entry + 20))).toString();
    }
    entry += 46 + length + file.readUInt16LE(entry + 30) + file.readUInt16LE(entry + 32);
  }
  throw new Error('the workbook has no sheet');
}
