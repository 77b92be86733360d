import type { Field } from '#platform/model/field.ts';

/**
 * Wide enough for the header and for what the rows hold, within bounds: one long name must not push the rest off the
 * screen.
 */
export function columnWidth(label: string, field: Field, values: readonly string[]): number {
  const header = textWidth(label) + 28;
  const { least, room } = boundsOf(field);
  return (
    Math.ceil(
      Math.max(
        header,
        fixedWidth(field) ?? Math.min(Math.max(least, ...values.map((value) => textWidth(value) + room)), 232),
      ) / 8,
    ) * 8
  );
}

/** As little as shows the head and what the rows hold: something stands beside the list. */
export const narrowWidth = (label: string, room: number, values: readonly string[]): number =>
  Math.ceil(Math.max(textWidth(label) + 20, ...values.map((value) => textWidth(value) + room)) / 4) * 4;

/**
 * Pixels of a text in the 13px font: a Chinese character is twice as wide as a letter, and capitals are wider than
 * small ones.
 */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text)
    width += (letter.codePointAt(0) ?? 0) > 0x2e7f ? 13 : /[mwMW]/.test(letter) ? 11 : /[A-Z]/.test(letter) ? 8.6 : 7.4;
  return width;
}

function fixedWidth({ kind }: Field): number | null {
  switch (kind) {
    case 'date':
      return 104;
    case 'instant':
      return 160;
    case 'flag':
    case 'bool':
      return 72;
    case 'file':
      return 64;
    case 'refs':
    case 'json':
    case 'secret':
      return 160;
    case 'text':
    case 'ref':
    case 'integer':
    case 'decimal':
    case 'choice':
    case 'dict':
      return null;
  }
}

/** A choice may stand in a pill with a dot. */
function boundsOf({ kind }: Field): { readonly least: number; readonly room: number } {
  return kind === 'choice' ? { least: 108, room: 44 } : { least: kind === 'dict' ? 108 : 64, room: 24 };
}
