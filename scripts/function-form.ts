import { sqlForm } from './sql-form.ts';
import { piecesOf, type Piece } from './sql-token.ts';
import { columnsOf, mostColumns } from './text-width.ts';
import { wrapped } from './comment-form.ts';

/**
 * The form of a file in database/functions: its statements one a line, the queries in them one clause a line, as in
 * templates. Null: the text is no function in dollar quotes, or a block in it does not close.
 */
export function functionForm(text: string): string | null {
  const done: string[] = [];
  let head: Piece[] = [];
  for (const piece of piecesOf(text)) {
    if (piece.text === ';') {
      const form = oneFunction(head);
      if (form === null) return null;
      done.push(form);
      head = [];
    } else head.push(piece);
  }
  return head.length > 0 || done.length === 0 ? null : `${done.join('\n\n')}\n`;
}

/** The comment above, the name with its arguments, a line of what the function is, and its body. */
function oneFunction(pieces: readonly Piece[]): string | null {
  const start = pieces.findIndex(({ word }) => word === 'create');
  const language = pieces.findIndex(({ word }) => word === 'language');
  const [as, quoted] = pieces.slice(-2);
  if (start < 0 || language < start) return null;
  const isComment = ({ kind }: Piece): boolean => kind === 'comment';
  const head = [
    ...commentLines(pieces.slice(0, language).filter(isComment), 0),
    ...signatureLines(pieces.slice(start, language).filter((piece) => !isComment(piece))),
  ];
  if (as?.word !== 'as' || quoted?.kind !== 'quoted') {
    const answer = pieces.findIndex(({ word }, i) => i > language && word === 'return');
    if (answer < 0) return null;
    const lines = [...attributeLines(pieces.slice(language, answer)), sqlText(textOf(pieces.slice(answer)), 0)];
    return `${[...head, ...lines].join('\n')};`;
  }
  const sign = /^\$\w*\$/.exec(quoted.text)?.[0] ?? '';
  const inner = quoted.text.slice(sign.length, -sign.length);
  const isSql = pieces[language + 1]?.word === 'sql';
  const body = isSql ? `  ${sqlText(inner.trim(), 2)}` : blockForm(inner);
  if (body === null) return null;
  return [...head, ...attributeLines(pieces.slice(language, -2)), `as ${sign}`, body, `${sign};`].join('\n');
}

/** Arguments, and columns of the answer, that do not fit stand on lines of their own. */
function signatureLines(pieces: readonly Piece[]): string[] {
  const line = textOf(pieces);
  if (columnsOf(line) <= mostColumns) return [line];
  const close = closeOf(pieces, 0);
  const open = pieces.findIndex(({ text }) => text === '(');
  const after = textOf(pieces.slice(close));
  const rest = columnsOf(after) <= mostColumns ? [after] : tableLines(pieces.slice(close));
  if (close === open + 1) return tableLines(pieces);
  return [`${textOf(pieces.slice(0, open))}(`, `  ${sqlText(textOf(pieces.slice(open + 1, close)), 2)}`, ...rest];
}

function tableLines(pieces: readonly Piece[]): string[] {
  const open = pieces.findLastIndex(({ text }) => text === '(');
  const columns = sqlText(textOf(pieces.slice(open + 1, -1)), 2);
  return [`${textOf(pieces.slice(0, open))} (`, `  ${columns}`, ')'];
}

/** Where the first parenthesis from a place on closes. */
function closeOf(pieces: readonly Piece[], from: number): number {
  let depth = 0;
  return pieces.findIndex(({ text }, i) => {
    if (i < from) return false;
    depth += text === '(' ? 1 : text === ')' ? -1 : 0;
    return text === ')' && depth === 0;
  });
}

function attributeLines(pieces: readonly Piece[]): string[] {
  const line = textOf(pieces);
  if (columnsOf(line) <= mostColumns) return [line];
  return line.split(/ (?=set )/).map((part, i) => (i === 0 ? part : `  ${part}`));
}

/** A query or an expression at its place. What holds a comment keeps its lines. */
function sqlText(text: string, indent: number): string {
  return (sqlForm([text], { indent: indent - 2, column: indent }) ?? text).trimStart();
}

interface Body {
  readonly pieces: readonly Piece[];
  at: number;
  readonly lines: string[];
  /** Words that opened the blocks around, innermost last. */
  readonly open: string[];
}

