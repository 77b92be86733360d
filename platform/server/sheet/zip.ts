import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly bytes: readonly Buffer[] | AsyncIterable<Buffer>;
}

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
  crc: number;
  packed: number;
  plain: number;
}

async function* deflated({ name, bytes }: ZipPart): AsyncGenerator<Buffer, Tally> {
  const tally: Tally = { crc: 0, packed: 0, plain: 0 };
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      tally.crc = crc32(piece, tally.crc);
      tally.plain += piece.length;
      if (tally.plain > maxPlain) throw new Error(`${name} is over 4 GiB: ask for fewer rows or columns`);
      yield piece;
    }
  }
  const deflate = createDeflateRaw({ level: 1, memLevel: 9, chunkSize: 1 << 20 });
  // A failing source destroys the deflater with its error, so the loop below throws it.
  pipeline(measured, deflate, () => undefined);
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    tally.packed += chunk.length;
    yield chunk;
  }
  return tally;
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
