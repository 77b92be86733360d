import type { ReactNode } from 'react';
import { leadOf, stateOf, type Document } from '#platform/model/document.ts';
import { nameKeyOf, type Field } from '#platform/model/field.ts';
import type { Noun } from '#platform/model/module.ts';
import type { RecordState, RecordVersion } from '#platform/model/version/answer.ts';
import { readableKeys, type Difference, type LinePair } from '#platform/model/version/difference.ts';
import { instantText, isNumeric, StatusTag } from '#platform/web/cell/cell.tsx';
import { say } from '#platform/web/text/language.ts';
import { fieldAt, inputLabel } from '#platform/web/value/shown.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { headOf } from '#platform/web/registry/registry.ts';
import { deedOf, whoIn } from './version-line.tsx';
import { VersionValue } from './version-value.tsx';
import { versionTexts as texts } from './version-texts.ts';

export interface Compared {
  readonly noun: Noun;
  readonly a: RecordVersion;
  readonly b: RecordVersion;
  readonly before: RecordState;
  readonly after: RecordState;
  readonly difference: Difference;
  readonly isOnlyChanged: boolean;
  readonly isOlder: boolean;
  readonly last: number;
}

/** Two moments beside each other, field by field and line by line on the same height. */
export function VersionSides(props: Compared): ReactNode {
  return (
    <div className="past-pair">
      {props.last > 1 && <Side {...props} side="a" />}
      <Side {...props} side="b" />
    </div>
  );
}

type Of = 'a' | 'b';

function Side({ side, ...compared }: Compared & { readonly side: Of }): ReactNode {
  const { noun, before, after, difference, isOlder, last } = compared;
  const version = compared[side];
  const row = side === 'a' ? before : after;
  const state = noun.kind === 'document' ? noun.states[stateOf(noun, textAt(row, 'billStatus')) ?? ''] : undefined;
  return (
    <section className={`past-of past-of-${side}`} aria-label={`${side.toUpperCase()} v${version.no}`}>
      <header>
        <b className={`past-side past-side-${side}`}>{side.toUpperCase()}</b>
        <strong>v{version.no}</strong>
        <span>
          {instantText(version.at).slice(0, 16)}
          {version.no === last ? ` ${say(texts.untilNow)}` : ''} · {whoIn(version)} {deedOf(noun, version, isOlder)}
        </span>
        {state !== undefined && <StatusTag tone={state.tone ?? 'grey'}>{say(state.label)}</StatusTag>}
      </header>
      <dl>
        {fieldsShown(compared).map(([key, field]) => (
          <div key={key} data-field={key} data-changed={difference.head.has(key) ? '' : undefined}>
            <dt>{say(inputLabel(field))}</dt>
            <dd>
              {difference.head.has(key) && (
                <span className="past-heard">{say(side === 'a' ? texts.was : texts.is)} </span>
              )}
              <VersionValue field={field} row={row} of={key} />
            </dd>
          </div>
        ))}
      </dl>
      {noun.kind === 'document' && difference.lines.length > 0 && (
        <Lines document={noun} side={side} compared={compared} />
      )}
    </section>
  );
}

/** What says which record it is stays in sight; of the rest only what changed. */
function fieldsShown({ noun, before, after, difference, isOnlyChanged }: Compared): readonly [string, Field][] {
  const isFilled = (key: string): boolean => textAt(before, key) !== '' || textAt(after, key) !== '';
  const usual = (key: string, field: Field): boolean =>
    !isOnlyChanged && isFilled(key) && (field.required || field.kind === 'ref' || noun.kind === 'entity');
  const head = headOf(noun);
  const keys = [...(noun.kind === 'document' ? ['billDate', 'cancelFlag'] : []), ...readableKeys(head)];
  return keys.flatMap((key): [string, Field][] => {
    const field = fieldAt(noun, key);
    return field !== undefined && (difference.head.has(key) || usual(key, field)) ? [[key, field]] : [];
  });
}

interface LinesProps {
  readonly document: Document;
  readonly side: Of;
  readonly compared: Compared;
}

function Lines({ document, side, compared: { difference, isOnlyChanged } }: LinesProps): ReactNode {
  const lead = leadOf(document.lines);
  const columns = columnsShown(document, lead, difference.lines);
  const pairs = difference.lines.filter(({ kind }) => !isOnlyChanged || kind !== 'same');
  if (pairs.length === 0) return null;
  return (
    <div className="past-lines">
      <table>
        <thead>
          <tr>
            <th className="past-no">#</th>
            {columns.map(([key, field]) => (
              <th key={key} className={isNumeric(field) ? 'past-number' : undefined}>
                {say(inputLabel(field))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => {
            const row = side === 'a' ? pair.before : pair.after;
            const key = textAt(pair.after ?? pair.before ?? undefined, 'id');
            return row === null ? (
              <tr key={key} className="past-gap">
                <td colSpan={columns.length + 1} />
              </tr>
            ) : (
              <Line key={key} pair={pair} row={row} lead={lead} columns={columns} />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  readonly pair: LinePair;
  readonly row: Row;
  readonly lead: string;
  readonly columns: readonly (readonly [string, Field])[];
}

function Line({ pair: { kind, keys }, row, lead, columns }: LineProps): ReactNode {
  const mark = kind === 'went' ? '−' : kind === 'came' ? '+' : textAt(row, 'lineNo');
  return (
    <tr
      className={`past-${kind}`}
      data-changed={kind === 'same' ? undefined : ''}
      aria-label={kind === 'went' ? say(texts.removed) : kind === 'came' ? say(texts.added) : undefined}
    >
      <td className="past-no">{mark}</td>
      {columns.map(([key, field]) => (
        <td
          key={key}
          className={[isNumeric(field) ? 'past-number' : '', keys.has(key) ? 'past-cell' : ''].join(' ').trim()}
        >
          {key === lead && field.kind === 'ref' && <small>{textAt(row, key)} </small>}
          <VersionValue field={field} row={row} of={key} />
        </td>
      ))}
    </tr>
  );
}

/** What a line is about, how many, at which price and for how much; and whatever else differs in one of them. */
function columnsShown(document: Document, lead: string, pairs: readonly LinePair[]): readonly [string, Field][] {
  const changed = new Set(pairs.flatMap(({ keys }) => [...keys]));
  const usual = (key: string, field: Field): boolean =>
    key === lead || (field.kind === 'decimal' && field.required) || key === 'price' || key === 'amount';
  // What follows from number and price only widens the sheet, unless nothing else of a line has changed.
  const isWorkedOut = (key: string): boolean => document.lines[key]?.kept === true && key !== 'amount';
  const isNeeded = pairs.some(({ kind, keys }) => kind === 'changed' && [...keys].every(isWorkedOut));
  return readableKeys(document.lines).flatMap((key): [string, Field][] => {
    const field = document.lines[key];
    if (field === undefined || key === nameKeyOf(lead)) return [];
    return usual(key, field) || (changed.has(key) && (isNeeded || !isWorkedOut(key))) ? [[key, field]] : [];
  });
}
