import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Label } from '#platform/model/label.ts';
import { wording } from './wording.ts';

/**
 * The specification as data. It lies outside the repository: where it is absent, tests skip and say so, and CI fails.
 */
const folder = join(process.env['QUDAO_SHARED'] ?? '../shared', 'contract');
export const contractFolder = folder;
export const contractIsHere = existsSync(join(folder, 'entities.json'));
if (!contractIsHere) {
  const absence = `the contract is not at ${folder} (QUDAO_SHARED, default ../shared)`;
  // A run that skips what it came for would be green and prove nothing.
  if (process.env['CI'] === 'true') throw new Error(absence);
  console.log(`skipped: ${absence}`);
}

export interface Text {
  readonly 'zh-CN': string;
  readonly 'zh-TW': string;
  readonly en: string;
}
export interface ContractField {
  readonly name: string;
  readonly type: string;
  readonly label?: Text;
  readonly required?: boolean;
  readonly default?: string;
  readonly enum?: string;
  readonly dict?: string;
  readonly derivedFrom?: string;
  readonly ref?: { readonly entity: string; readonly key: string };
}
export interface ContractEntity {
  readonly key: string;
  readonly title: Text;
  readonly base?: string;
  readonly list?: string;
  readonly aliases?: readonly string[];
  readonly tree?: boolean;
  readonly lines?: string;
  readonly mixins: readonly string[];
  readonly ops?: readonly string[];
  readonly fields: readonly ContractField[];
}
export interface ContractScreen {
  readonly key: string;
  readonly area: string;
  readonly areaTitle: Text;
  readonly title: Text;
  readonly menuUrl: string;
  readonly fixedRoute?: string;
  readonly listEndpoint?: string | null;
  readonly kind?: string;
  readonly entity: string | null;
  readonly permissions: readonly string[];
  readonly columns?: readonly string[];
  readonly filters?: readonly string[];
  readonly tenantFlagVariants?: readonly { readonly menuUrl: string }[];
}
export interface ContractCall {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  /** The permissions of every screen that shares the call: one is enough. */
  readonly permissionAnyOf?: readonly string[];
  readonly absent?: boolean;
  readonly absentReason?: string;
  /** Its path is supplied by the screen that makes the call. */
  readonly template?: boolean;
  readonly op?: string;
  readonly entity?: string;
  readonly paging?: string;
  readonly query?: readonly { readonly name: string; readonly required?: boolean }[];
}
export interface ContractPicker {
  readonly key: string;
  readonly width: string;
  readonly columns: readonly string[];
  readonly filters: readonly { readonly field: string }[];
  readonly alternate?: { readonly filters: readonly string[] };
  /** The picker that it is another name of. */
  readonly alias?: string;
  readonly title: Text;
}
interface Files {
  'entities.json': { mixins: { key: string; fields: ContractField[] }[]; entities: ContractEntity[] };
  'screens.json': { screens: ContractScreen[] };
  'enums.json': {
    enumerations: { key: string; values: { value: string; label: Text }[] }[];
    dictionaryTypes: { dictType: string }[];
  };
  'labels.json': { labels: (Text & { field: string })[] };
  'messages.json': { messages: { key: string; text: Text; given: readonly string[] }[] };
  'pickers.json': { pickers: ContractPicker[] };
  'constants.json': { values: { key: string; value: unknown }[] };
  'endpoints.json': { explicit: ContractCall[]; decidedSession: ContractCall[]; decidedSiblings: ContractCall[] };
}

export function contractFile<Name extends keyof Files>(name: Name): Files[Name] {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Files[Name];
}

export const labelOf = (text: Text): Label => [text['zh-CN'], text['zh-TW'], englishOf(text)];

/** English as people of the trade write it, and with one and several told apart. */
export const englishOf = (text: Text): string => wording[`${text['zh-CN']}|${text.en}`] ?? text.en;

/** A text whose words are chosen by a count, as it reads for several: what the contract and the vectors word. */
export const forSeveral = (text: string): string => text.replace(/\{\w+:[^{}|]*\|([^{}|]*)\}/g, '$1');

/** Worked examples that lie beside the contract. */
export const readVectors = <T>(name: string): T =>
  JSON.parse(readFileSync(join(folder, '../vectors', name), 'utf8')) as T;
