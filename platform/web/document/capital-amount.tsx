import { useEffect, useState, type ReactNode } from 'react';
import { beyondCapitals, capitalAmount, capitalLabel } from '#platform/model/capital-amount.ts';
import type { Document } from '#platform/model/document.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { useWatch } from '#platform/web/grid/watch.ts';
import type { Rows } from '#platform/web/grid/rows.ts';
import { language, say } from '#platform/web/text/language.ts';
import { lineColumns, runningTotals, type Line } from './lines.ts';

/** The amount in capitals, as on paper; one that is too large to be spelled shows nothing and says so (001 §5). */
export function CapitalAmount({ amount }: { readonly amount: string }): ReactNode {
  const words = capitalAmount(amount, language());
  useEffect(() => {
    if (words === null) feedback.error(say(beyondCapitals));
  }, [words]);
  return words === null ? null : (
    <span className="bill-capital" data-testid="capital">
      <span className="quiet">{say(capitalLabel)}</span>
      {words}
    </span>
  );
}

/** Below the lines of a document that has amounts; follows every edit. */
export function BillCapital({ document, rows }: { readonly document: Document; readonly rows: Rows<Line> }): ReactNode {
  const [totalsIn] = useState(() => runningTotals(lineColumns(document, true).filter(({ key }) => key === 'amount')));
  const amount = useWatch(rows, (lines) => totalsIn(lines).get('amount') ?? null);
  return amount === null ? null : <CapitalAmount amount={amount} />;
}