/** A body in PL/pgSQL. */
function blockForm(text: string): string | null {
  const body: Body = { pieces: piecesOf(text), at: 0, lines: [], open: [] };
  while (body.at < body.pieces.length) {
    if (body.pieces[body.at]?.hasGap === true && body.lines.length > 0) body.lines.push('');
    if (!step(body)) return null;
  }
  return body.open.length > 0 ? null : body.lines.join('\n');
}

/** Statements of a block stand two columns further in than what opens it. */
const depthOf = ({ open }: Body): number => 2 * open.length;

/** Writes the next statement, or the words that open or close a block. False: there is no end to it. */
function step(body: Body): boolean {
  const first = body.pieces[body.at];
  if (first === undefined) return false;
  const inner = body.open.at(-1);
  if (first.kind === 'comment') return comments(body);
  if (first.text === '#') return put(body, take(body, 3), depthOf(body));
  switch (first.word) {
    case 'declare':
      body.open.push('declare');
      return put(body, take(body, 1), depthOf(body) - 2);
    case 'begin':
      if (inner === 'declare') body.open.pop();
      body.open.push('begin');
      return put(body, take(body, 1), depthOf(body) - 2);
    case 'exception':
      return put(body, take(body, 1), depthOf(body) - 2);
    case 'when':
      if (inner === 'handler') body.open.pop();
      return opens(body, 'then', 'handler');
    case 'if':
      return onOneLine(body) || opens(body, 'then', 'if');
    case 'elsif':
      body.open.pop();
      return opens(body, 'then', 'if');
    case 'else':
      return put(body, take(body, 1), depthOf(body) - 2);
    case 'for':
    case 'foreach':
    case 'while':
    case 'loop':
      return opens(body, 'loop', 'loop');
    case 'end':
      return closes(body);
    default: {
      const statement = take(body, endOf(body, ';'));
      return statement !== null && put(body, statement, depthOf(body));
    }
  }
}

function comments(body: Body): boolean {
  const run: Piece[] = [];
  for (let next = body.pieces[body.at]; next?.kind === 'comment'; next = body.pieces[body.at]) {
    if (next.hasGap && run.length > 0) break;
    run.push(next);
    body.at += 1;
  }
  const isOuter = body.open.at(-1) === 'declare' && body.pieces[body.at]?.word === 'begin';
  body.lines.push(...commentLines(run, depthOf(body) - (isOuter ? 2 : 0)));
  return true;
}

/** `if … then`, `for … loop`, `when … then`: a line, or a condition or query with lines of its own. */
function opens(body: Body, last: string, block: string): boolean {
  const head = take(body, endOf(body, last));
  if (head === null) return false;
  const depth = depthOf(body);
  body.open.push(block);
  const bare = withoutComments(body, head, depth);
  const [line, pad] = [textOf(bare), ' '.repeat(depth)];
  const { before = '', query = '' } = askedIn.exec(line)?.groups ?? {};
  const isQuery = query !== '' && sqlText(query, depth + columnsOf(`${before} `)).includes('\n');
  if (isQuery) body.lines.push(`${pad}${before}`, `${pad}  ${sqlText(query, depth + 2)}`, `${pad}loop`);
  else if (columnsOf(pad + line) <= mostColumns) body.lines.push(pad + line);
  else {
    const [first, ...condition] = bare.slice(0, -1);
    body.lines.push(`${pad}${first?.text ?? ''} ${sqlText(textOf(condition), depth + 2)}`, `${pad}${last}`);
  }
  return true;
}
const askedIn = /^(?<before>for \w+ in) (?<query>(?:select|with|delete|update|insert)\b[^]*) loop$/;

function closes(body: Body): boolean {
  const words = take(body, endOf(body, ';')) ?? take(body, body.pieces.length - body.at);
  if (body.open.at(-1) === 'handler') body.open.pop();
  return body.open.pop() !== undefined && words !== null && put(body, words, depthOf(body));
}

