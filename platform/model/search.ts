import type { Entity } from './entity.ts';

/** Records of a tenant that have a name are found by code, name and the pinyin of the name, while a person types. */
export const isSearched = (entity: Entity): boolean =>
  entity.realm === 'tenant' && entity.isAppendOnly !== true && isText(entity, entity.nameField);

/** Other things a record is known by, where it has them. */
const otherCodes = ['barcode'] as const;
const otherNames = ['abbreviation'] as const;

export interface SearchedKeys {
  readonly codes: readonly string[];
  readonly names: readonly string[];
}

export function searchedKeys(entity: Entity): SearchedKeys {
  const texts = (keys: readonly string[]): string[] => keys.filter((key) => isText(entity, key));
  const names = texts([entity.nameField, ...otherNames]);
  return { codes: texts([entity.codeField, ...otherCodes]).filter((key) => !names.includes(key)), names };
}

/** What only holders of the page permission may read is nothing that others may find a record by. */
function isText(entity: Entity, key: string): boolean {
  const field = entity.fields[key];
  return field?.kind === 'text' && field.virtual !== true && field.guarded !== true;
}

/** A document by its number, as it is told to whoever may read it. */
export interface FoundNumber {
  readonly code: string;
  readonly noun: string;
  readonly id: string;
}

/** So many numbers are asked for at once: those of a page. */
export const mostNumbers = 100;
