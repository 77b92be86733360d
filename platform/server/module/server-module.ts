import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import type { AreaGroup, Module } from '#platform/model/module.ts';
import type { RoleGrants } from '#platform/model/permission.ts';
import type { Join } from '#platform/server/document/join.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';
import type { ReferenceCache } from '#platform/server/entity/reference.ts';
import type { EntityHooks } from '#platform/server/entity/serve.ts';
import type { ExchangeAdapter } from '#platform/server/exchange/port.ts';
import type { Exporter } from '#platform/server/export/plan.ts';
import type { FileStores } from '#platform/server/file/store.ts';
import type { Route } from '#platform/server/http/route.ts';
import type { ListImport } from '#platform/server/import/list-import.ts';
import type { JobHandler } from '#platform/server/job/handler.ts';
import type { HomeFigure } from '#platform/server/list/home-figure.ts';
import type { BookCheck } from '#platform/server/ledger/book-check.ts';
import type { Addition } from './seam.ts';

/** Rules of a noun, whichever kind it is. */
export interface Service {
  readonly of: string;
  readonly entity?: EntityHooks;
  readonly document?: DocumentHooks;
}

/**
 * A module's server side: its model, the hooks of nouns with rules of their own, and routes that no definition gives.
 */
export interface ServerModule {
  readonly model: Module;
  /** What roles that every tenant is given may do with its nouns. */
  readonly grants: readonly RoleGrants[];
  /** Records that every tenant has of its nouns, by their codes: types that the code knows. */
  readonly records?: readonly { readonly noun: Entity; readonly rows: readonly KeptRecord[] }[];
  /** Headings in its folders of the menu, in their order. The browser gets them with the entries it may see. */
  readonly headings?: Readonly<Record<string, readonly AreaGroup[]>>;
  readonly services: readonly Service[];
  readonly routes: readonly Route[];
  readonly jobs?: readonly JobHandler[];
  /** Of lists that are no nouns. */ readonly exporters?: readonly Exporter[];
  /** Files that become more than records. */ readonly lists?: readonly ListImport[];
  /** What must hold between its documents and the ledgers (J09). */ readonly checks?: readonly BookCheck[];
  /** Figures of the home page, in their order. */ readonly figures?: readonly HomeFigure[];
  /** What it does in verbs of documents of others, and of its own where they need not know. */
  readonly joins?: readonly Join[];
  /** What it adds to seams of modules below. */ readonly adds?: readonly Addition[];
  /** What it serves once all modules are known. */ readonly furnish?: (house: House) => Furniture;
}

export interface KeptRecord {
  readonly code: string;
  readonly name: string;
  readonly sort: number;
}

/** What the installation allows and where it keeps things. */
export interface Premises {
  readonly exchange: ExchangeAdapter;
  readonly isPrivateExchangeAllowed: () => boolean;
  readonly isPrivateStorageAllowed: () => boolean;
  readonly filesFolder: () => string;
}

/** Stores that follow their configuration, whichever process changed it. */
export interface KeptStores extends FileStores {
  /** From PostgreSQL, of every process: `storage` when the configuration was changed. */
  heard(notice: string): void;
  /** Notices may have been missed. */
  forget(): void;
}

/** All modules together, as a module sees them that serves every noun: periods, approvals, jobs. */
export interface House extends Premises {
  readonly models: readonly Module[];
  readonly modules: readonly ServerModule[];
  /** Whatever a schedule can name. */
  readonly jobs: () => readonly JobHandler[];
}

/** What one process keeps for itself. */
export interface Process {
  readonly cache: ReferenceCache;
  readonly stores: KeptStores;
}

/** What a module serves once it knows the house. */
export interface Furniture {
  readonly services?: readonly Service[];
  readonly jobs?: readonly JobHandler[];
  readonly routes?: (process: Process) => readonly Route[];
  /** The hooks of a document as people meet them; jobs and processes act on it with its own. */
  readonly asMet?: (document: Document, hooks: DocumentHooks) => DocumentHooks;
}
