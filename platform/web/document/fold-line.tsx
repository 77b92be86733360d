import { DownOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Form, type FormInstance } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import { nameKeyOf, spokenLabel } from '#platform/model/field.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import type { FormField } from '#platform/web/form/form-fields.tsx';
import { isDialogOpen } from '#platform/web/page/dialogs.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { foldTexts } from './fold-texts.ts';

interface FoldLineProps {
  readonly document: Document;
  readonly record: Row | undefined;
  readonly isRead: boolean;
  readonly form: FormInstance<Record<string, unknown>>;
  readonly fields: readonly FormField[];
  readonly onUnfold: () => void;
}

/** The head of a document in one line: whom it is with, then what was written, as much as there is room for. */
export function FoldLine({ document, record, isRead, form, fields, onUnfold }: FoldLineProps): ReactNode {
  const typed = Form.useWatch((values) => values as Row, { form, preserve: true });
  const values: Row = isRead ? (record ?? {}) : { ...record, ...typed };
  const partner = partnerKeyOf(document, values);
  const told = fields.filter(({ key }) => key !== partner && textAt(values, key) !== '' && isTold(key, values));
  const worth = worthOf(document);
  const shown = [...told.filter(({ key }) => worth.includes(key)), ...told.filter(({ key }) => !worth.includes(key))];
  return (
    <section className="card fold-line" data-testid="fold-line">
      {partner !== undefined && nameAt(values, partner) !== '' && (
        <b className="fold-partner">{nameAt(values, partner)}</b>
      )}
      <dl className="fold-facts">
        {shown.map(({ key, field }) => (
          <div key={key} data-folded={key}>
            <dt>{say(spokenLabel(field))}</dt>
            <dd>{field.kind === 'ref' ? nameAt(values, key) : <Cell field={field} value={values[key]} />}</dd>
          </div>
        ))}
      </dl>
      <Button type="link" size="small" data-verb="unfoldHead" aria-expanded={false} onClick={onUnfold}>
        {!isRead && <EditOutlined />}
        {say(isRead ? foldTexts.unfold : foldTexts.change)} <kbd>Alt H</kbd>
        {isRead && <DownOutlined />}
      </Button>
    </section>
  );
}

const nameAt = (values: Row, key: string): string => textAt(values, nameKeyOf(key)) || textAt(values, key);
/** What has no name beside its code is told by whoever opens the head. */
const isTold = (key: string, values: Row): boolean =>
  typeof values[key] === 'string' || typeof values[key] === 'number';

/** What it comes to, which its list leads with, too: cut at the end of the line, nobody would see it. */
function worthOf({ list, head }: Document): readonly string[] {
  const isAmount = (key: string): boolean => {
    const field = head[key];
    return field?.kind === 'decimal' && field.measure === 'amount';
  };
  return list.lead?.filter(isAmount) ?? list.columns.filter(isAmount).slice(0, 1);
}

/** Whom a document is with: its customer or its supplier, of a record the one that it has. */
export function partnerKeyOf({ owner, head }: Document, record?: Row): string | undefined {
  const keys = [owner?.customer, owner?.supplier].filter((key) => key !== undefined && head[key] !== undefined);
  return keys.find((key) => key !== undefined && record !== undefined && textAt(record, key) !== '') ?? keys[0];
}

/** Alt+H folds and unfolds the head of the document on screen. */
export function useFoldKey(onToggle: () => void): { readonly place: React.RefObject<HTMLDivElement | null> } {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyH' || isDialogOpen()) return;
      if (place.current?.checkVisibility() !== true) return;
      event.preventDefault();
      onToggle();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [onToggle]);
  return { place };
}
