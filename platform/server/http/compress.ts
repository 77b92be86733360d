import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type BrotliOptions } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Below it a packet is a packet; answers that carry a token or a ticket are all smaller (decision 0081). */
const least = 1024;
/** A page of a list takes less than a tenth of a millisecond here; what is longer goes to another thread. */
const longest = 64 * 1024;

/** Answers that are bytes of JSON leave as brotli or gzip where the browser takes it; files go as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!(payload instanceof Buffer) || payload.length < least || !isJson(reply.getHeader('content-type')))
      return done(null, payload);
    void reply.header('vary', 'accept-encoding');
    const encoding = encodingIn(request.headers['accept-encoding'] ?? '');
    if (encoding === null || reply.hasHeader('content-encoding')) return done(null, payload);
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    if (payload.length <= longest) return done(null, shortened[encoding](payload));
    later[encoding](payload).then(
      (bytes) => {
        done(null, bytes);
      },
      (error: Error) => {
        done(error);
      },
    );
  });
}

type Encoding = 'br' | 'gzip';
/** Quality 1 of brotli: 75 us of CPU for the 10 kB of a page, which leave as 1.3 kB. */
const quick: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } };
const shortened: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliCompressSync(bytes, quick),
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
};
const [brotliLater, gzipLater] = [promisify(brotliCompress), promisify(gzip)];
const later: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotliLater(bytes, quick),
  gzip: (bytes) => gzipLater(bytes, { level: 1 }),
};

const isJson = (type: unknown): boolean => typeof type === 'string' && type.startsWith('application/json');

/** `br;q=0` is a no. */
function encodingIn(accepted: string): Encoding | null {
  const takes = (name: Encoding): boolean =>
    accepted.split(',').some((each) => {
      const [word = '', weight = ''] = each.split(';');
      return word.trim() === name && !/^\s*q=0(?:\.0*)?\s*$/.test(weight);
    });
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}
