import { Refusal } from '#platform/model/refusal.ts';

/** What the way to a server says when there is none: no host, no route, nobody at the port, a line that broke. */
const lineCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
/** A primary that became a standby under its connections: whoever takes over accepts what this one refuses. */
const readOnly = '25006';
const noConnection = /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/;

/**
 * The server is gone, starting, stopping, handed over to another, or silent. All of it passes: whoever asked is told to
 * come back, and a process that starts waits.
 */
export function isOutage(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    lineCodes.has(code) ||
    code === readOnly ||
    code.startsWith('08') ||
    code.startsWith('57P') ||
    noConnection.test(message)
  );
}

/** After these the connection is gone or in doubt; the pool must not hand it out again. */
export function isBroken(error: unknown): boolean {
  return !(error instanceof Refusal) && ((error as { code?: string }).code === undefined || isOutage(error));
}

/**
 * Nobody can say whether what was asked was done: its commit may have arrived although its answer did not. What only a
 * commit that failed would leave behind must not be thrown away. A server that is being stopped while it waits for its
 * standby has committed and answers with an error.
 */
export const isInDoubt = isBroken;
