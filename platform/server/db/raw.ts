import pg from 'pg';
import type { Columns } from './columns.ts';

/**
 * Rows as they came from the wire: whole DataRow messages, one after the other. A long list becomes a file without
 * becoming strings first. They are copied out of the socket's chunks into bytes that are used again: chunks that live
 * on would fill the memory before a collector hears of them.
 */
export class RawRows {
  columns: Columns | null = null;
  bytes: Buffer = Buffer.alloc(0);
  end = 0;
  count = 0;

  clear(): void {
    [this.end, this.count] = [0, 0];
  }

  add(rows: Buffer, count: number): void {
    if (this.end + rows.length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.bytes.length, this.end + rows.length));
      this.bytes.copy(larger, 0, 0, this.end);
      this.bytes = larger;
    }
    this.end += rows.copy(this.bytes, this.end);
    this.count += count;
  }
}

/**
 * A connection that can leave rows as they are: it asks whoever is being answered where to put them, or null for rows
 * as usual.
 */
export interface RawConnection {
  rawRows?: () => RawRows | null;
}

interface Stream {
  on(event: string, hear: (bytes: Buffer) => void): unknown;
}

/**
 * The driver's own client, and its connection the driver's own: only what the parser hears is divided before, so the
 * driver's version is pinned.
 */
export class RawClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as {
      readonly connection: RawConnection & { attachListeners(stream: Stream): void };
    };
    const attach = connection.attachListeners.bind(connection);
    connection.rawRows = () => null;
    connection.attachListeners = (stream) => {
      attach({ on: (event, hear) => stream.on(event, event === 'data' ? divided(connection, hear) : hear) });
    };
  }
}

const dataRow = 68;
/** Type and length. */
const head = 5;

/**
 * Rows that are wanted raw go where they are wanted, every other message to the parser; both whole and in their order.
 */
function divided(connection: RawConnection, hear: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let waiting: Buffer[] = [];
  let has = 0;
  let needed = head;
  return (chunk) => {
    waiting.push(chunk);
    has += chunk.length;
    if (has < needed) return;
    const bytes = waiting.length === 1 ? chunk : Buffer.concat(waiting, has);
    /** Where the message after this one begins, when all of this one is here. */
    const after = (at: number): number | null => {
      needed = at + head > bytes.length ? head : bytes.readUInt32BE(at + 1) + 1;
      return at + needed > bytes.length ? null : at + needed;
    };
    let from = 0;
    let at = 0;
    for (let next = after(at); next !== null; next = after(at)) {
      if (bytes[at] !== dataRow) {
        at = next;
        continue;
      }
      // What came before decides whose rows these are.
      if (at > from) hear(bytes.subarray(from, at));
      from = at;
      let count = 0;
      for (; next !== null && bytes[at] === dataRow; next = after(at)) {
        at = next;
        count += 1;
      }
      const rows = connection.rawRows?.() ?? null;
      if (rows === null) continue;
      rows.add(bytes.subarray(from, at), count);
      from = at;
    }
    waiting = at === bytes.length ? [] : [bytes.subarray(at)];
    has = bytes.length - at;
    if (at > from) hear(bytes.subarray(from, at));
  };
}
