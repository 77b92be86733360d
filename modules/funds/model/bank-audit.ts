/** A receipt that a claim has made. */
export interface Receipt {
  readonly id: string;
  readonly code: string;
}
/** One that was to be audited at once and was not, and why. */
export interface Unaudited extends Receipt {
  readonly why: string;
}
/** Asks the server; a refusal is its text. */
export type Ask = (path: string, body: unknown) => Promise<{ readonly data: unknown } | { readonly refused: string }>;

const path = '/channelsale/bill/audit';

/**
 * Audits receipts of lines that are claimed already, whatever the audit says. One that cannot be audited, such as of a
 * month without a period, does not keep back the others; what stays saved is told with its reason.
 */
export async function auditReceipts(receipts: readonly Receipt[], ask: Ask): Promise<readonly Unaudited[]> {
  const together = await ask(path, idsOf(receipts));
  if (!('refused' in together)) return [];
  if (receipts.length === 1) return because(receipts, together.refused);
  const checked = await ask(`${path}?check=1`, idsOf(receipts));
  const reasons = new Map('refused' in checked ? [] : failedIn(checked.data).map(({ id, msg }) => [id, msg]));
  // Each passes alone, and not all of them together: the reason is of all.
  if (reasons.size === 0) return because(receipts, together.refused);
  const failing = receipts.flatMap((receipt) => {
    const why = reasons.get(receipt.id);
    return why === undefined ? [] : because([receipt], why);
  });
  const rest = receipts.filter(({ id }) => !reasons.has(id));
  const later = rest.length === 0 ? { data: null } : await ask(path, idsOf(rest));
  return 'refused' in later ? [...failing, ...because(rest, later.refused)] : failing;
}

const idsOf = (receipts: readonly Receipt[]): readonly string[] => receipts.map(({ id }) => id);
const because = (receipts: readonly Receipt[], why: string): readonly Unaudited[] =>
  receipts.map(({ id, code }) => ({ id, code, why }));
const failedIn = (data: unknown): readonly { readonly id: string; readonly msg: string }[] =>
  (data as { readonly failed: readonly { readonly id: string; readonly msg: string }[] }).failed;
