import { referTo, type Document } from './document.ts';
import type { RefTarget } from './field.ts';
import type { Label } from './label.ts';

/**
 * A document of a module above that a module below refers to: a receipt names the order it pays. The module below says
 * what the document is called and where it answers; the whole of it arrives with its own module (`brings`), before
 * anybody reads through the reference.
 */
export interface DocumentAbove {
  readonly name: string;
  readonly target: () => RefTarget;
  readonly arrive: (document: Document) => void;
}

interface Known {
  readonly name: string;
  readonly path: string;
  readonly label: Label;
}

export function documentAbove(known: Known): DocumentAbove {
  let target: RefTarget = { ...known, kind: 'document', codeField: 'code', nameField: 'code', fields: {} };
  return {
    name: known.name,
    target: () => target,
    arrive: (document) => {
      const { name, path, label } = document;
      // What those below were told of it must be so: a wrong path would only be noticed by whoever opens the picker.
      if (JSON.stringify([name, path, label]) !== JSON.stringify([known.name, known.path, known.label]))
        throw new Error(`${name} is not the document that was announced as ${known.name}`);
      target = referTo(document);
    },
  };
}
