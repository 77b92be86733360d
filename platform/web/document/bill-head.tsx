import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Form, type FormInstance } from 'antd';
import { memo, useEffect, useMemo, useState, type ReactNode } from 'react';
import { isZero } from '#platform/model/decimal.ts';
import { hasLines, type Document } from '#platform/model/document.ts';
import { text, type Field } from '#platform/model/field.ts';
import { backdatePermission } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import type { Draft } from '#platform/web/draft/keeper.ts';
import { forgetEarlyKeys } from '#platform/web/page/early-keys.ts';
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
import { useSetting } from '#platform/web/api/setting.ts';
import type { BillWork } from './bill-work.ts';
import { FoldLine, partnerKeyOf, useFoldKey } from './fold-line.tsx';
import { foldTexts } from './fold-texts.ts';

interface HeadFields {
  readonly usual: readonly FormField[];
  readonly rest: readonly FormField[];
}

interface BillHeadProps {
  readonly record: Row | undefined;
  /** What the form starts with. */
  readonly initial: Row;
  readonly isRead: boolean;
  readonly onTouched: (changed: Row) => void;
  readonly document: Document;
  readonly fold: HeadFold;
  readonly form: FormInstance<Record<string, unknown>>;
  readonly fields: HeadFields;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Memoised: drawing an antd Form draws each of its fields, and typing into a line must not. */
export const BillHead = memo(function BillHead({
  document,
  fold,
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
  const { place } = useFoldKey(fold.toggle);
  return (
    <div ref={place} className="bill-head">
      {fold.isFolded && (
        <FoldLine
          document={document}
          record={record}
          isRead={isRead}
          form={form}
          fields={[...usual, ...rest]}
          onUnfold={fold.toggle}
        />
      )}
      <Form form={form} layout="vertical" autoComplete="off" onValuesChange={onTouched} initialValues={initial}>
        <div hidden={fold.isFolded}>
          <Section
            title={say(texts.basics)}
            extra={<HeadTools fold={fold} isOpen={isOpen} onOpen={rest.length > 0 ? onOpen : undefined} />}
          >
            <FieldGrid fields={usual} isRead={isRead} record={record} />
            <div hidden={!isOpen} className="more-fields">
              <FieldGrid fields={rest} isRead={isRead} record={record} />
            </div>
          </Section>
        </div>
      </Form>
    </div>
  );
});

interface HeadToolsProps {
  readonly fold: HeadFold;
  readonly isOpen: boolean;
  /** Undefined where nothing lies below the fold. */
  readonly onOpen: ((isOpen: boolean) => void) | undefined;
}
function HeadTools({ fold, isOpen, onOpen }: HeadToolsProps): ReactNode {
  return (
    <span>
      {onOpen !== undefined && (
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
      )}
      {fold.isOffered && (
        <Button type="link" size="small" data-verb="foldHead" onClick={fold.toggle}>
          {say(foldTexts.fold)} <kbd>Alt H</kbd>
        </Button>
      )}
    </span>
  );
}

/** Whether the head of a document is one line; the person chooses, and it is kept by kind of document. */
export interface HeadFold {
  readonly isOffered: boolean;
  readonly isFolded: boolean;
  readonly toggle: () => void;
  readonly fold: () => void;
  readonly unfold: () => void;
}

/** What was chosen in a tab: every version of a record is a form of its own, and the head stays as it was. */
const choices = new Map<string, boolean>();
/** The head of a new document stays as it is when its tab becomes that of the saved one. */
export function carryFold(from: string, to: string): void {
  choices.set(to, choices.get(from) ?? false);
  choices.delete(from);
}

/**
 * Read, a head is folded unless its reader wants it otherwise, and so is one that is edited and lacks nothing; a new
 * one folds once what it needs was filled in. A document without lines is all head.
 */
export function useHeadFold({ document, record, draft, isRead }: ReadHead): HeadFold {
  const { name } = useTab();
  const isOffered = hasLines(document) && partnerKeyOf(document) !== undefined;
  const [kept, keep] = useSetting<'open' | 'folded' | null>(`head ${document.name}`, null, isFoldKept);
  const [chosen, setChosen] = useState(() => choices.get(name) ?? null);
  const [isWhole] = useState(() => isRead || lacksNothing(document, record, draft));
  const isFolded = isOffered && (chosen ?? (isWhole && kept !== 'open'));
  return useMemo(() => {
    const choose = (isChosen: boolean): void => {
      choices.set(name, isChosen);
      setChosen(isChosen);
    };
    return {
      isOffered,
      isFolded,
      toggle: () => {
        choose(!isFolded);
        if (isRead) keep(isFolded ? 'open' : 'folded');
      },
      fold: () => {
        if (kept !== 'open') choose(true);
      },
      unfold: () => {
        choose(false);
      },
    };
  }, [name, isOffered, isFolded, isRead, kept, keep]);
}
/** Of a saved document: every field of the head that must be filled is, and none of it was restored. */
const lacksNothing = (document: Document, record: Row | undefined, draft: Draft | null): boolean =>
  record !== undefined &&
  Object.entries(document.head).every(
    ([key, field]) =>
      !(key in (draft?.content.values ?? {})) && (!field.required || field.kept === true || textAt(record, key) !== ''),
  );
const isFoldKept = (value: unknown): value is 'open' | 'folded' => value === 'open' || value === 'folded';

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
    if (record !== undefined || isRead) return undefined;
    if (missing === undefined) {
      forgetEarlyKeys();
      return undefined;
    }
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

/**
 * Whoever is typing elsewhere, or has gone to a cell of the lines, is left alone. False while the field is not there.
 */
function beginAt(tab: string, key: string): boolean {
  const holder = window.document.activeElement;
  const form = `[data-panel="${CSS.escape(tab)}"]`;
  if (holder?.matches(`input, textarea, [contenteditable], ${form} *`) === true && holder.checkVisibility())
    return true;
  const input = window.document.querySelector<HTMLElement>(`${form} [data-field="${key}"] input`);
  input?.focus({ preventScroll: true });
  return input !== null;
}

/** Fields of a row, so that the head ends with a full one. */
const inRow = 4;
/** What a record leaves open need not be read: it is folded away with the rest. */
function filledFirst({ usual, rest }: HeadFields, record: Row): HeadFields {
  const isEmpty = ({ key }: FormField): boolean => record[key] == null || record[key] === '';
  const isSaid = ({ key, field }: FormField): boolean => field.isRare !== true || saysMore(field, textAt(record, key));
  return {
    usual: usual.filter((each) => !isEmpty(each)),
    rest: [...usual.filter(isEmpty), ...rest].filter(isSaid),
  };
}

/** What only some records have is no empty field of the others. */
const saysMore = (field: Field, value: string): boolean =>
  value !== '' && value !== field.default && !(field.kind === 'decimal' && isZero(value));

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
  const sums = kept.filter((each) => !named.includes(each) && document.print?.sums?.includes(each.key) === true);
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
