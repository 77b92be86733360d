import { DownOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { compare, minus } from '#platform/model/decimal.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { isDecimal, measureText } from '#platform/web/value/measure.ts';
import { say } from '#platform/web/text/language.ts';
import { NumberLink } from '#platform/web/link/record-link.tsx';
import { labelAnywhere, ledgerNamed } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { isShort, totalsOf, worst, type Effect, type Impact, type Total } from './impact.ts';
import { impactSentence } from './impact-sentence.ts';
import { impactTexts } from './impact-texts.ts';

/** Rows of a group that are seen at once; the worst come first. */
const mostShown = 5;

interface ImpactPreviewProps {
  readonly impact: Impact | undefined;
  /** What becomes of the documents themselves. */ readonly deed?: string;
}

/** What a verb would do: one sentence, then the balances that it moves, ledger by ledger. */
export function ImpactPreview({ impact, deed }: ImpactPreviewProps): ReactNode {
  if (impact === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const groups = [...Map.groupBy(impact.effects, ({ kind }) => kind)]
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b) || a.localeCompare(b))
    .map(
      ([kind, effects]) =>
        [
          kind,
          totalsOf(effects, (each) => codesOf(each, ledgerNamed(kind)?.key ?? Object.keys(each.subject))),
        ] as const,
    );
  const documents = new Set(impact.effects.map(({ document }) => document));
  return (
    <div className="impact" data-testid="impact">
      <p className="impact-sentence" data-testid="impact-sentence">
        {impactSentence(groups, deed)}
      </p>
      {groups.map(([kind, effects]) => (
        <ImpactGroup key={kind} kind={kind} effects={effects} isOfSeveral={documents.size > 1} />
      ))}
    </div>
  );
}

/** What may run short stands before what only follows. */
const placeOf = (kind: string): number => {
  const { held, lockOrder = 0 } = ledgerNamed(kind) ?? {};
  return (held === undefined ? 1000 : 0) - lockOrder;
};

