type Values = Readonly<Record<string, string>>;

/**
 * What an order begins with: fields of the head that do not depend on the customer, and lines by what was typed into
 * them.
 */
export interface TemplateContent {
  readonly head: Values;
  readonly lines: readonly { readonly text: string; readonly changes: Values }[];
}

export const mostTemplateLines = 500;
/** What a setting of a person may hold, less a little. */
export const mostTemplateBytes = 60_000;

/** Null when it is no template: it comes from a browser, or from an older version of one. */
export function contentIn(value: unknown): TemplateContent | null {
  const { head = {}, lines } = fieldsOf(value);
  const values = valuesIn(head);
  if (values === null || !Array.isArray(lines) || lines.length === 0 || lines.length > mostTemplateLines) return null;
  const read = lines.map((line) => {
    const { text, changes = {} } = fieldsOf(line);
    const written = valuesIn(changes);
    return typeof text === 'string' && isText(text) && text !== '' && written !== null
      ? { text, changes: written }
      : null;
  });
  const kept = read.filter((line) => line !== null);
  const content = { head: values, lines: kept };
  return kept.length < read.length || JSON.stringify(content).length > mostTemplateBytes ? null : content;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const isText = (value: string): boolean => value.length <= 500 && !value.includes('\u0000');

function valuesIn(value: unknown): Values | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  return entries.length <= 50 &&
    entries.every(
      (entry): entry is [string, string] =>
        /^\w{1,50}$/.test(entry[0]) && typeof entry[1] === 'string' && isText(entry[1]),
    )
    ? Object.fromEntries(entries)
    : null;
}
