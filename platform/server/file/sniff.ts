import { createHash } from 'node:crypto';
import type { FileTypeName } from '#platform/model/file.ts';

/** What was seen of a file while it passed by. */
export interface Seen {
  readonly size: number;
  readonly sha256: string;
  /** Null: nothing that we store. */ readonly type: FileTypeName | null;
}

const headSize = 4096;
/** The directory of a workbook with a thousand sheets still fits. */
const tailSize = 256 * 1024;

/**
 * Looks at bytes on their way into the store: their number, their sum, and what they are. No file is ever whole in
 * memory.
 */
export function inspect(): { watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>; seen(): Seen } {
  const sum = createHash('sha256');
  const text = textCheck();
  let size = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  return {
    async *watch(source) {
      for await (const bytes of source) {
        size += bytes.length;
        sum.update(bytes);
        text.take(bytes);
        if (head.length < headSize) head = Buffer.concat([head, bytes.subarray(0, headSize - head.length)]);
        tail =
          bytes.length >= tailSize
            ? Buffer.from(bytes.subarray(-tailSize))
            : Buffer.concat([tail, bytes]).subarray(-tailSize);
        yield bytes;
      }
    },
    seen: () => ({ size, sha256: sum.digest('hex'), type: typeOf({ head, tail, size, encoding: text.encoding() }) }),
  };
}

interface Evidence {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly size: number;
  readonly encoding: Encoding | null;
}

/** By content alone. What is not recognised is refused, so nobody has to list what is dangerous. */
function typeOf({ head, tail, size, encoding }: Evidence): FileTypeName | null {
  const ascii = (from: number, to: number): string => head.toString('latin1', from, to);
  if (size === 0) return null;
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return ascii(12, 16) === 'IHDR' ? 'png' : null;
  if (ascii(0, 3) === '\xff\xd8\xff')
    return (head[3] ?? 0) >= 0xc0 && (head[3] ?? 0) < 0xff && size > 100 ? 'jpeg' : null;
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return isAnimation(head) ? 'gif' : null;
  if (ascii(0, 4) === 'RIFF') return ascii(8, 15) === 'WEBPVP8' && head.readUInt32LE(4) <= size ? 'webp' : null;
  if (/^%PDF-[12]\.\d/.test(ascii(0, 8))) return tail.subarray(-2048).includes('%%EOF') ? 'pdf' : null;
  if (ascii(0, 4) === 'PK\x03\x04') return archiveType(tail, size);
  return encoding === null || looksActive(decoded(head, encoding)) ? null : 'text';
}

/**
 * Behind its colours the first block of a GIF is an extension or an image; a script that only starts like one has a
 * comment there.
 */
function isAnimation(head: Buffer): boolean {
  const flags = head[10] ?? 0;
  const colours = flags >= 0x80 ? 3 * 2 ** ((flags % 8) + 1) : 0;
  return [0x21, 0x2c].includes(head[13 + colours] ?? 0);
}

const programs = /(^|\/)(META-INF\/MANIFEST\.MF|AndroidManifest\.xml|vbaProject\.bin|classes\.dex)$/i;

/** An archive is what its directory says; one without a directory at its end is none. */
function archiveType(tail: Buffer, size: number): FileTypeName | null {
  const end = tail.lastIndexOf('PK\x05\x06', tail.length - 22, 'latin1');
  if (end < 0) return null;
  const length = tail.readUInt32LE(end + 12);
  const start = end - length;
  if (length > size) return null;
  // A directory longer than what was kept: thousands of entries, and no document of any office.
  if (start < 0) return 'zip';
  const names = entryNames(tail.subarray(start, end));
  if (names.some((name) => programs.test(name))) return null;
  if (!names.includes('[Content_Types].xml')) return 'zip';
  return names.includes('word/document.xml')
    ? 'docx'
    : names.includes('xl/workbook.xml')
      ? 'xlsx'
      : names.includes('ppt/presentation.xml')
        ? 'pptx'
        : 'zip';
}

function entryNames(directory: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50;) {
    const length = directory.readUInt16LE(at + 28);
    names.push(directory.toString('utf8', at + 46, at + 46 + length));
    at += 46 + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}

type Encoding = 'utf-8' | 'gb18030' | 'utf-16le';

/** Text is bytes that decode to the end and hold no control characters. Excel saves a list as GB18030 or UTF-16. */
function textCheck(): { take(bytes: Uint8Array): void; encoding(): Encoding | null } {
  let open = new Map<Encoding, TextDecoder>(
    (['utf-8', 'gb18030'] as const).map((name) => [name, new TextDecoder(name, { fatal: true })]),
  );
  let isFirst = true;
  const attempt = (work: (decoder: TextDecoder) => string): void => {
    open = new Map(
      [...open].filter(([, decoder]) => {
        try {
          return !control.test(work(decoder));
        } catch {
          return false;
        }
      }),
    );
  };
  return {
    take(bytes) {
      if (isFirst && bytes[0] === 0xff && bytes[1] === 0xfe)
        open = new Map([['utf-16le', new TextDecoder('utf-16le', { fatal: true })]]);
      isFirst = false;
      if (open.size > 0) attempt((decoder) => decoder.decode(bytes, { stream: true }));
    },
    encoding() {
      attempt((decoder) => decoder.decode());
      return [...open.keys()][0] ?? null;
    },
  };
}

const control = /[\u0000-\u0008\u000e-\u001f\u007f]/;

const decoded = (head: Buffer, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(head).replace(/^[\ufeff\s]+/, '');

/** Markup and scripts are text too; a browser or a shell that meets them would run them. */
const looksActive = (start: string): boolean =>
  start.startsWith('<') ||
  start.startsWith('#!') ||
  start.startsWith('%!PS') ||
  /^(mime-version|content-type):/i.test(start) ||
  /<\s*\/?\s*(!doctype|html|head|body|script|svg|iframe|object|embed|meta|link|style|img|form|base|template|math|\?xml|x?html:)/i.test(
    start,
  );
