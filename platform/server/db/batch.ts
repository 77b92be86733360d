import { createRequire } from 'node:module';
import type { Client, Connection } from 'pg';
import { camelCase } from '#platform/model/envelope.ts';
import type { Columns } from './columns.ts';
import type { RawConnection, RawRows } from './raw.ts';
import { shapeFault, type Row, type Statement } from './statement.ts';
import {
  bindMessage,
  closeMessage,
  describeMessage,
  executeMessage,
  parseMessage,
  startMessages,
  syncMessage,
  takeMessages,
  type WireValue,
} from './wire.ts';

/** What node-postgres answers, kept as one error type for the edge to translate. */
export interface DatabaseError extends Error {
  readonly code?: string;
  readonly detail?: string;
  readonly constraint?: string;
  readonly table?: string;
  /** Which statement of the batch failed. */
  statementIndex?: number;
}

/**
 * Sends several prepared statements in ONE network write with ONE Sync. Without BEGIN the protocol makes everything up
 * to the Sync one implicit transaction: a context opened by the first statement holds exactly for the batch, and an
 * error in any statement undoes all of it. Without an answer in time the connection is broken off.
 */
export async function sendBatch(client: Client, statements: readonly Statement[], withinMs: number): Promise<Row[][]> {
  let late: NodeJS.Timeout | null = null;
  try {
    return await new Promise((resolve, reject) => {
      writes.count += 1;
      const batch = new Batch(statements, resolve, reject);
      late = setTimeout(() => {
        batch.giveUp();
      }, withinMs);
      client.query(batch as never);
    });
  } finally {
    if (late !== null) clearTimeout(late);
  }
}

/** Network writes since the start; tests and the bench read it to hold "one write per read". */
export const writes = { count: 0 };

interface Prepared {
  readonly known: Map<string, Columns | null>;
  readonly doubtful: Set<string>;
}

/** Statement names are shared by all connections. Past this many, a text is one of a kind and is sent unnamed. */
const maxNames = 3000;
const names = new Map<string, string>();
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= maxNames) return '';
  const name = `q${names.size + 1}`;
  names.set(text, name);
  return name;
}

const preparedOn = new WeakMap<Connection, Prepared>();
// node-postgres turns a JavaScript value into a wire value here and exports it only as CommonJS.
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as {
  prepareValue: (value: unknown) => WireValue;
};

/** The part of a pg Connection that a batch speaks to; it is the driver's own, so the driver's version is pinned. */
interface Wire extends RawConnection {
  readonly stream: { write(bytes: Buffer): void; destroy(why: Error): void };
}

/** Rows are compared with their shapes in tests alone: a migration under a running process must not stop it. */
const isComparing = process.env['QUDAO_COMPARE_ROWS'] === '1';
const none = (): null => null;

class Batch {
  private readonly statements: readonly Statement[];
  private readonly resolve: (rows: Row[][]) => void;
  private readonly reject: (error: Error) => void;
  private readonly results: Row[][];
  private readonly columns: (Columns | null)[];
  private prepared: Prepared = { known: new Map(), doubtful: new Set() };
  private parsed: string[] = [];
  private at = 0;
  private wire: Wire | null = null;
  /** A statement that says something else of its rows than the database: tests fail by it. */
  private fault: Error | null = null;

  constructor(statements: readonly Statement[], resolve: (rows: Row[][]) => void, reject: (error: Error) => void) {
    this.statements = statements;
    this.resolve = resolve;
    this.reject = reject;
    this.results = statements.map(() => []);
    this.columns = statements.map(() => null);
  }

  /**
   * An error is returned, not thrown: the driver then goes on with the connection, which has heard nothing of this
   * batch.
   */
  submit(connection: Connection): Error | null {
    const wire = connection as unknown as Wire;
    this.wire = wire;
    let prepared = preparedOn.get(connection);
    if (prepared === undefined) preparedOn.set(connection, (prepared = { known: new Map(), doubtful: new Set() }));
    this.prepared = prepared;
    const isRaw = this.statements.some(({ fetch }) => fetch?.raw !== undefined);
    if (wire.rawRows !== undefined) wire.rawRows = isRaw ? () => this.rawRows() : none;
    else if (isRaw) return new Error('only the report lane leaves rows raw');
    try {
      startMessages();
      this.write(prepared);
    } catch (error) {
      return error as Error;
    }
    wire.stream.write(takeMessages());
    return null;
  }

  /**
   * A server that was frozen keeps its connections and answers nothing. The driver's own time-out does not know a batch
   * and would fail it after its good end.
   */
  giveUp(): void {
    const silent = Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' });
    this.wire?.stream.destroy(silent);
    this.reject(silent);
  }

