import { crc32, createInflateRaw } from 'node:zlib';
import { FileFault, limits } from './file-fault.ts';

export interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly plain: number;
  readonly start: number;
}

/**
 * The directory of an archive whose bytes are all here. What no office writes is refused: nothing is guessed or mended.
 */
export function entriesOf(file: Buffer): ReadonlyMap<string, Entry> {
  const end = file.lastIndexOf('PK\x05\x06', file.length - 22, 'latin1');
  if (end < 0 || file.length < 22) throw new FileFault('damaged');
  const [disk, firstDisk, here, count] = [4, 6, 8, 10].map((at) => file.readUInt16LE(end + at));
  const [length, start] = [file.readUInt32LE(end + 12), file.readUInt32LE(end + 16)];
  // Another disk, sizes of 64 bits, or a directory that is not where it should be: bytes in front of an archive are
  // something else's.
  if (disk !== 0 || firstDisk !== 0 || here !== count || count === 0xffff || start + length !== end)
    throw new FileFault('damaged');
  if ((count ?? 0) > limits.entries) throw new FileFault('bomb');
  const entries = new Map<string, Entry>();
  let at = start;
  for (let n = 0; n < (count ?? 0); n += 1) {
    const [entry, next] = entryAt(file, at, end);
    if (entries.has(entry.name.toLowerCase())) throw new FileFault('damaged');
    entries.set(entry.name.toLowerCase(), entry);
    at = next;
  }
  if (at !== end) throw new FileFault('damaged');
  refuseOverlaps([...entries.values()], start);
  return entries;
}

function entryAt(file: Buffer, at: number, end: number): readonly [Entry, number] {
  if (at + 46 > end || file.readUInt32LE(at) !== 0x02014b50) throw new FileFault('damaged');
  const [flags, method] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10)];
  const [nameLength, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
  ];
  const [crc, packed, plain, local] = [16, 20, 24, 42].map((offset) => file.readUInt32LE(at + offset)) as [
    number,
    number,
    number,
    number,
  ];
  const next = at + 46 + nameLength + extra + comment;
  if (next > end) throw new FileFault('damaged');
  const name = file.toString('utf8', at + 46, at + 46 + nameLength);
  if ((flags & 0x2041) !== 0) throw new FileFault('locked');
  if (method !== 0 && method !== 8) throw new FileFault('damaged');
  if (!isPlainName(name)) throw new FileFault('damaged');
  if (plain > limits.plain || (plain > limits.free && plain > packed * limits.ratio)) throw new FileFault('bomb');
  // The entry says itself what the directory says of it: two readers must not see two files.
  if (local + 30 > file.length || file.readUInt32LE(local) !== 0x04034b50 || file.readUInt16LE(local + 8) !== method)
    throw new FileFault('damaged');
  const ownLength = file.readUInt16LE(local + 26);
  if (file.toString('utf8', local + 30, local + 30 + ownLength) !== name) throw new FileFault('damaged');
  return [{ name, method, crc, packed, plain, start: local + 30 + ownLength + file.readUInt16LE(local + 28) }, next];
}

/** Nothing here is ever written to a disk; a name that would climb there is a sign of what the file is for. */
const isPlainName = (name: string): boolean =>
  name !== '' &&
  name.length <= 200 &&
  !/[\u0000-\u001f\\:]/.test(name) &&
  !name.startsWith('/') &&
  !name.split('/').includes('..');

/** Entries that share bytes unpack one bomb many times. */
function refuseOverlaps(entries: readonly Entry[], directory: number): void {
  let last = 0;
  for (const { start, packed } of entries.toSorted((a, b) => a.start - b.start)) {
    if (start < last || start + packed > directory) throw new FileFault('bomb');
    last = start + packed;
  }
}

/** The text of an entry, piece by piece; `onPiece` hears how much of its packed bytes was used. */
export async function* textOf(
  file: Buffer,
  entry: Entry,
  onPiece: (share: number) => void = () => undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [plain, sum] = [0, 0];
  try {
    for await (const { bytes, used } of plainBytes(file, entry)) {
      plain += bytes.length;
      if (plain > limits.plain || (plain > limits.free && plain > used * limits.ratio) || plain > entry.plain)
        throw new FileFault('bomb');
      sum = crc32(bytes, sum);
      onPiece(entry.packed === 0 ? 1 : used / entry.packed);
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('damaged');
  }
  if (plain !== entry.plain || sum !== entry.crc) throw new FileFault('damaged');
}

const pieceSize = 1 << 16;

async function* plainBytes(
  file: Buffer,
  { method, start, packed }: Entry,
): AsyncGenerator<{ bytes: Buffer; used: number }> {
  const data = file.subarray(start, start + packed);
  if (method === 0) {
    for (let at = 0; at < data.length; at += pieceSize)
      yield { bytes: data.subarray(at, at + pieceSize), used: Math.min(packed, at + pieceSize) };
    return;
  }
  const inflate = createInflateRaw({ chunkSize: pieceSize });
  inflate.end(data);
  for await (const bytes of inflate as AsyncIterable<Buffer>) yield { bytes, used: Math.max(1, inflate.bytesWritten) };
}
