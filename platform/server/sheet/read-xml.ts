import { FileFault, limits } from './file-fault.ts';

/** What is heard of a document while it passes by. */
export interface Listener {
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

/**
 * The little of XML that spreadsheets are written in. A document type is refused, so an entity stands for one of five
 * letters or a number and can neither grow nor fetch anything.
 */
export function xmlReader(listener: Listener): { take(piece: string): void; end(): void } {
  let rest = '';
  const open: string[] = [];
  return {
    take(piece) {
      rest = consume(rest + piece, open, listener);
      if (rest.length > (rest.startsWith('<!') ? limits.plain / 100 : limits.tag)) throw new FileFault('bomb');
    },
    end() {
      if (rest.trim() !== '' || open.length > 0) throw new FileFault('damaged');
    },
  };
}

export async function readXml(pieces: AsyncIterable<string>, listener: Listener): Promise<void> {
  const reader = xmlReader(listener);
  for await (const piece of pieces) reader.take(piece);
  reader.end();
}

/** Answers what is not complete yet. */
function consume(source: string, open: string[], listener: Listener): string {
  let at = 0;
  for (;;) {
    const tag = source.indexOf('<', at);
    if (tag < 0) {
      // An entity may be cut by the end of the piece.
      const cut = source.lastIndexOf('&');
      const end = cut >= at && source.length - cut < 12 ? cut : source.length;
      if (end > at && open.length > 0) listener.text(decoded(source.slice(at, end)));
      return source.slice(end);
    }
    if (tag > at && open.length > 0) listener.text(decoded(source.slice(at, tag)));
    at = tag;
    if (source.charCodeAt(tag + 1) === 33) {
      const after = pastMarkup(source, tag, open.length > 0 ? listener : null);
      if (after < 0) return source.slice(tag);
      at = after;
      continue;
    }
    const end = source.indexOf('>', tag);
    if (end < 0) return source.slice(tag);
    if (end - tag > limits.tag) throw new FileFault('damaged');
    element(source.slice(tag + 1, end), open, listener);
    at = end + 1;
  }
}

/** A comment or a CDATA section; anything else with an exclamation mark declares something. */
function pastMarkup(source: string, at: number, listener: Listener | null): number {
  if (source.startsWith('<!--', at)) {
    const end = source.indexOf('-->', at + 4);
    return end < 0 ? -1 : end + 3;
  }
  if (source.startsWith('<![CDATA[', at)) {
    const end = source.indexOf(']]>', at);
    if (end >= 0) listener?.text(source.slice(at + 9, end));
    return end < 0 ? -1 : end + 3;
  }
  if (source.length - at < 9) return -1;
  throw new FileFault('entity');
}

function element(inside: string, open: string[], listener: Listener): void {
  const first = inside.charCodeAt(0);
  if (first === 63) return;
  if (first === 47) {
    const name = localName(inside.slice(1).trimEnd());
    if (open.pop() !== name) throw new FileFault('damaged');
    listener.close(name);
    return;
  }
  const isEmpty = inside.endsWith('/');
  const space = inside.search(/[\s/]/);
  const name = localName(space < 0 ? inside : inside.slice(0, space));
  if (name === '') throw new FileFault('damaged');
  listener.open(name, space < 0 ? '' : inside.slice(space, isEmpty ? -1 : undefined));
  if (isEmpty) listener.close(name);
  else if (open.push(name) > limits.depth) throw new FileFault('bomb');
}

/** Prefixes are whatever the writing program chose. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Built once per name: every cell of a sheet is asked for three. */
const patterns = new Map<string, RegExp>();

export function attribute(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (pattern === undefined)
    patterns.set(name, (pattern = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)));
  const found = pattern.exec(attributes);
  return found === null ? undefined : decoded(found[1] ?? found[2] ?? '');
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([^;]{0,10});?/g, (all, name: string) => {
    const letter = named[name] ?? numbered(name);
    if (letter === undefined || !all.endsWith(';')) throw new FileFault('entity');
    return letter;
  });
}

function numbered(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  const code =
    hex === undefined ? (decimal === undefined ? -1 : Number.parseInt(decimal, 10)) : Number.parseInt(hex, 16);
  return code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff))
    ? String.fromCodePoint(code)
    : undefined;
}
