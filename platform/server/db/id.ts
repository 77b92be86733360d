import { createHash, randomFillSync } from 'node:crypto';

/** UUID v7: the time in front keeps an index growing at its end instead of everywhere. */
export function newId(at: number = Date.now(), random: Buffer = tenBytes()): string {
  const time = at.toString(16).padStart(12, '0');
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const tail = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`;
}

/** Randomness is fetched for 400 ids at once: the call costs the same for 10 bytes as for 4,000. */
const pool = Buffer.alloc(4000);
let used = pool.length;
function tenBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 10;
  return pool.subarray(used - 10, used);
}

/** A menu entry keeps its id from release to release, so that roles granted it keep it: the id is made of its key. */
export function menuIdOf(key: string): string {
  const hex = createHash('sha1').update(`menu ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Anything else would reach the database as an error instead of as "there is none". */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
