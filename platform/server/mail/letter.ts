const cell = 'padding:6px 12px;border-bottom:1px solid #e5e6eb;white-space:nowrap';
const styles: Readonly<Record<string, string>> = {
  table: 'border-collapse:collapse;margin:8px 0;font-size:14px;color:#1d2129',
  td: cell,
  th: `${cell};font-weight:600;background:#f7f8fa`,
  em: 'font-style:normal;font-size:12px;font-weight:400;color:#86909c',
};
const letter =
  'max-width:960px;font-size:14px;line-height:1.6;color:#1d2129;' +
  "font-family:-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif";

/**
 * Formatted text as mail programs draw it: they know no style sheet, and without lines a table of figures is a heap of
 * them. What is formatted was cleaned, so a tag is spelled in one way.
 */
export const letterOf = (html: string): string =>
  `<div style="${letter}">${html.replaceAll(/<table>.*?<\/table>/gs, tableOf)}</div>`;

const tableOf = (table: string): string =>
  table.replaceAll(
    /<(table|th|td|em)((?: (?:col|row)span="\d+")*)(?: style="([^"]*)")?>/g,
    (_all, tag: string, spans: string, style: string | undefined) =>
      `<${tag}${spans} style="${[styles[tag], ...(style === undefined ? [] : [style])].join(';')}">`,
  );
