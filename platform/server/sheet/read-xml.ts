import { SaxesParser } from 'saxes';
import { FileFault, limits } from './file-fault.ts';

/** Names of attributes as the file spells them, prefix included, and what they say. */
export type Attributes = Readonly<Record<string, string>>;

/** What is heard of a document while it passes by. */
export interface Listener {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/**
 * XML of spreadsheets. The parser knows five entities and no other, whatever a document declares; a document type is
 * refused all the same, since no spreadsheet has one. What the parser keeps until it can tell of it is ours to bound:
 * it would collect a tag or a text of any length.
 */
export function xmlReader(listener: Listener): { take(piece: string): void; end(): void } {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let [depth, heard, isInTag] = [0, 0, false];
  const hear = (): void => {
    heard = parser.position;
  };
  parser.on('opentagstart', () => {
    isInTag = true;
    hear();
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (parser.position - heard > limits.tag) throw new FileFault('damaged');
    isInTag = false;
    hear();
    depth += 1;
    if (depth > limits.depth) throw new FileFault('bomb');
    listener.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    hear();
    depth -= 1;
    listener.close(localName(name));
  });
  const say = (text: string): void => {
    hear();
    if (depth > 0) listener.text(text);
  };
  parser.on('text', say);
  parser.on('cdata', say);
  parser.on('comment', hear);
  parser.on('processinginstruction', hear);
  parser.on('doctype', () => {
    throw new FileFault('entity');
  });
  parser.on('error', (error) => {
    throw new FileFault(/entity|doctype/.test(error.message) ? 'entity' : 'damaged');
  });
  return {
    take(piece) {
      parser.write(piece);
      if (parser.position - heard > (isInTag ? limits.tag : limits.unheard)) throw new FileFault('bomb');
    },
    end() {
      parser.close();
    },
  };
}

export async function readXml(pieces: AsyncIterable<string>, listener: Listener): Promise<void> {
  const reader = xmlReader(listener);
  for await (const piece of pieces) reader.take(piece);
  reader.end();
}

/** Prefixes are whatever the writing program chose. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export function attribute(attributes: Attributes, name: string): string | undefined {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  for (const full in attributes) if (full.endsWith(name) && localName(full) === name) return attributes[full];
  return undefined;
}
