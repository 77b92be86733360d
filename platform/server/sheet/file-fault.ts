/** Why a file is not read. Only these words leave the reading process. */
export const fileFaults = [
  'damaged',
  'bomb',
  'tooLarge',
  'tooManyRows',
  'tooManyColumns',
  'longCell',
  'program',
  'locked',
  'entity',
  'noSheet',
  'late',
] as const;
export type FileFaultName = (typeof fileFaults)[number];

export class FileFault extends Error {
  readonly fault: FileFaultName;

  constructor(fault: FileFaultName) {
    super(fault);
    this.name = 'FileFault';
    this.fault = fault;
  }
}

export const limits = {
  rows: 100_000,
  columns: 200,
  /** What a cell of a spreadsheet holds at most. */
  cell: 32_767,
  entries: 200,
  /** Of one entry, unpacked. */
  plain: 400 * 1024 * 1024,
  /** Real sheets shrink thirty times at most; below the first megabytes nothing is worth refusing. */
  ratio: 100,
  free: 8 * 1024 * 1024,
  /** Texts that cells share, all together. */
  shared: 48 * 1024 * 1024,
  tag: 64 * 1024,
  /** Letters of a text or a comment that has no end yet. */
  unheard: 4 * 1024 * 1024,
  depth: 64,
  /** Of the reading process. */
  heapMb: 256,
  rssMb: 420,
  cpuSeconds: 180,
} as const;
