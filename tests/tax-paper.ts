import { capitalAmount } from '#platform/model/capital-amount.ts';
import { grouped, plus } from '#platform/model/decimal.ts';
import type { TaxInvoice } from './tax-invoice.ts';

/**
 * The paper of an invoice as a PDF of a few kilobytes: a font that every reader brings for Chinese, lines and text. It
 * says that it is of the sandbox.
 */
export function paperOf(invoice: TaxInvoice): Buffer {
  const { lines } = invoice.asked;
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / most)) }, (_page, n) =>
    drawn(invoice, n, Math.max(1, Math.ceil(lines.length / most))),
  );
  return assembled(pages);
}

/** Millimetres of the real paper, 210 by 140, in points. */
const [width, height] = [595, 397];
const most = 8;
const [left, right] = [24, 571];
/** Where columns begin; the last is the right border. */
const columns = [24, 150, 205, 238, 290, 360, 430, 480, 571] as const;
const heads = ['项目名称', '规格型号', '单位', '数量', '单价', '金额', '税率', '税额'];
const red = '0.60 0.12 0.10';

function drawn({ asked, invoiceNumber, invoiceDate }: TaxInvoice, page: number, pages: number): string {
  const isSpecial = asked.invoiceType === '2';
  const isRed = asked.kind === '1';
  const ink = new Ink();
  ink.text(width / 2, 366, 17, `电子发票（${isSpecial ? '增值税专用发票' : '普通发票'}）`, {
    at: 'middle',
    colour: red,
  });
  ink.line(width / 2 - 112, 360, width / 2 + 112, 360, red);
  ink.line(width / 2 - 112, 357, width / 2 + 112, 357, red);
  ink.text(right, 372, 8, `发票号码：${invoiceNumber ?? ''}`, { at: 'right' });
  ink.text(right, 358, 8, `开票日期：${dayOf(invoiceDate)}`, { at: 'right' });
  if (isRed) ink.text(left, 366, 12, '（负数）', { colour: '0.80 0.05 0.05' });
  ink.text(width / 2, 165, 64, '沙箱', { at: 'middle', colour: '0.92 0.92 0.92' });
  ink.frame(left, 44, right, 346, red);
  for (const [y, from, to] of [
    [298, left, right],
    [96, left, right],
    [76, left, right],
  ] as const)
    ink.line(from, y, to, y, red);
  ink.line(width / 2, 298, width / 2, 346, red);
  party(ink, left + 4, '购', '买', asked.title, asked.taxNumber);
  party(ink, width / 2 + 4, '销', '售', asked.sellerName ?? '', asked.sellerTaxNumber);
  heads.forEach((head, i) => {
    const [from, to] = [columns[i] ?? 0, columns[i + 1] ?? 0];
    ink.text((from + to) / 2, 288, 8, head, { at: 'middle', colour: red });
  });
  asked.lines.slice(page * most, (page + 1) * most).forEach((line, i) => {
    printLine(ink, 272 - i * 19, line);
  });
  ink.text(columns[0] + 40, 101, 8, page === pages - 1 ? '合    计' : `第 ${page + 1} 页，共 ${pages} 页`, {
    colour: red,
  });
  if (page === pages - 1) {
    ink.text(columns[6] - 3, 101, 8, `¥${money(asked.totalNet)}`, { at: 'right' });
    ink.text(right - 3, 101, 8, `¥${money(asked.totalTax)}`, { at: 'right' });
    ink.text(columns[0] + 40, 83, 8, '价税合计（大写）', { colour: red });
    ink.text(columns[2], 83, 9, capitalAmount(asked.totalAmount, 'zh-CN') ?? '');
    ink.text(right - 3, 83, 9, `（小写）¥${money(asked.totalAmount)}`, { at: 'right' });
  }
  const back =
    asked.original === null
      ? ''
      : `被红冲蓝字数电发票号码：${asked.original.invoiceNumber} 红字发票信息确认单编号：${asked.original.redConfirmNo}`;
  ink.text(left + 4, 62, 8, `备注：${[back, asked.remark ?? ''].filter((each) => each !== '').join('；')}`);
  ink.text(left + 40, 28, 8, `开票人：${asked.drawer ?? ''}`);
  ink.text(right, 28, 7, '沙箱开具，不是真实发票', { at: 'right', colour: '0.45 0.45 0.45' });
  return ink.strokes.join('\n');
}

