import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Batch, Keeper } from './parse.ts';

/** Packed, of one file and of all: the list of 100,000 rows takes about a tenth. */
const mostOfOne = 32 * 1024 * 1024;
const mostOfAll = 64 * 1024 * 1024;
/** A person chooses columns in minutes; whoever comes back later waits a little longer. */
const keptFor = 20 * 60_000;

interface Kept {
  readonly pieces: readonly Buffer[];
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Rows of files whose reading came to a good end, packed, until they are staged: reading a sheet is most of the work.
 * They lie in this process only. Whatever is not here, or not here any more, is read from its file again.
 */
export const rowMemory = (most = { ofOne: mostOfOne, ofAll: mostOfAll }, milliseconds = keptFor) => {
  const files = new Map<string, Kept>();
  const forget = (fileId: string): void => {
    clearTimeout(files.get(fileId)?.timer);
    files.delete(fileId);
  };
  const sum = (): number => [...files.values()].reduce((all, { bytes }) => all + bytes, 0);
  return {
    forget,
    keeperOf(fileId: string): Keeper {
      const pieces: Buffer[] = [];
      let bytes = 0;
      return {
        add(line) {
          if (bytes > most.ofOne) return;
          const piece = zstdCompressSync(line);
          bytes += piece.length;
          if (bytes > most.ofOne) pieces.length = 0;
          else pieces.push(piece);
        },
        keep() {
          if (bytes > most.ofOne) return;
          forget(fileId);
          const timer = setTimeout(forget, milliseconds, fileId).unref();
          files.set(fileId, { pieces, bytes, timer });
          // Those that wait longest go first.
          for (const oldest of files.keys()) if (sum() > most.ofAll) forget(oldest);
        },
      };
    },
    /** The batches of a file as they were read; null where it has to be read again. */
    batches(fileId: string): AsyncIterable<Pick<Batch, 'rows' | 'share'>> | null {
      const kept = files.get(fileId);
      return kept === undefined ? null : unpacked(kept.pieces);
    },
  };
};

async function* unpacked(pieces: readonly Buffer[]): AsyncGenerator<Pick<Batch, 'rows' | 'share'>> {
  for (const piece of pieces) yield JSON.parse(zstdDecompressSync(piece).toString()) as Pick<Batch, 'rows' | 'share'>;
}

/** Of this process. */
export const keptRows = rowMemory();
