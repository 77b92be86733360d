import { Form } from 'antd';
import type { FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { nameKeyOf, type Field, type RefField } from '#platform/model/field.ts';
import { CallError } from '#platform/web/api/client.ts';
import { DrawerLink } from '#platform/web/link/drawer-link.tsx';
import { say } from '#platform/web/text/language.ts';
import { RefsText } from '#platform/web/field/refs-input.tsx';
import type { OwnInput, OwnInputProps } from '#platform/web/registry/registry.ts';
import { LateRichText } from '#platform/web/rich-text/late-rich-text.tsx';
import { retried } from '#platform/web/loading/chunk.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { AreaField, withAreas } from '#platform/web/field/area-field.tsx';
import { copiedFrom } from '#platform/web/value/body.ts';
import { Cell, isId, isOfDocument } from '#platform/web/cell/cell.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import { useRefFieldName } from '#platform/web/record/ref-names.ts';
import { plain, textAt, type Row } from '#platform/web/value/row.ts';
import { rulesOf } from '#platform/web/field/rules.ts';
import { inputLabel } from '#platform/web/value/shown.ts';

/** One field of a form and what this form asks of it. */
export interface FormField {
  readonly key: string;
  readonly field: Field;
  readonly isRequired?: boolean;
  readonly isFixed?: boolean;
  /** The first day that may be chosen. */ readonly earliest?: string;
  /** Written by the module itself. */ readonly input?: OwnInput | undefined;
}

interface FieldGridProps {
  readonly fields: readonly FormField[];
  readonly isRead?: boolean;
  readonly record?: Row | undefined;
}

/** Fields in columns, as many as the panel is wide enough for. */
export function FieldGrid({ fields, isRead = false, record }: FieldGridProps): ReactNode {
  const names = fields.map(({ field }) => say(inputLabel(field)));
  // A person chooses a packing spec, not its code; but where a text is called that, too, they must be told apart.
  const nameOf = (field: Field): string => {
    const name = say(inputLabel(field));
    return names.indexOf(name) === names.lastIndexOf(name) ? name : say(field.label);
  };
  return (
    <div className="field-grid">
      {withAreas(fields).map((each) => {
        if ('parts' in each) return <AreaField key={each.key} of={each} isRead={isRead} record={record} />;
        return isRead ? (
          <ReadField key={each.key} of={each} label={nameOf(each.field)} record={record} />
        ) : (
          <EditField key={each.key} of={each} label={nameOf(each.field)} />
        );
      })}
    </div>
  );
}

function EditField({
  of: { key, field, isRequired = field.required, isFixed = false, earliest, input },
  label,
}: {
  readonly of: FormField;
  readonly label: string;
}): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const chosen =
    field.kind !== 'ref'
      ? {}
      : {
          nameOfRef: textAt(form.getFieldsValue(true) as Row, nameKeyOf(key)),
          onPick: (row: Row | null) => {
            form.setFieldsValue({
              [nameKeyOf(key)]: row === null ? null : textAt(row, field.target().nameField),
              ...copiedFrom(field, row),
            });
          },
        };
  return (
    <div className={isWide(field) ? 'field field-wide' : 'field'} data-field={key}>
      <Form.Item name={key} label={label} rules={rulesOf(field, isRequired)} validateTrigger="onBlur">
        {input === undefined ? (
          <FieldInput field={field} disabled={isFixed} {...(earliest === undefined ? {} : { earliest })} {...chosen} />
        ) : (
          <LoadedInput input={input} disabled={isFixed} />
        )}
      </Form.Item>
    </div>
  );
}

/** The form hands value, id and change to its child; they go on to what was loaded. */
function LoadedInput({ input: { place, load }, ...props }: OwnInputProps & { readonly input: OwnInput }): ReactNode {
  return <Loaded name={`input ${place}`} load={retried(load)} props={props} />;
}

function ReadField({
  of: { key, field, input },
  label,
  record,
}: {
  readonly of: FormField;
  readonly label: string;
  readonly record: Row | undefined;
}): ReactNode {
  return (
    <div className={isWide(field) ? 'field field-wide' : 'field'} data-field={key}>
      <div className="read-label">{label}</div>
      <div className="read-value">
        {input !== undefined && (input.isShown || isShownByInput(field, record?.[key])) ? (
          <Loaded
            name={`input ${input.place}`}
            load={retried(input.load)}
            props={{ value: record?.[key], disabled: true, record }}
          />
        ) : (
          <ReadValue field={field} value={record?.[key]} nameOfRef={textAt(record, nameKeyOf(key))} />
        )}
      </div>
    </div>
  );
}

/** What only its own input can write, only its own input can show; an id says nothing to anybody. */
const isShownByInput = (field: Field, value: unknown): boolean =>
  field.kind === 'json' || (field.kind === 'text' && (field.format === 'xml' || isId(plain(value))));

function ReadValue({
  field,
  value,
  nameOfRef,
}: {
  readonly field: Field;
  readonly value: unknown;
  readonly nameOfRef: string;
}): ReactNode {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="quiet">–</span>;
  if (field.kind === 'text' && field.format === 'html') return <LateRichText html={plain(value)} />;
  if (field.kind === 'refs') return <RefsText field={field} value={Array.isArray(value) ? value.map(String) : []} />;
  return field.kind === 'ref' && !isOfDocument(field) ? (
    <RefText field={field} code={plain(value)} name={nameOfRef} />
  ) : (
    <Cell field={field} value={value} />
  );
}

function RefText({
  field,
  code,
  name,
}: {
  readonly field: RefField;
  readonly code: string;
  readonly name: string;
}): ReactNode {
  const shown = useRefFieldName(field, code, name) || code;
  return field.key === 'code' ? (
    <DrawerLink noun={field.target().name} code={code}>
      {shown}
    </DrawerLink>
  ) : (
    shown
  );
}

export const isWide = (field: Field): boolean =>
  (field.kind === 'refs' && field.tree !== undefined) ||
  (field.kind === 'text' && (field.format === 'multiline' || field.format === 'html' || field.format === 'xml'));

/** Puts each complaint of the server at its field and scrolls to the first. */
export function showErrors(form: FormInstance, error: unknown): void {
  if (!(error instanceof CallError)) return;
  const known = error.errors.filter(({ path }) => !path.startsWith('lines.'));
  form.setFields(known.map(({ path, msg }) => ({ name: path, errors: [msg] })));
  if (known[0] !== undefined) form.scrollToField(known[0].path, { block: 'center' });
}