function party(ink: Ink, x: number, first: string, second: string, name: string, taxNumber: string | null): void {
  ink.text(x, 330, 8, first, { colour: red });
  ink.text(x, 319, 8, second, { colour: red });
  ink.text(x, 308, 8, '方', { colour: red });
  ink.text(x + 14, 328, 8, `名称：${fitted(name, 8, 244)}`);
  ink.text(x + 14, 308, 8, `统一社会信用代码/纳税人识别号：${taxNumber ?? ''}`);
}

function printLine(ink: Ink, y: number, line: TaxInvoice['asked']['lines'][number]): void {
  const cells = [
    line.name,
    line.spec ?? '',
    line.unit ?? '',
    line.number ?? '',
    // As many digits as fit: the price itself has up to thirteen decimals.
    (line.price ?? '').slice(0, 13),
    money(line.netAmount),
    /^\d/.test(line.taxRate) ? `${line.taxRate}%` : line.taxRate,
    money(line.taxAmount),
  ];
  cells.forEach((cell, i) => {
    const [from, to] = [columns[i] ?? 0, columns[i + 1] ?? 0];
    const text = fitted(cell, 7.5, to - from - 5);
    if (i < 3) ink.text(from + 3, y, 7.5, text);
    else ink.text(to - 3, y, 7.5, text, { at: 'right' });
  });
}

const money = (amount: string): string => grouped(plus(amount), 2);
const dayOf = (day: string | null): string => (day ?? '').replace(/^(\d+)-(\d+)-(\d+)$/, '$1年$2月$3日');

/** Letters of the first plane; Latin ones are half as wide as Chinese ones. */
const emsOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign < '\u0080' ? 0.5 : 1), 0);
function fitted(text: string, size: number, room: number): string {
  if (emsOf(text) * size <= room) return text;
  const signs = [...text];
  while (signs.length > 0 && (emsOf(signs.join('')) + 1) * size > room) signs.pop();
  return `${signs.join('')}…`;
}

class Ink {
  readonly strokes: string[] = [];

  text(
    x: number,
    y: number,
    size: number,
    text: string,
    { at = 'left', colour = '0.10 0.10 0.10' }: { at?: 'left' | 'middle' | 'right'; colour?: string } = {},
  ): void {
    const shift = at === 'left' ? 0 : (emsOf(text) * size) / (at === 'middle' ? 2 : 1);
    const codes = Buffer.from(text, 'utf16le').swap16().toString('hex');
    this.strokes.push(`BT ${colour} rg /F1 ${size} Tf ${(x - shift).toFixed(2)} ${y} Td <${codes}> Tj ET`);
  }
  line(x1: number, y1: number, x2: number, y2: number, colour: string): void {
    this.strokes.push(`${colour} RG 0.6 w ${x1} ${y1} m ${x2} ${y2} l S`);
  }
  frame(x1: number, y1: number, x2: number, y2: number, colour: string): void {
    this.strokes.push(`${colour} RG 0.9 w ${x1} ${y1} ${x2 - x1} ${y2 - y1} re S`);
  }
}

/** Objects one after the other, and where each begins. */
function assembled(pages: readonly string[]): Buffer {
  const kids = pages.map((_page, i) => `${6 + i * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [4 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 /W [1 95 500 814 939 500] ' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 5 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 ' +
      '/Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    ...pages.flatMap((page, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${7 + i * 2} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
      `<< /Length ${Buffer.byteLength(page)} >>\nstream\n${page}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.5\n';
  const starts = objects.map((object, i) => {
    const start = Buffer.byteLength(text);
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return String(start).padStart(10, '0');
  });
  const end = Buffer.byteLength(text);
  text +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.map((start) => `${start} 00000 n \n`).join('')}` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
