import type { Module } from '#platform/model/module.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';
import type { EntityHooks } from '#platform/server/entity/serve.ts';
import type { Exporter } from '#platform/server/export/plan.ts';
import type { Route } from '#platform/server/http/route.ts';
import type { ListImport } from '#platform/server/import/list-import.ts';
import type { JobHandler } from '#platform/server/job/handler.ts';
import type { BookCheck } from '#platform/server/ledger/book-check.ts';

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
  readonly services: readonly Service[];
  readonly routes: readonly Route[];
  readonly jobs?: readonly JobHandler[];
  /** Of lists that are no nouns. */ readonly exporters?: readonly Exporter[];
  /** Files that become more than records. */ readonly lists?: readonly ListImport[];
  /** What must hold between its documents and the ledgers (J09). */ readonly checks?: readonly BookCheck[];
}
