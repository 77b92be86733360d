import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { beyondCapitals, capitalAmount, capitalLabel } from '#platform/model/capital-amount.ts';
import type { Document } from '#platform/model/document.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { useWatch } from '#platform/web/grid/watch.ts';
import type { Rows } from '#platform/web/grid/rows.ts';
import { language, say } from '#platform/web/text/language.ts';
import { lineColumns, runningTotals, type Line } from './lines.ts';

const useWindow = (media: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(media);
      query.addEventListener('change', listener);
      return () => {
        query.removeEventListener('change', listener);
      };
    },
    () => window.matchMedia(media).matches,
  );
/** A window too low for a line of its own: the total's tooltip spells the amount. */
export const useLowWindow = (): boolean => useWindow('(max-height: 799px)');
/** Held in a hand. */
export const useNarrowWindow = (): boolean => useWindow('(max-width: 600px)');

/** What the tooltip of each total says. */
export function capitalTitles(document: Document): (rows: Rows) => Readonly<Record<string, string>> {
  const amountIn = amountOf(document);
  return (rows) => {
    const amount = amountIn(rows.get() as readonly Line[]);
    const words = amount === null ? null : capitalAmount(amount, language());
    return words === null ? {} : { amount: `${say(capitalLabel)} ${words}` };
  };
}

/** The amount in capitals, as on paper; one that is too large to be spelled shows nothing and says so (001 §5). */
function CapitalAmount({ amount, isLow }: { readonly amount: string; readonly isLow: boolean }): ReactNode {
  const words = capitalAmount(amount, language());
  useEffect(() => {
    if (words === null) feedback.error(say(beyondCapitals));
  }, [words]);
  return words === null || isLow ? null : (
    <span className="bill-capital" data-testid="capital">
      <span className="quiet">{say(capitalLabel)}</span>
      {words}
    </span>
  );
}

interface BillCapitalProps {
  readonly document: Document;
  readonly rows: Rows<Line>;
  readonly isLow: boolean;
}
/** Below the lines of a document that has amounts; follows every edit. */
export function BillCapital({ document, rows, isLow }: BillCapitalProps): ReactNode {
  const [amountIn] = useState(() => amountOf(document));
  const amount = useWatch(rows, amountIn);
  return amount === null ? null : <CapitalAmount amount={amount} isLow={isLow} />;
}

function amountOf(document: Document): (lines: readonly Line[]) => string | null {
  const totalsIn = runningTotals(lineColumns(document, true).filter(({ key }) => key === 'amount'));
  // Lines that are not there sum up to nothing, and the amount of the document stands in its head.
  return (lines) => (lines.length === 0 ? null : (totalsIn(lines).get('amount') ?? null));
}
