import { clues, type Clue, type Suggestion, type SuggestedLine } from './bank-clue.ts';

/** One reason to think that a line is a customer's, as it was found. */
export interface Finding {
  readonly lineId: string;
  readonly clue: Clue;
  readonly customerCode: string;
  readonly customerName: string;
  readonly organizeCode: string | null;
  readonly organizeName: string | null;
  readonly orderCode: string | null;
}

const order = Object.keys(clues) as readonly Clue[];
const rank = ({ because }: Suggestion): string => order.map((clue) => (because.includes(clue) ? '0' : '1')).join('');

/** What was found of a line, customer by customer, the surest first. */
export function suggestionsOf(lineId: string, findings: readonly Finding[]): SuggestedLine {
  const found = new Map<string, Suggestion>();
  for (const { clue, ...finding } of findings
    .filter((each) => each.lineId === lineId)
    .toSorted((a, b) => order.indexOf(a.clue) - order.indexOf(b.clue))) {
    const known = found.get(finding.customerCode);
    // Whoever owes exactly this owes it to one organisation: that says more than where he usually buys.
    const isNearer =
      finding.organizeCode !== null &&
      (clue === 'owed' || clue === 'order') &&
      known?.because.includes('owed') !== true;
    found.set(finding.customerCode, {
      customerCode: finding.customerCode,
      customerName: finding.customerName,
      organizeCode: isNearer || known === undefined ? finding.organizeCode : known.organizeCode,
      organizeName: isNearer || known === undefined ? finding.organizeName : known.organizeName,
      orderCode: known?.orderCode ?? finding.orderCode,
      because: [...new Set([...(known?.because ?? []), clue])],
    });
  }
  const suggestions = [...found.values()]
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.customerCode < b.customerCode ? -1 : 1))
    .slice(0, 5);
  return { id: lineId, suggestions, isSure: isSure(suggestions) };
}

function isSure(suggestions: readonly Suggestion[]): boolean {
  const [first] = suggestions;
  if (first === undefined || first.organizeCode === null) return false;
  const isAlone = (...by: readonly Clue[]): boolean =>
    suggestions.filter(({ because }) => by.some((clue) => because.includes(clue))).length === 1;
  const has = (...by: readonly Clue[]): boolean => by.some((clue) => first.because.includes(clue));
  // Two customers behind one account (a group pays for its shops) are not told apart by it.
  if (has('history', 'account')) return isAlone('history', 'account');
  return has('name') && has('owed', 'order') && isAlone('name');
}
