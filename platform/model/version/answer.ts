/** What was done that made a version, as the log calls it. */
export interface VersionDeed {
  readonly operation: string;
  readonly by: string;
  readonly message: string | null;
}

/** How a record stood from one moment to the next version. */
export interface RecordVersion {
  readonly no: number;
  readonly at: string;
  /** None where another document or a job moved it, and where nobody knows what came before. */
  readonly deeds: readonly VersionDeed[];
  /** Fields of its head and lines that differ from the version before. */
  readonly changes: number;
}

/** A record as it stood; a document has its lines. */
export type RecordState = Readonly<Record<string, unknown>>;

export interface VersionsAnswer {
  /** Since when versions are kept, where the record is older: what it was before is known to nobody. */
  readonly since: string | null;
  /** Oldest first. */
  readonly versions: readonly RecordVersion[];
  /** Those that were asked for, by their number. */
  readonly states: Readonly<Record<string, RecordState>>;
  /** There are older ones than are told. */
  readonly isCut: boolean;
}
