/** What was scanned or typed: `690…` is one piece, `12*690…` twelve. */
export function scanOf(typed: string): { readonly barcode: string; readonly number: string } {
  const text = typed.normalize('NFKC').trim();
  const [, number = '1', barcode = text] = /^(\d{1,12}(?:\.\d{1,4})?)\s*[*xX×]\s*(.+)$/.exec(text) ?? [];
  return { barcode: barcode.trim(), number };
}
