import type { Readable } from 'node:stream';

/**
 * Codes of the contract's storage providers, kept with every file: a file stays where it was put when the setting
 * changes.
 */
export type Provider = '1' | '2' | '3' | '4' | '5' | '6' | '7';

/**
 * Where the bytes are. Rows know names, types and owners; a store knows random keys and nothing else, so a disk, an
 * S3 bucket and an FTP folder are the same to everybody above it.
 */
export interface FileStore {
  readonly provider: Provider;
  /** Reads the source to its end. When it fails nothing is left under the key. */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Rejects with `FileGone` when there is nothing under the key. */
  open(key: string): Promise<Readable>;
  /** Removing what is not there is no failure: a sweep that was cut off runs again. */
  remove(key: string): Promise<void>;
  /** Whether a file would find room now, where the store can tell without being asked for one. */
  isTaking?(): Promise<boolean>;
}

/** Every store of the installation. New files go to the configured one; a file is fetched from where it was put. */
export interface FileStores {
  current(): Promise<FileStore>;
  /** Refuses when that provider is no longer configured. */
  of(provider: Provider): Promise<FileStore>;
  configured(): Promise<readonly FileStore[]>;
}

export class FileGone extends Error {
  constructor(key: string) {
    super(`no bytes under ${key}`);
    this.name = 'FileGone';
  }
}

/** Keys are made by us and never from a name; anything else must not reach a path. */
export function placeOf(key: string): string {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error('not a key of this store');
  return `${key.slice(0, 2)}/${key}`;
}
