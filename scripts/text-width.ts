/** The width every line is held to. */
export const mostColumns = 120;

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/gu;

/** Columns on a screen, as the formatter counts them: a Chinese letter takes two. */
export function columnsOf(text: string): number {
  return /^[\u0000-\u00ff]*$/.test(text) ? text.length : [...text].length + (text.match(wide)?.length ?? 0);
}
