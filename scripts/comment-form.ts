import { columnsOf, mostColumns } from './text-width.ts';

/**
 * Comments are wrapped at the width of the text. Only from a line that is too wide to the end of its paragraph is
 * anything moved.
 */

export interface Comment {
  readonly type: 'Line' | 'Block';
  readonly start: number;
  readonly end: number;
}
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Words that speak to a tool must stay on the line they speak of. */
const directive = /^\s*(oxlint-|eslint-|@ts-|@vite-|vite-|not money|#__PURE__|prettier-|oxfmt-|v8 ignore|istanbul)/;

export function commentEdits(source: string, comments: readonly Comment[]): Edit[] {
  const edits: Edit[] = [];
  let done = 0;
  for (const comment of comments) {
    if (comment.start < done) continue;
    const edit = comment.type === 'Line' ? lineEdit(source, comments, comment) : blockEdit(source, comment);
    if (edit === null) continue;
    edits.push(edit);
    done = edit.end;
  }
  return edits;
}

const lineStart = (source: string, at: number): number => source.lastIndexOf('\n', at - 1) + 1;
const lineEnd = (source: string, at: number): number => {
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
};

function lineEdit(source: string, comments: readonly Comment[], comment: Comment): Edit | null {
  const start = lineStart(source, comment.start);
  const before = source.slice(start, comment.start);
  if (columnsOf(source.slice(start, comment.end)) <= mostColumns) return null;
  const text = source.slice(comment.start + 2, comment.end);
  if (directive.test(text)) return null;
  const pad = /^\s*/.exec(before)?.[0] ?? '';
  if (before.trim() !== '') {
    // Behind code: the comment goes above the line.
    const above = wrapped(text.trim(), `${pad}// `).join('\n');
    return { start, end: comment.end, text: `${above}\n${before.trimEnd()}` };
  }
  const lines = [text.trim()];
  let end = comment.end;
  for (const next of comments) {
    const isNext =
      next.start > end &&
      source.slice(end, next.start).trim() === '' &&
      !source.slice(end + 1, next.start).includes('\n');
    if (next.type !== 'Line' || !isNext || next.start - lineStart(source, next.start) !== before.length) continue;
    const words = source.slice(next.start + 2, next.end).trim();
    if (startsParagraph(words) || directive.test(words)) break;
    lines.push(words);
    end = next.end;
  }
  return { start, end, text: wrapped(lines.join(' '), `${pad}// `).join('\n') };
}

function blockEdit(source: string, comment: Comment): Edit | null {
  const start = lineStart(source, comment.start);
  const before = source.slice(start, comment.start);
  const stop = lineEnd(source, comment.end);
  const whole = source.slice(comment.start, comment.end);
  const pad = /^\s*/.exec(before)?.[0] ?? '';
  const after = source.slice(comment.end, stop);
  if (whole.includes('\n')) {
    if (before.trim() !== '') return null;
    const lines = source.slice(start, comment.end).split('\n');
    if (lines.every((line) => columnsOf(line) <= mostColumns)) return null;
    return { start, end: comment.end, text: rewrapped(lines, pad).join('\n') };
  }
  if (columnsOf(`${before}${whole}${after}`) <= mostColumns || !whole.startsWith('/**')) return null;
  const words = whole.slice(3, -2).trim();
  const isAlone = columnsOf(`${pad}${whole}`) <= mostColumns;
  const block = isAlone ? `${pad}${whole}` : [`${pad}/**`, ...wrapped(words, `${pad} * `), `${pad} */`].join('\n');
  if (before.trim() === '') {
    if (after.trim() === '') return isAlone ? null : { start, end: comment.end, text: block };
    return { start, end: stop, text: `${block}\n${pad}${after.trim()}` };
  }
  return null;
}

/** Lines of a block comment, `/**` and the end included; prose on those two lines gets a line of its own. */
function rewrapped(lines: readonly string[], pad: string): string[] {
  const out: string[] = [];
  const words = lines.map((line) => line.replace(/^\s*(?:\/\*\*?|\*(?!\/))?/, '').replace(/\s*\*\/\s*$/, ''));
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (columnsOf(line) <= mostColumns) {
      out.push(line);
      continue;
    }
    const paragraph = [words[i]?.trim() ?? ''];
    const lead = /^\s*/.exec(words[i] ?? '')?.[0].slice(1) ?? '';
    const isLast = (): boolean => i === lines.length - 1;
    while (!isLast() && (words[i + 1] ?? '').trim() !== '' && !startsParagraph((words[i + 1] ?? '').trim()))
      paragraph.push(words[(i += 1)]?.trim() ?? '');
    if (line.trimStart().startsWith('/*')) out.push(`${pad}/**`);
    out.push(...wrapped(paragraph.join(' '), `${pad} * ${lead}`));
    if (isLast()) out.push(`${pad} */`);
  }
  return out;
}

/** A list item, a tag, a table row or a line of code begins anew. */
const startsParagraph = (words: string): boolean =>
  words === '' || /^(?:[-*•] |\d+[.)] |@\w|\||```|[─=]{3})/.test(words);

export function wrapped(words: string, prefix: string): string[] {
  const hang = /^(?:[-*•] |\d+[.)] )/.exec(words)?.[0].length ?? 0;
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(/\s+/)) {
    const lead = prefix + (lines.length > 0 ? ' '.repeat(hang) : '');
    if (line !== '' && columnsOf(`${lead}${line} ${word}`) > mostColumns) {
      lines.push(lead + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, `${prefix}${lines.length > 0 ? ' '.repeat(hang) : ''}${line}`];
}
