/** Rows under their titles, as a table of Markdown: it is read in a terminal and pasted into a note. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, n) => Math.max(title.length, ...rows.map((row) => (row[n] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, n) => (cells[n] ?? '').padEnd(width)).join(' | ')} |`;
  return ['', line(titles), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''].join('\n');
}
