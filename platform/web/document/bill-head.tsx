import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Form, type FormInstance } from 'antd';
import { memo, useEffect, useMemo, useState, type ReactNode } from 'react';
import { hasLines, type Document } from '#platform/model/document.ts';
import { text } from '#platform/model/field.ts';
import { backdatePermission } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import type { Draft } from '#platform/web/draft/keeper.ts';
import { writable } from '#platform/web/value/body.ts';
import { today } from '#platform/web/cell/cell.tsx';
import { FieldGrid, isWide, type FormField } from '#platform/web/form/form-fields.tsx';
import { Section } from '#platform/web/form/panel-frame.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { useShownErrors } from '#platform/web/form/shown-errors.ts';
import { fieldAt } from '#platform/web/value/shown.ts';
import { say } from '#platform/web/text/language.ts';
import { ownInputAt } from '#platform/web/registry/registry.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { BillWork } from './bill-work.ts';

interface HeadFields {
  readonly usual: readonly FormField[];
  readonly rest: readonly FormField[];
}

interface BillHeadProps {
  readonly record: Row | undefined;
  /** What the form starts with. */
  readonly initial: Row;
  readonly isRead: boolean;
  readonly onTouched: () => void;
  readonly form: FormInstance<Record<string, unknown>>;
  readonly fields: HeadFields;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Memoised: drawing an antd Form draws each of its fields, and typing into a line must not. */
export const BillHead = memo(function BillHead({
  record,
  initial,
  isRead,
  form,
  fields: { usual, rest },
  isOpen,
  onOpen,
  onTouched,
}: BillHeadProps): ReactNode {
  useShownErrors(form);
  const toggle = (
    <Button
      type="link"
      size="small"
      data-verb="more"
      onClick={() => {
        onOpen(!isOpen);
      }}
    >
      {say(isOpen ? texts.collapse : texts.more)}
      {isOpen ? <UpOutlined /> : <DownOutlined />}
    </Button>
  );
  return (
    <Form form={form} layout="vertical" autoComplete="off" onValuesChange={onTouched} initialValues={initial}>
      <Section title={say(texts.basics)} extra={rest.length > 0 && toggle}>
        <FieldGrid fields={usual} isRead={isRead} record={record} />
        <div hidden={!isOpen} className="more-fields">
          <FieldGrid fields={rest} isRead={isRead} record={record} />
        </div>
      </Section>
    </Form>
  );
});

interface ReadHead {
  readonly document: Document;
  readonly record: Row | undefined;
  readonly draft: Draft | null;
  readonly isRead: boolean;
}
/** The fields of a head and whether those below the fold are seen. */
interface Fold {
  readonly shown: HeadFields;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** An error behind the fold would be seen by nobody. */
  readonly openFor: (keys: readonly string[]) => void;
}

export function useHeadFields({ document, record, draft, isRead }: ReadHead): Fold {
  const can = useCan();
  const earliest = can(backdatePermission(document)) ? undefined : today();
  const shown = useMemo(() => {
    const all = headFields(document, isRead, earliest);
    return isRead && record !== undefined ? filledFirst(all, record) : all;
  }, [document, isRead, earliest, record]);
  // What was restored is seen.
  const [isOpen, setOpen] = useState(() => shown.rest.some(({ key }) => key in (draft?.content.values ?? {})));
  const openFor = (keys: readonly string[]): void => {
    if (shown.rest.some(({ key }) => keys.includes(key))) setOpen(true);
  };
  return { shown, isOpen, setOpen, openFor };
}

/** A new document is written from its first missing field on. */
export function useBeginning(work: BillWork, usual: readonly FormField[], isRead: boolean): void {
  const { name } = useTab();
  const { record } = work;
  useEffect(() => {
    const missing = usual.find(({ key, field }) => field.required && textAt(work.initial, key) === '');
    if (record !== undefined || isRead || missing === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Some inputs are still being fetched when the form is there.
    const begin = (tries: number): void => {
      if (!beginAt(name, missing.key) && tries > 0)
        timer = setTimeout(() => {
          begin(tries - 1);
        }, 50);
    };
    begin(20);
    return () => {
      clearTimeout(timer);
    };
  }, [name, usual, work, record, isRead]);
}

/** Whoever is typing elsewhere is left alone. False while the field is not there. */
function beginAt(tab: string, key: string): boolean {
  const holder = window.document.activeElement;
  if (holder?.matches('input, textarea, [contenteditable]') === true && holder.checkVisibility()) return true;
  const input = window.document.querySelector<HTMLElement>(
    `[data-panel="${CSS.escape(tab)}"] [data-field="${key}"] input`,
  );
  input?.focus({ preventScroll: true });
  return input !== null;
}

/** Fields of a row, so that the head ends with a full one. */
const inRow = 4;
/** What a record leaves open need not be read: it is folded away with the rest. */
function filledFirst({ usual, rest }: HeadFields, record: Row): HeadFields {
  const isEmpty = ({ key }: FormField): boolean => record[key] == null || record[key] === '';
  return { usual: usual.filter((each) => !isEmpty(each)), rest: [...usual.filter(isEmpty), ...rest] };
}

/** What must be filled and whom it concerns, then as many as fill the rows; the rest unfolds. */
function headFields(document: Document, isRead: boolean, earliest?: string): HeadFields {
  const billDate = {
    key: 'billDate',
    field: fieldAt(document, 'billDate') ?? text(document.label),
    ...(earliest === undefined ? {} : { earliest }),
  };
  const fields: FormField[] = [
    billDate,
    ...writable(document.head).map(([key, field]) => ({ key, field, input: ownInputAt(document.name, key) })),
  ];
  const kept = isRead
    ? [
        ...Object.entries(document.head)
          .filter(([, field]) => field.kept === true && field.virtual !== true && field.hidden !== true)
          .map(([key, field]) => ({ key, field })),
        ...['auditPersonName', 'auditDate', 'auditMsg', 'closeReason', 'creatorName', 'createDate'].flatMap((key) => {
          const field = fieldAt(document, key);
          return field === undefined ? [] : [{ key, field }];
        }),
      ]
    : [];
  // What has an input of its own and is no plain value is what the document is about.
  const needed = fields.filter(
    ({ field, input }) => field.required || field.kind === 'ref' || (field.kind === 'json' && input !== undefined),
  );
  // A row of references alone would hide who receives the goods.
  const count = Math.ceil(Math.max(needed.length + 1, 2 * inRow) / inRow) * inRow;
  // Without lines the head is all there is: nothing of it is folded away.
  if (!hasLines(document)) return { usual: laid(fields, isRead), rest: kept };
  const first = new Set([...needed, ...fields.filter((each) => !needed.includes(each))].slice(0, count));
  // Whose it is and what it comes to is what it is opened for: what stands on its paper is not folded away.
  const named = kept.filter(({ key }) => document.print?.also?.includes(key) === true);
  const sums = kept.filter(({ key }) => document.print?.sums?.includes(key) === true);
  return {
    usual: laid([...named, ...fields.filter((each) => first.has(each)), ...sums], isRead),
    rest: [
      ...fields.filter((each) => !first.has(each)),
      ...kept.filter((each) => !sums.includes(each) && !named.includes(each)),
    ],
  };
}

/**
 * Whoever reads it sees what is as wide as two below the rows that short ones fill; whoever writes goes through it as
 * it was declared.
 */
const laid = (fields: readonly FormField[], isRead: boolean): readonly FormField[] =>
  isRead ? [...fields.filter(({ field }) => !isWide(field)), ...fields.filter(({ field }) => isWide(field))] : fields;
