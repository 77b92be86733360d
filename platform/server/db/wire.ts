/**
 * Messages of the PostgreSQL protocol (version 3), one after another in one buffer. Sent as the driver sends them, a
 * chunk each, a save of twenty lines spends a quarter of its CPU on handing thirty chunks to the socket.
 */
let bytes = Buffer.allocUnsafe(64 * 1024);
let end = 0;

/** A value on the wire: text, or bytes, or null. */
export type WireValue = string | Buffer | null;

export function startMessages(): void {
  end = 0;
}

/** What was written since the start, as a chunk of its own: the buffer is used again before the socket has sent it. */
export const takeMessages = (): Buffer => Buffer.from(bytes.subarray(0, end));

export function parseMessage(name: string, text: string): void {
  const start = begin('P');
  cstring(name);
  cstring(text);
  int16(0);
  finish(start);
}

export function bindMessage(portal: string, statement: string, values: readonly WireValue[]): void {
  const start = begin('B');
  cstring(portal);
  cstring(statement);
  const hasBytes = values.some((value) => typeof value === 'object' && value !== null);
  int16(hasBytes ? values.length : 0);
  if (hasBytes) for (const value of values) int16(typeof value === 'object' && value !== null ? 1 : 0);
  int16(values.length);
  for (const value of values) valueOf(value);
  int16(0);
  finish(start);
}

export function describeMessage(portal: string): void {
  const start = begin('D');
  cstring(`P${portal}`);
  finish(start);
}

export function executeMessage(portal: string, rows: number): void {
  const start = begin('E');
  cstring(portal);
  int32(rows);
  finish(start);
}

export function closeMessage(statement: string): void {
  const start = begin('C');
  cstring(`S${statement}`);
  finish(start);
}

export function syncMessage(): void {
  finish(begin('S'));
}

function begin(type: string): number {
  room(5);
  bytes[end] = type.charCodeAt(0);
  end += 5;
  return end - 4;
}

function finish(start: number): void {
  bytes.writeInt32BE(end - start, start);
}

function int16(value: number): void {
  room(2);
  end = bytes.writeInt16BE(value, end);
}

function int32(value: number): void {
  room(4);
  end = bytes.writeInt32BE(value, end);
}

function cstring(text: string): void {
  room(text.length * 3 + 1);
  end += bytes.write(text, end);
  bytes[end] = 0;
  end += 1;
}

function valueOf(value: WireValue): void {
  if (value === null) {
    int32(-1);
  } else if (typeof value === 'string') {
    room(value.length * 3 + 4);
    const length = bytes.write(value, end + 4);
    bytes.writeInt32BE(length, end);
    end += length + 4;
  } else {
    int32(value.length);
    room(value.length);
    value.copy(bytes, end);
    end += value.length;
  }
}

function room(needed: number): void {
  if (end + needed <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, end + needed));
  bytes.copy(larger, 0, 0, end);
  bytes = larger;
}
