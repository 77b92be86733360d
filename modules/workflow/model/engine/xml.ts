/** One element of a document: names without their prefix, and the namespace that the prefix stood for. */
export interface Element {
  readonly namespace: string;
  readonly name: string;
  /** `id`, or `{namespace}name` for an attribute with a prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

/** What is wrong with a text that should be XML, and where. */
export class XmlFault extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.name = 'XmlFault';
    this.at = at;
  }
}

const longest = 2_000_000;
const mostElements = 20_000;
const deepest = 60;

/**
 * Reads XML as a drawing tool writes it. A document type is refused: entities of one's own are how a small file becomes
 * a huge one, and how a reader is made to fetch what it should not.
 */
export function readXml(source: string): Element {
  if (source.length > longest) throw new XmlFault('too long', 0);
  const reader: Reader = { source, at: source.codePointAt(0) === 0xfeff ? 1 : 0, count: 0 };
  skipMisc(reader);
  const root = readElement(reader, { '': '', xml: 'http://www.w3.org/XML/1998/namespace' }, 0);
  skipMisc(reader);
  if (reader.at < source.length) throw new XmlFault('text after the end', reader.at);
  return root;
}

export const childrenNamed = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);
export const childNamed = (element: Element, name: string): Element | undefined =>
  element.children.find((child) => child.name === name);

interface Reader {
  readonly source: string;
  at: number;
  count: number;
}
type Prefixes = Readonly<Record<string, string>>;

const namePattern = /[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?/uy;
const spacePattern = /[ \t\r\n]*/y;
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const [found = ''] = pattern.exec(reader.source) ?? [];
  reader.at += found.length;
  return found;
}

function skipTo(reader: Reader, end: string): string {
  const found = reader.source.indexOf(end, reader.at);
  if (found < 0) throw new XmlFault(`${end} is missing`, reader.at);
  const skipped = reader.source.slice(reader.at, found);
  reader.at = found + end.length;
  return skipped;
}

/** Comments and instructions before and after the root. */
function skipMisc(reader: Reader): void {
  for (;;) {
    take(reader, spacePattern);
    if (reader.source.startsWith('<!--', reader.at)) skipTo(reader, '-->');
    else if (reader.source.startsWith('<?', reader.at)) skipTo(reader, '?>');
    else return;
  }
}

function readElement(reader: Reader, outer: Prefixes, depth: number): Element {
  const start = reader.at;
  reader.count += 1;
  if (depth > deepest || reader.count > mostElements) throw new XmlFault('too deep or too many elements', start);
  if (reader.source[start] !== '<') throw new XmlFault('an element is expected', start);
  reader.at += 1;
  const tag = take(reader, namePattern);
  if (tag === '')
    throw new XmlFault(
      reader.source.startsWith('!DOCTYPE', reader.at) ? 'a document type is not allowed' : 'a name is expected',
      start,
    );
  const raw = readAttributes(reader);
  const prefixes: Prefixes = {
    ...outer,
    ...Object.fromEntries(
      [...raw].flatMap(([key, value]) =>
        key === 'xmlns' ? [['', value]] : key.startsWith('xmlns:') ? [[key.slice(6), value]] : [],
      ),
    ),
  };
  const [namespace, name] = resolve(tag, prefixes, start);
  const attributes = Object.fromEntries(
    [...raw]
      .filter(([key]) => key !== 'xmlns' && !key.startsWith('xmlns:'))
      .map(([key, value]) => {
        if (!key.includes(':')) return [key, value];
        const [space, local] = resolve(key, prefixes, start);
        return [`{${space}}${local}`, value];
      }),
  );
  if (reader.source.startsWith('/>', reader.at)) {
    reader.at += 2;
    return { namespace, name, attributes, children: [], text: '' };
  }
  if (reader.source[reader.at] !== '>') throw new XmlFault('> is expected', reader.at);
  reader.at += 1;
  const { children, text } = readContent(reader, prefixes, depth);
  if (take(reader, namePattern) !== tag) throw new XmlFault(`</${tag}> is expected`, reader.at);
  take(reader, spacePattern);
  if (reader.source[reader.at] !== '>') throw new XmlFault('> is expected', reader.at);
  reader.at += 1;
  return { namespace, name, attributes, children, text };
}

/** Everything up to and with the `</` that ends it. */
function readContent(reader: Reader, prefixes: Prefixes, depth: number): { children: Element[]; text: string } {
  const children: Element[] = [];
  let text = '';
  for (;;) {
    const next = reader.source.indexOf('<', reader.at);
    if (next < 0) throw new XmlFault('the end is missing', reader.at);
    text += decoded(reader.source.slice(reader.at, next), reader.at);
    reader.at = next;
    if (reader.source.startsWith('</', next)) {
      reader.at += 2;
      return { children, text };
    }
    if (reader.source.startsWith('<!--', next)) skipTo(reader, '-->');
    else if (reader.source.startsWith('<![CDATA[', next)) {
      reader.at += 9;
      text += skipTo(reader, ']]>');
    } else if (reader.source.startsWith('<?', next)) skipTo(reader, '?>');
    else children.push(readElement(reader, prefixes, depth + 1));
  }
}

function readAttributes(reader: Reader): Map<string, string> {
  const found = new Map<string, string>();
  for (;;) {
    const gap = take(reader, spacePattern);
    const key = take(reader, namePattern);
    if (key === '') return found;
    if (gap === '' || found.has(key)) throw new XmlFault(`attribute ${key}`, reader.at);
    take(reader, spacePattern);
    if (reader.source[reader.at] !== '=') throw new XmlFault('= is expected', reader.at);
    reader.at += 1;
    take(reader, spacePattern);
    const quote = reader.source[reader.at];
    if (quote !== '"' && quote !== "'") throw new XmlFault('a quote is expected', reader.at);
    reader.at += 1;
    const value = skipTo(reader, quote);
    if (value.includes('<')) throw new XmlFault('< in an attribute', reader.at);
    found.set(key, decoded(value, reader.at));
  }
}

function resolve(tag: string, prefixes: Prefixes, at: number): readonly [namespace: string, name: string] {
  const [first = '', second] = tag.split(':');
  const prefix = second === undefined ? '' : first;
  const namespace = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined;
  if (namespace === undefined) throw new XmlFault(`prefix ${prefix} is not declared`, at);
  return [namespace, second ?? first];
}

function decoded(text: string, at: number): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&<]{0,10};)?/g, (_all, entity: string | undefined) => {
    const name = entity?.slice(0, -1) ?? '';
    const code = /^#x[0-9a-f]{1,6}$/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : /^#\d{1,7}$/.test(name)
        ? Number.parseInt(name.slice(1), 10)
        : null;
    const letter =
      code === null
        ? Object.hasOwn(named, name)
          ? named[name]
          : undefined
        : code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
          ? String.fromCodePoint(code)
          : undefined;
    if (letter === undefined) throw new XmlFault(`&${name}; is not known`, at);
    return letter;
  });
}
