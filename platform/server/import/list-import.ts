import type { Entity } from '#platform/model/entity.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { NamedRows, Reads } from '#platform/server/db/statement.ts';

/** A row of a file as it was read: its number in the file, and its values by field. */
export interface ListRow {
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A list that becomes something else than records of its own: its rows go in together or not at all. */
export interface ListImport {
  /** What a row holds, and where the file is sent: `{path}/import`. It is in no menu and has no table. */
  readonly list: Entity;
  readonly permission: string;
  /** The noun that is made of it. */
  readonly makes: string;
  /** Asked before a byte of the file is taken. */
  readonly reads: Reads;
  readonly admit: (rows: NamedRows) => void;
  /** In the transaction of the import; what it has against rows it says with `RowsRefused`. */
  readonly take: (ctx: Command, rows: readonly ListRow[], fileName: string) => Promise<void>;
}