interface ImpactGroupProps {
  readonly kind: string;
  readonly effects: readonly Total[];
  /** Several documents move what is shown. */ readonly isOfSeveral: boolean;
}
function ImpactGroup({ kind, effects, isOfSeveral }: ImpactGroupProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const ledger = ledgerNamed(kind);
  const keys = ledger?.key ?? Object.keys(effects[0]?.subject ?? {});
  const shared = keys.filter((key) => new Set(effects.map(({ subject }) => subject[key] ?? '')).size === 1);
  // One row is called by all it has; several by what tells them apart.
  const own = effects.length === 1 ? keys : keys.filter((key) => !shared.includes(key));
  const place =
    effects.length === 1
      ? ''
      : shared
          .map((key) => nameAt(effects[0], key))
          .filter(isName)
          .join(' · ');
  const measures = [...new Set(effects.flatMap(({ changes }) => Object.keys(changes)))];
  const hasAvailable = effects.some(({ available }) => available !== undefined);
  const rows = effects.toSorted((a, b) => worst(a, b) || codesOf(a, keys).localeCompare(codesOf(b, keys)));
  const hidden = rows.slice(mostShown);
  return (
    <section className="impact-group" data-impact={kind}>
      <table className="plain-table">
        <thead>
          <tr>
            <th>
              {say(ledger?.label ?? [kind, kind, kind])}
              {place !== '' && ` · ${place}`}
            </th>
            {hasAvailable && <th className="number">{say(impactTexts.available)}</th>}
            {measures.map((key) => (
              <th key={key} className="number">
                {say(ledger?.measures[key] ?? [key, key, key])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((effect, at) => (
            <ImpactRow
              key={codesOf(effect, keys)}
              effect={effect}
              keys={{ all: keys, own, measures }}
              hasAvailable={hasAvailable}
              isHidden={!isOpen && at >= mostShown}
              isOfSeveral={isOfSeveral}
            />
          ))}
        </tbody>
      </table>
      {hidden.length > 0 && <Rest hidden={hidden} isOpen={isOpen} onOpen={setOpen} />}
    </section>
  );
}

interface RestProps {
  readonly hidden: readonly Effect[];
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}
/** What is not seen is at least judged. */
function Rest({ hidden, isOpen, onOpen }: RestProps): ReactNode {
  const short = hidden.filter(isShort).length;
  const closed = say(short === 0 ? impactTexts.restFine : impactTexts.restShort, { count: hidden.length, short });
  return (
    <Button
      type="link"
      size="small"
      aria-expanded={isOpen}
      onClick={() => {
        onOpen(!isOpen);
      }}
    >
      {isOpen ? say(texts.collapse) : closed} <DownOutlined rotate={isOpen ? 180 : 0} />
    </Button>
  );
}

interface ImpactRowProps {
  readonly effect: Total;
  readonly keys: {
    readonly all: readonly string[];
    readonly own: readonly string[];
    readonly measures: readonly string[];
  };
  readonly hasAvailable: boolean;
  readonly isHidden: boolean;
  readonly isOfSeveral: boolean;
}
function ImpactRow({ effect, keys, hasAvailable, isHidden, isOfSeveral }: ImpactRowProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const cells = { measures: keys.measures, hasAvailable };
  return (
    <>
      <tr hidden={isHidden}>
        <td>
          <span className="impact-name" title={codesTold(effect, keys.all)}>
            {keys.own
              .map((key) => nameAt(effect, key))
              .filter(isName)
              .join(' · ')}
          </span>
          {isOfSeveral && (
            <Button
              type="link"
              size="small"
              data-verb="whichDocuments"
              aria-expanded={isOpen}
              onClick={() => {
                setOpen(!isOpen);
              }}
            >
              {say(impactTexts.which)} {effect.parts.length} <DownOutlined rotate={isOpen ? 180 : 0} />
            </Button>
          )}
        </td>
        <Measures effect={effect} {...cells} />
      </tr>
      {isOpen &&
        !isHidden &&
        effect.parts.map((part) => (
          <tr key={part.document} className="impact-part" data-part={part.document}>
            <td>
              <NumberLink code={part.document ?? ''} />
            </td>
            <Measures effect={part} {...cells} />
          </tr>
        ))}
    </>
  );
}

interface MeasuresProps {
  readonly effect: Effect;
  readonly measures: readonly string[];
  readonly hasAvailable: boolean;
}
function Measures({ effect, measures, hasAvailable }: MeasuresProps): ReactNode {
  const ledger = ledgerNamed(effect.kind);
  const isMoney = (key: string): boolean => ledger?.money?.includes(key) === true;
  return (
    <>
      {hasAvailable && (
        <td className={isShort(effect) ? 'number impact-short' : 'number'} data-measure="available">
          <Change change={effect.available} isMoney={isMoney(ledger?.available.plus[0] ?? '')} hasDifference />
        </td>
      )}
      {measures.map((key) => (
        <td key={key} className="number" data-measure={key}>
          <Change change={effect.changes[key]} isMoney={isMoney(key)} />
        </td>
      ))}
    </>
  );
}

const isName = (name: string): boolean => name !== '';
/** A name is shown, its code on hover; what has no name is called by its code. */
const nameAt = (effect: Effect | undefined, key: string): string =>
  effect?.subject[nameKeyOf(key)] ?? effect?.subject[key] ?? '';
const codesOf = ({ subject }: Effect, keys: readonly string[]): string => keys.map((key) => subject[key]).join(' ');
const codesTold = ({ subject }: Effect, keys: readonly string[]): string =>
  keys
    .filter((key) => (subject[key] ?? '') !== '')
    .map((key) => `${say(labelAnywhere(key) ?? [key, key, key])} ${subject[key] ?? ''}`)
    .join(' · ');

interface ChangeProps {
  readonly change: readonly [string, string] | undefined;
  readonly isMoney: boolean;
  readonly hasDifference?: boolean;
}
function Change({ change, isMoney, hasDifference = false }: ChangeProps): ReactNode {
  if (change === undefined) return null;
  const [before, after] = change;
  const shown = (figure: string): string => measureText(figure, isMoney ? amount : quantity);
  if (!isDecimal(before) || !isDecimal(after) || compare(after, before) === 0)
    return <span className="quiet">{shown(after)}</span>;
  const difference = minus(after, before);
  return (
    <>
      {shown(before)} <span className="quiet">→</span> <strong>{shown(after)}</strong>
      {hasDifference && (
        <span className="quiet impact-difference">
          {compare(difference, '0') > 0 ? '+' : ''}
          {shown(difference)}
        </span>
      )}
    </>
  );
}
const quantity = { measure: 'quantity' } as const;
const amount = { measure: 'amount' } as const;
