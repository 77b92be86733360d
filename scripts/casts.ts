/**
 * Rows have types. A statement says what its rows are, so product code of a module and of the platform's server reads
 * `row.code` and casts nothing; what is no row but a bag of text (a body as it was sent, the attributes of a drawing)
 * is read by its names.
 */

/** Bags that are read with a name in quotes, and what they are. Whatever else is read so is taken for a row. */
const bags: Readonly<Record<string, string>> = {
  given: 'the body of a call, before anybody has looked at it',
  sent: 'the body of a call, before anybody has looked at it',
  said: 'what whoever performs a verb says with it',
  asked: 'what a list is asked for',
  filters: 'what a list is asked for',
  query: 'the query of an address',
  params: 'the places of a path, and of a refusal',
  values: 'fields of a form that were read one by one',
  words: 'what a definition of a report says, before anybody has looked at it',
  config: 'the branding, by the keys of its parameters',
  env: 'the environment of the process',
  attributes: 'of an element in a drawing',
  properties: 'of an element in a drawing',
  entries: 'the tools of the designer',
  grants: 'a table of a definition',
  states: 'a table of a definition',
  verbs: 'a table of a definition',
  head: 'a table of a definition',
  before: 'hooks of a document by its verbs',
  actionLabels: 'words by action',
  approverWords: 'words by kind of approver',
};

/** Bags of the platform, which knows a record only by what its definition says. A module knows its rows. */
const platformBags: Readonly<Record<string, string>> = {
  body: 'the body of a call, before anybody has looked at it',
  wishes: 'what comes along with an upload',
  headers: 'of a request',
  fields: 'a table of a definition',
  record: 'a record of any noun, by the keys of its definition',
  data: 'what a save answers, by the keys of the definition',
  errors: 'what is wrong with a row of a list, by the keys of the definition',
  names: 'words of a choice, by its values',
  attribs: 'of an element of HTML',
  groups: 'of a pattern that matched',
};

/** The most places of all modules and of the platform's server that may cast through `unknown` or `never`. */
const mostCasts = 20;

/** Files that cast through `unknown` or `never`, each with the reason for which it does. */
export const castReasons: Readonly<Record<string, string>> = {
  'platform/server/command/command.ts': 'a key that was claimed adds reads of its own to those of the command',
  'platform/server/db/batch.ts': 'the driver takes whoever speaks its protocol, and declares neither',
  'platform/server/db/raw.ts': 'the connection of the driver, which it does not declare',
  'platform/server/db/statement.ts': 'here a statement becomes one that says what its rows are',
  'platform/server/document/join.ts': 'joins of all documents stand in one list, and each knows its own',
  'platform/server/document/serve.ts': 'rules of all documents stand in one list, and each knows its own',
  'platform/server/document/standing-hooks.ts': 'rules of all documents stand in one list, and each knows its own',
  'platform/server/entity/serve.ts': 'rules of all entities stand in one list, and each knows its own',
  'platform/server/http/edge.ts': 'Fastify sends bytes and declares text',
  'platform/server/job/runner.ts': 'jobs stand in one list; the schema of each has read its parameters',
  'platform/server/log/chain-file.ts': 'the first row of the file says its columns',
  'platform/server/mail/smtp.ts': 'the outbox keeps what mail/queue.ts put there',
  'platform/server/network/outbound.ts': 'what the agents of Node hand to their own connections',
  'modules/stock/server/inout.ts': 'kinds of movements stand in one list, and each has reads of its own',
  'modules/system/web/storage-dialog.tsx': 'keys of a table of numbers are text where they are listed',
  'modules/workflow/server/task/approval.ts': 'a draft that is foreseen has no number and no stamps yet',
};

interface Span {
  readonly start: number;
  readonly end: number;
}

const quoted = /((?<![\w$])[a-z$_][\w$]*|[)\]])(?:\?\.)?\[(['"])[\w.-]+\2\]/g;
const throughNothing = /\bas (?:unknown as|never)\b/g;

/** Reads of rows by a name in quotes: what they answer has no type. Types (`Order['lines']`) begin with a capital. */
export function rowComplaints(path: string, source: string, comments: readonly Span[]): string[] {
  const known = path.startsWith('platform/') ? { ...bags, ...platformBags } : bags;
  return [...source.matchAll(quoted)]
    .filter(({ index, 1: bag = '' }) => known[bag] === undefined && !isIn(comments, index))
    .map(
      ({ index, 0: read }) =>
        `line ${lineAt(source, index)}: ${read} reads a row without a type; say the shape of its statement, or ` +
        'name the bag in scripts/casts.ts',
    );
}

/** How often a file casts through `unknown` or `never`. */
export const castsIn = (source: string, comments: readonly Span[]): number =>
  [...source.matchAll(throughNothing)].filter(({ index }) => !isIn(comments, index)).length;

/** One sentence per file that casts without a reason, per reason without a cast, and for too many of all. */
export function castComplaints(
  casts: ReadonlyMap<string, number>,
  reasons: Readonly<Record<string, string>>,
): string[] {
  const casting = [...casts].filter(([, count]) => count > 0);
  const all = casting.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...casting
      .filter(([path]) => reasons[path] === undefined)
      .map(
        ([path, count]) => `${path}: ${count} × as unknown or as never; say the type, or why not (scripts/casts.ts)`,
      ),
    ...Object.keys(reasons)
      .filter((path) => (casts.get(path) ?? 0) === 0)
      .map((path) => `scripts/casts.ts: ${path} casts nothing any more; take the reason out`),
    ...(all > mostCasts ? [`scripts/casts.ts: ${all} casts through unknown or never, more than ${mostCasts}`] : []),
  ];
}

const isIn = (spans: readonly Span[], at: number): boolean => spans.some(({ start, end }) => start <= at && at < end);
const lineAt = (source: string, at: number): number => source.slice(0, at).split('\n').length;
