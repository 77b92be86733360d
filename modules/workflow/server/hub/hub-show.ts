import { snakeCase } from '#platform/model/envelope.ts';
import type { Row } from '#platform/server/db/statement.ts';
import { cleanHtml, escapeHtml } from '#platform/server/text/html.ts';

/**
 * A row of the bill dictionary: what a field of the other system is called, on the head ('0') or on the lines ('1').
 */
export interface Word {
  readonly recordType: string;
  readonly fieldCode: string;
  readonly fieldName: string;
}

export interface Shown {
  readonly head: Row;
  readonly lines: readonly Row[];
}

/**
 * What an approver reads of a bill. A template says where its fields stand (`{{amount}}`, `{{lines}}`); without one the
 * dictionary's fields stand below each other. What a bill says is text, whatever it looks like.
 */
export function showBill({ head, lines }: Shown, words: readonly Word[], template: string | null): string {
  const headWords = words.filter(({ recordType }) => recordType === '0');
  const table = tableOf(
    lines,
    words.filter(({ recordType }) => recordType === '1'),
  );
  if (template === null)
    return cleanHtml(
      headWords
        .map(
          ({ fieldCode, fieldName }) => `<p><strong>${escapeHtml(fieldName)}</strong>　${textAt(head, fieldCode)}</p>`,
        )
        .join('') + table,
    );
  return cleanHtml(
    template.replace(/\{\{ *([A-Za-z]\w{0,49}) *\}\}/g, (_place, code: string) =>
      code === 'lines' ? table : textAt(head, code),
    ),
  );
}

function tableOf(lines: readonly Row[], words: readonly Word[]): string {
  if (lines.length === 0 || words.length === 0) return '';
  const cells = (tag: string, texts: readonly string[]): string =>
    `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells(
    'th',
    words.map(({ fieldName }) => escapeHtml(fieldName)),
  )}</thead><tbody>${lines
    .map((line) =>
      cells(
        'td',
        words.map(({ fieldCode }) => textAt(line, fieldCode)),
      ),
    )
    .join('')}</tbody></table>`;
}

/** A statement answers columns, a system fields: billDate and bill_date are one. */
function textAt(row: Row, code: string): string {
  const value = row[code] ?? row[snakeCase(code)];
  return typeof value === 'string'
    ? escapeHtml(value.slice(0, 2000))
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
}
