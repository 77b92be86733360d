import type { ReactNode } from 'react';
import { nameKeyOf, type Field, type RefField } from '#platform/model/field.ts';
import { Cell, isOfDocument } from '#platform/web/cell/cell.tsx';
import { RefsText } from '#platform/web/field/refs-input.tsx';
import { useRefFieldName } from '#platform/web/record/ref-names.ts';
import { plain, textAt, type Row } from '#platform/web/value/row.ts';

/** A value as it stood, in words: names and not codes. */
export function VersionValue({
  field,
  row,
  of,
}: {
  readonly field: Field;
  readonly row: Row;
  readonly of: string;
}): ReactNode {
  const value = row[of];
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="quiet">–</span>;
  if (field.kind === 'refs') return <RefsText field={field} value={Array.isArray(value) ? value.map(String) : []} />;
  if (field.kind === 'text' && field.format === 'html') return plain(value).replaceAll(/<[^>]*>/g, ' ');
  if (field.kind === 'ref')
    return isOfDocument(field) ? (
      plain(value)
    ) : (
      <RefName field={field} code={plain(value)} name={textAt(row, nameKeyOf(of))} />
    );
  return <Cell field={field} value={value} />;
}

function RefName({
  field,
  code,
  name,
}: {
  readonly field: RefField;
  readonly code: string;
  readonly name: string;
}): ReactNode {
  return useRefFieldName(field, code, name) || code;
}
