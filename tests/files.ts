import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { pngOf } from '#platform/server/file/png.ts';
import type { Session, World } from '#tests/world.ts';

/** What a browser sends when a person chooses a file. */
export function formOf(
  bytes: Uint8Array | string,
  fileName: string,
  { field = 'file', type = 'application/octet-stream' } = {},
): { readonly payload: Buffer; readonly headers: Record<string, string> } {
  const boundary = `----qudao${randomBytes(8).toString('hex')}`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign))}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    payload: Buffer.concat([
      Buffer.from(head),
      Buffer.from(bytes as Uint8Array),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

export interface Answered<Data> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}
export interface Uploaded {
  readonly id: string;
  readonly url: string;
  readonly fileName: string;
  readonly fileSize: number;
  readonly fileType: string;
}

export async function upload(
  world: World,
  session: Session,
  path: string,
  bytes: Uint8Array | string,
  fileName: string,
  headers: Record<string, string> = {},
): Promise<Answered<Uploaded>> {
  const form = formOf(bytes, fileName);
  const reply = await world.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...form.headers, ...(session.token === '' ? {} : { token: session.token }), ...headers },
    payload: form.payload,
  });
  return { status: reply.statusCode, ...reply.json<Omit<Answered<Uploaded>, 'status'>>() };
}

/** A picture of one colour that every browser shows. */
export function png(
  width = 8,
  height = 8,
  [red, green, blue]: readonly [number, number, number] = [30, 144, 255],
): Buffer {
  const bytes = Uint8Array.from(Array.from({ length: width * height }, () => [red, green, blue]).flat());
  return pngOf({ width, height, colours: 'rgb', bytes });
}

export const pdf = (text = 'hello'): Buffer =>
  Buffer.from(`%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj % ${text}\ntrailer <</Root 1 0 R>>\n%%EOF\n`);

/** An archive with these entries, stored. */
export function zip(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const [label, data] = [Buffer.from(name), Buffer.from(content as string)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, label, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, tail, label]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

export const xlsx = (): Buffer => zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' });
export const docx = (): Buffer => zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' });
