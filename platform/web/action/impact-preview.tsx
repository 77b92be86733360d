import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { compare } from '#platform/model/decimal.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { isDecimal, measureText } from '#platform/web/value/measure.ts';
import { say } from '#platform/web/text/language.ts';
import { labelAnywhere, ledgerNamed } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';

/**
 * What a verb would do, found out by doing it and taking it back: the ledger, whose balance, and each measure before
 * and after.
 */
export interface Impact {
  readonly effects: readonly Effect[];
}
interface Effect {
  readonly kind: string;
  readonly subject: Readonly<Record<string, string | null>>;
  readonly changes: Readonly<Record<string, readonly [before: string, after: string]>>;
}

export function ImpactPreview({ impact }: { readonly impact: Impact | undefined }): ReactNode {
  if (impact === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (impact.effects.length === 0) return <p className="quiet">{say(texts.nothingChanges)}</p>;
  return (
    <div className="impact" data-testid="impact">
      <p className="quiet">{say(texts.willChange)}</p>
      {[...Map.groupBy(impact.effects, ({ kind }) => kind)].map(([kind, effects]) => (
        <ImpactTable key={kind} kind={kind} effects={effects} />
      ))}
    </div>
  );
}

function ImpactTable({ kind, effects }: { readonly kind: string; readonly effects: readonly Effect[] }): ReactNode {
  const ledger = ledgerNamed(kind);
  const subjects = keysOf(effects.map(({ subject }) => subject)).filter((key) =>
    effects.some(({ subject }) => (subject[key] ?? '') !== ''),
  );
  // The name stands beside its code, in the same cell.
  const shown = subjects.filter((key) => !subjects.some((other) => other !== key && nameKeyOf(other) === key));
  const measures = keysOf(effects.map(({ changes }) => changes));
  return (
    <table className="plain-table">
      <thead>
        <tr>
          {shown.map((key) => (
            <th key={key}>{say(ledgerKeyLabel(key))}</th>
          ))}
          {measures.map((key) => (
            <th key={key} className="number">
              {say(ledger?.measures[key] ?? [key, key, key])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {effects
          .toSorted((a, b) => codesOf(a).localeCompare(codesOf(b)))
          .map(({ subject, changes }, at) => (
            <tr key={at}>
              {shown.map((key) => (
                <td key={key}>
                  {subject[key]}
                  {subject[nameKeyOf(key)] != null && nameKeyOf(key) !== key && (
                    <span className="quiet"> {subject[nameKeyOf(key)]}</span>
                  )}
                </td>
              ))}
              {measures.map((key) => (
                <td key={key} className="number" data-measure={key}>
                  <Change change={changes[key]} />
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

const keysOf = (records: readonly Readonly<Record<string, unknown>>[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];
const codesOf = ({ subject }: Effect): string => Object.values(subject).join(' ');
const ledgerKeyLabel = (key: string): readonly [string, string, string] => labelAnywhere(key) ?? [key, key, key];

function Change({ change }: { readonly change: readonly [string, string] | undefined }): ReactNode {
  if (change === undefined) return null;
  const [before, after] = change;
  if (!isDecimal(before) || !isDecimal(after) || compare(after, before) === 0)
    return <span className="quiet">{measureText(after, quantity)}</span>;
  return (
    <>
      {measureText(before, quantity)} <span className="quiet">→</span> <strong>{measureText(after, quantity)}</strong>
    </>
  );
}
const quantity = { measure: 'quantity' } as const;
