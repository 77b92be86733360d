/**
 * Whoever starts the product reads one sentence when it does not start: what is wrong, and what to do. No stack: none
 * of these is a fault of the code. Imported first, so that it hears what fails while the rest is loaded.
 */
interface Fault {
  readonly code?: string;
  readonly message: string;
  readonly address?: string;
  readonly port?: number;
}

const sentences: Readonly<Record<string, (fault: Fault) => string>> = {
  // Password, and what pg_hba.conf lets in.
  '28P01': ({ message }) => `DATABASE_URL: PostgreSQL lets nobody in with it (${message})`,
  '28000': ({ message }) => `DATABASE_URL: PostgreSQL lets nobody in with it (${message})`,
  '3D000': ({ message }) => `DATABASE_URL: ${message}; npm run setup makes it`,
  // No schema, no table, no function of that name.
  '3F000': () => 'the database of DATABASE_URL is empty; npm run setup fills it',
  '42P01': () => 'the database of DATABASE_URL was not made by this product; npm run setup makes one',
  EADDRINUSE: ({ address, port }) => `PORT: another process listens on ${address}:${port}`,
  EADDRNOTAVAIL: ({ address }) => `HOST: this machine has no address ${address}`,
  EACCES: ({ port, message }) => (port === undefined ? message : `PORT: this process may not listen on ${port}`),
};

/** A fault of the start as whoever started it reads it: one line, whatever was thrown. */
export function sentenceOf(error: unknown): string {
  const fault = error as Fault;
  const said = sentences[fault.code ?? '']?.(fault) ?? fault.message;
  return `Qudao does not start: ${said.replaceAll(/\s*\n\s*/g, ' ')}`;
}

function hear(error: unknown): void {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}
process.on('uncaughtException', hear);

/** From here on whatever is thrown and not caught is a fault of the code, and ends the process with its stack. */
export function hasStarted(): void {
  process.off('uncaughtException', hear);
}
