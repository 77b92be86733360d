import type { Document } from './document.ts';
import type { Entity } from './entity.ts';
import type { Fields } from './field.ts';
import type { Job } from './job.ts';
import type { Label } from './label.ts';
import type { Ledger } from './ledger.ts';
import type { DocumentAbove } from './noun-above.ts';
import type { Page } from './page.ts';
import type { Report } from './report.ts';

/** A folder of the menu, declared by the module that owns it; `sort` places it among the areas of the other modules. */
export interface Area {
  readonly key: string;
  readonly label: Label;
  readonly sort: number;
  readonly icon: string;
}
/** A heading inside a long folder: the urls of its screens, whichever module brings them. */
export interface AreaGroup {
  readonly label: Label;
  readonly screens: readonly string[];
}

export interface Module {
  readonly name: string;
  readonly label: Label;
  readonly areas: readonly Area[];
  /** Families of its nouns, `sys` of `sys:user`, that people of the platform tenant may be granted like anybody. */
  readonly forEveryTenant?: readonly string[];
  readonly entities: readonly Entity[];
  readonly documents: readonly Document[];
  readonly reports: readonly Report[];
  readonly ledgers: readonly Ledger[];
  readonly pages: readonly Page[];
  readonly jobs: readonly Job[];
}

export type Noun = Entity | Document;

/** Fields of a noun itself; those of a document's lines are not among them. */
export const fieldsOf = (noun: Noun): Fields => (noun.kind === 'entity' ? noun.fields : noun.head);

interface ModuleInput extends Pick<Module, 'name' | 'label' | 'areas' | 'forEveryTenant'> {
  /** The module's `nouns.ts`, one line per noun. */
  readonly nouns: Readonly<Record<string, Entity | Document | Report | Ledger | Page | Job>>;
  /** Its documents that modules below refer to. */
  readonly brings?: readonly (readonly [announced: DocumentAbove, document: Document])[];
}

export function defineModule({ nouns, brings = [], ...facts }: ModuleInput): Module {
  for (const [announced, document] of brings) announced.arrive(document);
  const all = Object.values(nouns);
  return {
    ...facts,
    entities: inMenuOrder(all.filter((noun) => noun.kind === 'entity')),
    documents: inMenuOrder(all.filter((noun) => noun.kind === 'document')),
    reports: inMenuOrder(all.filter((noun) => noun.kind === 'report')),
    ledgers: all.filter((noun) => noun.kind === 'ledger'),
    pages: inMenuOrder(all.filter((noun) => noun.kind === 'page')),
    jobs: all.filter((noun) => noun.kind === 'job'),
  };
}

const inMenuOrder = <T extends Noun | Report | Page>(nouns: readonly T[]): T[] =>
  nouns.toSorted((a, b) => (a.screen?.sort ?? 999) - (b.screen?.sort ?? 999) || (a.name < b.name ? -1 : 1));
