import { ArrowRightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import type { Field } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { actionLabels } from '#platform/model/permission.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { fieldAt, inputLabel } from '#platform/web/value/shown.ts';
import { say } from '#platform/web/text/language.ts';
import { RefsText } from '#platform/web/field/refs-input.tsx';
import { headOf } from '#platform/web/registry/registry.ts';
import { texts } from './texts.ts';

/** Field to what it was and what it became; `lines.3.number` is the number of the third line. */
export type ChangeSet = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

const further: Readonly<Record<string, Label>> = {
  stash: texts.stash,
  import: texts.imported,
  print: texts.printed,
  attach: texts.attached,
  detach: texts.detached,
};

export function operationLabel(noun: Entity | Document, operation: string): Label {
  return (
    (noun.kind === 'document' ? noun.verbs[operation]?.label : undefined) ??
    noun.grants?.[operation] ??
    actionLabels[operation] ??
    further[operation] ?? [operation, operation, operation]
  );
}

/** Every field by its own name, every value as its form shows it. */
export function Changes({
  noun,
  changes,
}: {
  readonly noun: Entity | Document;
  readonly changes: ChangeSet;
}): ReactNode {
  const shown = Object.entries(changes)
    .flatMap(([path, sides]) => {
      const found = changedField(noun, path);
      return found === undefined ? [] : [{ path, sides, ...found }];
    })
    .toSorted((a, b) => placeOf(noun, a.path) - placeOf(noun, b.path));
  if (shown.length === 0) return null;
  return (
    <dl className="history-changes">
      {shown.map(({ path, label, field, sides: [before, after] }) => (
        <div key={path} data-field={path}>
          <dt>{label}</dt>
          <dd>
            <Value field={field} value={before} />
            <ArrowRightOutlined aria-label="→" />
            <Value field={field} value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** As the form has them: the head in its order, then line by line. The database keeps its own order. */
function placeOf(noun: Entity | Document, path: string): number {
  const [, no, key = path] = linePath.exec(path) ?? [];
  const at = Object.keys(no === undefined ? headOf(noun) : noun.kind === 'document' ? noun.lines : {}).indexOf(key);
  return no === undefined ? at : 1000 * Number.parseInt(no, 10) + at;
}
const linePath = /^lines\.(\d+)(?:\.(\w+))?$/;

function changedField(noun: Entity | Document, path: string): { label: string; field: Field | undefined } | undefined {
  const [, no, key = path] = linePath.exec(path) ?? [];
  const lineText = no === undefined ? '' : say(texts.line, { no });
  if (no !== undefined && key === path) return { label: lineText, field: undefined };
  const field = no === undefined ? fieldAt(noun, key) : noun.kind === 'document' ? noun.lines[key] : undefined;
  // What nobody declared any more has no name to show it by; what is secret shows that it changed and no more.
  if (field === undefined) return undefined;
  return { label: `${lineText} ${say(inputLabel(field))}`.trim(), field };
}

function Value({ field, value }: { readonly field: Field | undefined; readonly value: unknown }): ReactNode {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="quiet">{say(texts.empty)}</span>;
  if (field === undefined) return <span>{typeof value === 'string' ? value : JSON.stringify(value)}</span>;
  if (field.kind === 'refs')
    return (
      <span>
        <RefsText field={field} value={Array.isArray(value) ? value.map(String) : []} />
      </span>
    );
  if (field.kind === 'secret') return <span>••••</span>;
  return (
    <span>
      <Cell field={field} value={value} />
    </span>
  );
}
