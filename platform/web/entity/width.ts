import type { Field } from '#platform/model/field.ts';

/** Wide enough for the header and for what the rows hold, within bounds: one long name must not push the rest off the screen. */
export function columnWidth(label: string, field: Field, values: readonly string[]): number {
  const header = textWidth(label) + 28;
  return Math.ceil(Math.max(header, fixedWidth(field) ?? Math.min(Math.max(64, ...values.map((value) => textWidth(value) + 24)), 232)) / 8) * 8;
}

/** Pixels of a text in the 13px font: a Chinese character is twice as wide as a letter. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) > 0x2e7f ? 13 : 7.4;
  return width;
}

function fixedWidth({ kind }: Field): number | null {
  switch (kind) {
    case 'date': return 104;
    case 'instant': return 160;
    case 'flag': case 'bool': return 72;
    case 'choice': case 'dict': return 108;
    case 'file': return 64;
    case 'refs': case 'json': case 'secret': return 160;
    case 'text': case 'ref': case 'integer': case 'decimal': return null;
  }
}