  private write(prepared: Prepared): void {
    const names = this.statements.map(({ text }) => nameOf(text));
    // Every Parse goes before the first Bind: a refused context then leaves no doubt which statements exist.
    this.statements.forEach(({ text }, i) => {
      const name = names[i] ?? '';
      if (name === '' || prepared.known.has(name)) return;
      if (prepared.doubtful.delete(name)) closeMessage(name);
      parseMessage(name, text);
      prepared.known.set(name, null);
      this.parsed.push(name);
    });
    this.statements.forEach(({ text, values, fetch }, i) => {
      const name = names[i] ?? '';
      const portal = fetch?.portal ?? '';
      if (fetch?.isContinued !== true) {
        if (name === '') parseMessage(name, text);
        bindMessage(
          portal,
          name,
          values.map((value) => (typeof value === 'string' ? value : prepareValue(value))),
        );
      }
      this.columns[i] = prepared.known.get(name) ?? null;
      if (this.columns[i] === null) describeMessage(portal);
      executeMessage(portal, fetch?.rows ?? 0);
    });
    syncMessage();
  }

  handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const names = message.fields.map((field) => camelCase(field.name));
    const columns = {
      names,
      decoders: message.fields.map((field) => decoders[field.dataTypeID] ?? null),
      blank: Object.fromEntries(names.map((name) => [name, null])),
    };
    this.columns[this.at] = columns;
    const { text = '', shape } = this.statements[this.at] ?? {};
    if (isComparing && shape !== undefined) {
      const described = message.fields.map((field, i) => ({ name: names[i] ?? '', type: field.dataTypeID }));
      const wrong = shapeFault(shape, described);
      if (wrong !== null) this.fault ??= new Error(`${wrong}: ${text}`);
    }
    const name = nameOf(text);
    if (name !== '') this.prepared.known.set(name, columns);
  }

  handleDataRow(message: { fields: readonly (string | null)[] }): void {
    const columns = this.columns[this.at];
    if (columns === null || columns === undefined) return;
    const row: Row = { ...columns.blank };
    for (let i = 0; i < columns.names.length; i += 1) {
      const text = message.fields[i] as string | null;
      if (text === null) continue;
      const decode = columns.decoders[i] as ((text: string) => unknown) | null;
      row[columns.names[i] as string] = decode === null ? text : decode(text);
    }
    this.results[this.at]?.push(row);
  }

  private rawRows(): RawRows | null {
    const raw = this.statements[this.at]?.fetch?.raw ?? null;
    if (raw !== null) raw.columns = this.columns[this.at] ?? null;
    return raw;
  }

  handleCommandComplete(): void {
    this.at += 1;
  }
  handleEmptyQuery(): void {
    this.at += 1;
  }
  handlePortalSuspended(): void {
    this.at += 1;
  }

  handleError(error: Error): void {
    for (const name of this.parsed) {
      this.prepared.known.delete(name);
      this.prepared.doubtful.add(name);
    }
    // A migration changed a table under a running process: parse the statement again next time.
    if ((error as DatabaseError).code === '0A000') {
      const name = nameOf(this.statements[this.at]?.text ?? '');
      this.prepared.known.delete(name);
      this.prepared.doubtful.add(name);
    }
    (error as DatabaseError).statementIndex = this.at;
    // The driver forgets the active query on error and routes no ReadyForQuery here: waiting for it would hang.
    this.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.fault === null) this.resolve(this.results);
    else this.reject(this.fault);
  }
}

/** Text to value by type; what is absent here (text, uuid, date) stays the text it is. */
const decoders: Readonly<Record<number, (text: string) => unknown>> = {
  16: truth,
  20: Number,
  21: Number,
  23: Number,
  114: (text): unknown => JSON.parse(text),
  3802: (text): unknown => JSON.parse(text),
  1700: trimmed,
  1184: instant,
  1009: list,
  2951: list,
};

export function truth(text: string): boolean {
  return text === 't';
}

/** One canonical form of a decimal on the wire: 12.5000 is 12.5, 5.0000 is 5. */
export function trimmed(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end -= 1;
  if (text.charCodeAt(end - 1) === 46) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/** 2026-11-15 02:02:51.5+00 is answered as 2026-11-15T02:02:51.5Z; the application role's time zone is UTC. */
function instant(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;
}

/** A one-dimensional text array: {a,"b \"c\"",NULL}. */
function list(text: string): (string | null)[] {
  if (text === '{}') return [];
  const items: (string | null)[] = [];
  const pattern = /"((?:[^"\\]|\\.)*)"|([^,{}]+)/g;
  for (const match of text.slice(1, -1).matchAll(pattern)) {
    items.push(
      match[1] !== undefined ? match[1].replace(/\\(.)/g, '$1') : match[2] === 'NULL' ? null : (match[2] ?? ''),
    );
  }
  return items;
}
