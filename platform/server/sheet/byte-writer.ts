const nothing = Buffer.alloc(0);

/** Bytes on their way into a file, taken piece by piece. */
export class ByteWriter {
  bytes: Buffer = nothing;
  end = 0;
  private readonly pieceSize: number;
  /** Most files end in their first piece, far from its end. */
  private roomy = small;

  constructor(pieceSize: number) {
    this.pieceSize = pieceSize;
  }

  get isFull(): boolean {
    return this.end >= this.pieceSize;
  }

  put(source: Buffer, start = 0, end = source.length): void {
    this.room(end - start);
    const { bytes } = this;
    let to = this.end;
    for (let at = start; at < end; at += 1, to += 1) bytes[to] = source[at] as number;
    this.end = to;
  }

  /**
   * If the table lets every byte pass; else nothing is written. Between what stands before and after it, in one go: a
   * cell is small.
   */
  putPlain(source: Buffer, start: number, end: number, care: Uint8Array, before = nothing, after = nothing): boolean {
    this.room(before.length + end - start + after.length);
    const { bytes } = this;
    let to = this.end;
    for (let at = 0; at < before.length; at += 1, to += 1) bytes[to] = before[at] as number;
    for (let at = start; at < end; at += 1, to += 1) {
      const byte = source[at] as number;
      const level = care[byte] as number;
      if (level !== 0 && (level === 1 || source[at + 1] === 0xbf)) return false;
      bytes[to] = byte;
    }
    for (let at = 0; at < after.length; at += 1, to += 1) bytes[to] = after[at] as number;
    this.end = to;
    return true;
  }

  text(value: string): void {
    this.room(value.length * 3);
    this.end += this.bytes.write(value, this.end);
  }

  /** The bytes so far, as a chunk that nobody writes to again. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.end);
    this.bytes = nothing;
    this.end = 0;
    this.roomy = this.pieceSize + overhang;
    return taken;
  }

  private room(needed: number): void {
    if (this.end + needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.end + needed, this.roomy));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }
}

/** A row is begun before a piece is full. */
const overhang = 1 << 14;
const small = 1 << 14;

/** Which bytes are among these characters, or are the first of one. */
export function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[Buffer.from(character)[0] as number] = 1;
  return table;
}

export const sign = { minus: 45, point: 46, zero: 48, nine: 57 } as const;

/** Every character that \s and trim() take for space. */
export const spaces = '\t\n\v\f\r \u00a0\u1680\u2000\u2028\u202f\u205f\u3000\ufeff';