/** A condition with one short statement stays on the line it was written on. */
function onOneLine(body: Body): boolean {
  const { pieces, at } = body;
  const condition = endOf(body, 'then');
  const statement = condition === null ? null : endOf({ ...body, at: at + condition }, ';');
  if (condition === null || statement === null) return false;
  const all = pieces.slice(at, at + condition + statement + 3);
  const line = textOf(all);
  const isShort =
    all.slice(1).every(({ isFirst, kind }) => !isFirst && kind !== 'comment') &&
    line.endsWith('end if;') &&
    !startsBlock.includes(all[condition]?.word ?? '') &&
    depthOf(body) + columnsOf(line) <= mostColumns;
  if (!isShort) return false;
  body.at += all.length;
  body.lines.push(`${' '.repeat(depthOf(body))}${line}`);
  return true;
}
const startsBlock = ['if', 'for', 'foreach', 'while', 'loop', 'begin', 'declare'];

/** How many pieces there are up to the word, outside of parentheses and of `case … end`. */
function endOf({ pieces, at }: Body, last: string): number | null {
  let depth = 0;
  for (let i = at; i < pieces.length; i += 1) {
    const { text, word } = pieces[i] as Piece;
    if (depth === 0 && (word === last || text === last)) return i - at + 1;
    if (text === '(' || text === '[' || (word === 'case' && pieces[i - 1]?.word !== 'end')) depth += 1;
    if (text === ')' || text === ']' || (word === 'end' && depth > 0)) depth -= 1;
  }
  return null;
}

function take(body: Body, count: number | null): readonly Piece[] | null {
  if (count === null) return null;
  const taken = body.pieces.slice(body.at, body.at + count);
  body.at += count;
  return taken;
}

/** What was said inside of a statement stands above it. */
function withoutComments(body: Body, pieces: readonly Piece[], depth: number): readonly Piece[] {
  const inside = pieces.filter(({ kind }) => kind === 'comment');
  body.lines.push(...commentLines(inside, depth));
  return inside.length === 0 ? pieces : pieces.filter(({ kind }) => kind !== 'comment');
}

function put(body: Body, pieces: readonly Piece[] | null, depth: number): boolean {
  if (pieces === null) return false;
  const pad = ' '.repeat(depth);
  const bare = withoutComments(body, pieces, depth);
  const text = textOf(bare);
  const line = sqlText(text, depth);
  const asked = /^return query (?<query>(?:select|with|delete|update|insert)\b[^]*)$/.exec(text)?.groups?.['query'];
  const using = bare[0]?.word === 'execute' ? argumentsAt(bare) : 0;
  if (!line.includes('\n')) body.lines.push(`${pad}${line}`);
  else if (asked !== undefined) body.lines.push(`${pad}return query`, `${pad}  ${sqlText(asked, depth + 2)}`);
  else if (bare[0]?.word === 'return' && new RegExp(`^${pad}(and|or) `, 'm').test(line))
    body.lines.push(`${pad}return ${sqlText(textOf(bare.slice(1)), depth + 2)}`);
  else if (using > 0) {
    const command = sqlText(textOf(bare.slice(0, using)), depth);
    body.lines.push(`${pad}${command}`, `${pad}  ${sqlText(textOf(bare.slice(using)), depth + 2)}`);
  } else body.lines.push(`${pad}${line}`);
  return true;
}

/** Where `into` or `using` of an execute begins. */
function argumentsAt(pieces: readonly Piece[]): number {
  let depth = 0;
  return pieces.findIndex(({ text, word }) => {
    depth += text === '(' ? 1 : text === ')' ? -1 : 0;
    return depth === 0 && ['into', 'using'].includes(word);
  });
}

const textOf = (pieces: readonly Piece[]): string =>
  pieces
    .map(
      ({ text, hasSpace }, i) => (hasSpace && i > 0 && text !== ')' && pieces[i - 1]?.text !== '(' ? ' ' : '') + text,
    )
    .join('');

/** Only from a line that is too wide on is anything moved. */
function commentLines(pieces: readonly Piece[], depth: number): string[] {
  const prefix = `${' '.repeat(depth)}-- `;
  const texts = pieces.map(({ text }) => text.replace(/^--\s*/, '').trimEnd());
  const wide = texts.findIndex((text) => columnsOf(prefix + text) > mostColumns);
  const kept = wide < 0 ? texts : texts.slice(0, wide);
  return [
    ...kept.map((text) => `${prefix}${text}`.trimEnd()),
    ...(wide < 0 ? [] : wrapped(texts.slice(wide).join(' '), prefix)),
  ];
}
