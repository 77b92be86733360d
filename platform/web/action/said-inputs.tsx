import { useId, type ReactNode } from 'react';
import type { Document, Verb } from '#platform/model/document.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { today } from '#platform/web/cell/cell.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { inputLabel } from '#platform/web/value/shown.ts';

type Asks = NonNullable<Verb['asks']>;

/** What the chosen documents have in common stands there already; a day that must be said is today. */
export function saidFirst({ head, verbs }: Document, verb: string, rows: readonly Row[]): Row {
  const asks: Asks = verbs[verb]?.asks ?? {};
  const [first = {}] = rows;
  return Object.fromEntries(
    Object.keys(asks).flatMap((key) => {
      const common = rows.every((row) => textAt(row, key) === textAt(first, key)) ? textAt(first, key) : '';
      const field = head[key];
      const value = common === '' && field?.kind === 'date' && asks[key] === 'required' ? today() : common;
      return field?.kind === 'ref'
        ? [
            [key, value],
            [nameKeyOf(key), value === '' ? '' : textAt(first, nameKeyOf(key))],
          ]
        : [[key, value]];
    }),
  );
}

/** What is left empty is as the documents have it. */
export const saidOf = ({ head }: Document, said: Row): Row =>
  Object.fromEntries(Object.entries(said).filter(([key, value]) => key in head && value !== '' && value !== null));

export const isUnsaid = ({ asks = {} }: Verb, said: Row): boolean =>
  Object.entries(asks).some(([key, need]) => need === 'required' && textAt(said, key) === '');

interface SaidInputsProps {
  readonly document: Document;
  readonly asks: Asks;
  readonly said: Row;
  readonly onChange: (said: Row) => void;
}
/** What whoever performs the verb says with it. */
export function SaidInputs({ document, asks, said, onChange }: SaidInputsProps): ReactNode {
  const id = useId();
  return (
    <div className="said-inputs">
      {Object.keys(asks).flatMap((key) => {
        const field = document.head[key];
        if (field === undefined) return [];
        return [
          <label key={`${key} label`} htmlFor={id + key} className={asks[key] === 'required' ? 'said-needed' : ''}>
            {say(inputLabel(field))}
          </label>,
          <div key={key} data-field={key}>
            <FieldInput
              id={id + key}
              field={field}
              isFilter
              value={said[key]}
              nameOfRef={textAt(said, nameKeyOf(key))}
              onChange={(value) => {
                onChange({ ...said, [key]: value });
              }}
              onPick={(row) => {
                if (field.kind !== 'ref') return;
                const { codeField, nameField } = field.target();
                const code = textAt(row ?? {}, field.key === 'id' ? 'id' : codeField);
                onChange({ ...said, [key]: code, [nameKeyOf(key)]: textAt(row ?? {}, nameField) });
              }}
            />
          </div>,
        ];
      })}
    </div>
  );
}
