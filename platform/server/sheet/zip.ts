import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly bytes: Packed | AsyncIterable<Buffer>;
}

/** Bytes that are there at once: packed where they are made, without a packer of megabytes of their own. */
export interface Packed extends Tally {
  readonly deflated: Buffer;
}

export function pack(bytes: Buffer): Packed {
  const deflated = deflateRawSync(bytes, { level });
  return { deflated, crc: crc32(bytes), packed: deflated.length, plain: bytes.length };
}

const level = 1;
/** What is longer is packed by another thread: to pack this much takes less than a millisecond. */
const atOnce = 64 * 1024;

/** A zip made while it is read: one chunk in memory, sizes told after each part because nobody knows them before. */
export async function* zipOf(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const local = Buffer.concat([u32(0x04034b50), common, u32(0), u32(0), u32(0), u16(name.length), u16(0), name]);
    yield local;
    const tally = yield* deflated(part);
    const sums = Buffer.concat([u32(tally.crc), u32(tally.packed), u32(tally.plain)]);
    const descriptor = Buffer.concat([u32(0x08074b50), sums]);
    yield descriptor;
    // After the name's length: no extra field, no comment, disk 0, no attributes.
    directory.push(
      u32(0x02014b50),
      u16(20),
      common,
      sums,
      u16(name.length),
      u16(0),
      u16(0),
      u16(0),
      u16(0),
      u32(0),
      u32(offset),
      name,
    );
    offset += local.length + tally.packed + descriptor.length;
  }
  const listing = Buffer.concat(directory);
  yield Buffer.concat([
    listing,
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(parts.length),
    u16(parts.length),
    u32(listing.length),
    u32(offset),
    u16(0),
  ]);
}

interface Tally {
  readonly crc: number;
  readonly packed: number;
  readonly plain: number;
}

async function* deflated({ name, bytes }: ZipPart): AsyncGenerator<Buffer, Tally> {
  if ('deflated' in bytes) {
    yield bytes.deflated;
    return bytes;
  }
  const source = bytes[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    if (first.done === true) return yield* deflated({ name, bytes: pack(Buffer.alloc(0)) });
    const second = first.value.length > atOnce ? null : await source.next();
    if (second?.done === true) return yield* deflated({ name, bytes: pack(first.value) });
    return yield* streamed(name, [first, ...(second === null ? [] : [second])], source);
  } finally {
    await source.return?.();
  }
}

/** What has been read already, and what is still to come. */
async function* streamed(
  name: string,
  begun: readonly IteratorResult<Buffer>[],
  source: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer, Tally> {
  let [crc, packed, plain] = [0, 0, 0];
  const waiting = [...begun];
  async function* measured(): AsyncGenerator<Buffer> {
    for (;;) {
      const step = waiting.shift() ?? (await source.next());
      if (step.done === true) return;
      const { value } = step;
      crc = crc32(value, crc);
      plain += value.length;
      if (plain > maxPlain) throw new Error(`${name} is over 4 GiB: ask for fewer rows or columns`);
      yield value;
    }
  }
  const deflate = createDeflateRaw({ level, memLevel: 9, chunkSize: 1 << 20 });
  // A failing source destroys the deflater with its error, so the loop below throws it.
  pipeline(measured, deflate, () => undefined);
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    packed += chunk.length;
    yield chunk;
  }
  return { crc, packed, plain };
}

/** Sizes are 32 bits wide: Excel does not read 64-bit sizes that come after the data. */
const maxPlain = 0xffff_ffff;

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/**
 * Version 2.0; UTF-8 name and sizes after the data; deflate; 00:00 on 1980-01-01 (a zero date is no date, and the same
 * rows must give the same file).
 */
const common = Buffer.concat([u16(20), u16(0x0808), u16(8), u16(0), u16(0x0021)]);
