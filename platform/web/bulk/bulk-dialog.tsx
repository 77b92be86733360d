import { Alert, Button, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import type { Page } from '#platform/model/envelope.ts';
import { nameKeyOf, type Field } from '#platform/model/field.ts';
import { bulkFields, mostBulkRows } from '#platform/model/list/bulk.ts';
import { fieldsOf } from '#platform/model/module.ts';
import { get, put } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { idsOf, plain, textAt, type Row } from '#platform/web/value/row.ts';
import { inputLabel } from '#platform/web/value/shown.ts';
import { bulkTexts } from './texts.ts';
import './bulk.css';

/** One field of several rows: what it becomes, seen before it is done, and taken back with one press. */
export async function editSeveral(noun: Edited, chosen: readonly Row[]): Promise<boolean> {
  const rows = noun.kind === 'document' ? await wholeHeads(noun, chosen) : chosen;
  return (await openDialog<boolean>((close) => <BulkDialog noun={noun} rows={rows} onClose={close} />)) === true;
}

type Edited = Entity | Document;

/** A list of documents has some columns of the head; what is changed need not be one of them. */
const wholeHeads = async ({ path }: Document, rows: readonly Row[]): Promise<readonly Row[]> =>
  (await get<Page<Row>>(`${path}/page`, { ids: idsOf(rows).join(','), fields: 'all', limit: mostBulkRows })).list;

interface BulkDialogProps {
  readonly noun: Edited;
  readonly rows: readonly Row[];
  readonly onClose: (isDone?: boolean) => void;
}

function BulkDialog({ noun, rows, onClose }: BulkDialogProps): ReactNode {
  const [choice, setChoice] = useState<Choice>({ key: bulkFields(noun)[0] ?? '', value: null, name: '' });
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { key, value } = choice;
  const field = fieldsOf(noun)[key];
  if (field === undefined) return null;
  const changing = rows.filter((row) => plain(row[key]) !== plain(value));
  const isFit = changing.length > 0 && !(field.required && plain(value) === '');
  const leave = (): void => {
    onClose();
  };
  const perform = async (): Promise<void> => {
    setBusy(true);
    try {
      await change(noun, changing, { key, value: plain(value) === '' ? null : value });
      onClose(true);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      centered
      width={560}
      title={say(bulkTexts.title, { noun: say(noun.label), count: rows.length })}
      onCancel={leave}
      footer={
        <div className="dialog-footer" data-dialog="bulkEdit">
          <Button onClick={leave}>{say(texts.cancel)}</Button>
          <Button type="primary" data-verb="confirm" loading={isBusy} disabled={!isFit} onClick={() => void perform()}>
            {say(bulkTexts.perform, { count: changing.length })}
          </Button>
        </div>
      }
    >
      {failure !== null && <Alert type="error" showIcon title={failure} />}
      <Inputs
        noun={noun}
        field={field}
        choice={choice}
        onChange={(next) => {
          setChoice(next);
          setFailure(null);
        }}
      />
      <Changes noun={noun} field={field} choice={choice} changing={changing} />
    </Dialog>
  );
}

/** The field, what it becomes, and what a chosen record is called. */
interface Choice {
  readonly key: string;
  readonly value: unknown;
  readonly name: string;
}
interface InputsProps {
  readonly noun: Edited;
  readonly field: Field;
  readonly choice: Choice;
  readonly onChange: (next: Choice) => void;
}
function Inputs({ noun, field, choice, onChange }: InputsProps): ReactNode {
  const id = useId();
  const { key, value, name } = choice;
  return (
    <div className="bulk-inputs">
      <label htmlFor={`${id}field`}>{say(bulkTexts.field)}</label>
      <Select
        id={`${id}field`}
        data-testid="bulkField"
        showSearch={{ optionFilterProp: 'label' }}
        value={key}
        options={bulkFields(noun).map((each) => ({ value: each, label: labelOf(noun, each) }))}
        onChange={(next) => {
          onChange({ key: next, value: null, name: '' });
        }}
      />
      <label htmlFor={`${id}value`}>{say(bulkTexts.value)}</label>
      <div data-field="bulkValue">
        <FieldInput
          key={key}
          id={`${id}value`}
          field={field}
          isFilter
          value={value}
          nameOfRef={name}
          onChange={(next) => {
            onChange({ ...choice, value: next });
          }}
          onPick={(row) => {
            if (field.kind !== 'ref') return;
            const { codeField, nameField } = field.target();
            const chosen = field.key === 'id' ? 'id' : codeField;
            onChange({ key, value: row === null ? null : textAt(row, chosen), name: textAt(row ?? {}, nameField) });
          }}
        />
      </div>
    </div>
  );
}

const labelOf = (noun: Edited, key: string): string => {
  const field = fieldsOf(noun)[key];
  return field === undefined ? key : say(inputLabel(field));
};

const calledIn = (noun: Edited, row: Row): string =>
  noun.kind === 'document' ? textAt(row, 'code') : textAt(row, noun.nameField) || textAt(row, noun.codeField);

interface ChangesProps {
  readonly noun: Edited;
  readonly field: Field;
  readonly choice: Choice;
  readonly changing: readonly Row[];
}
const seen = 5;
function Changes({ noun, field, choice: { key, value, name }, changing }: ChangesProps): ReactNode {
  if (changing.length === 0) return <p className="quiet">{say(bulkTexts.noChange)}</p>;
  const told = (one: unknown, called: string): ReactNode =>
    plain(one) === '' ? (
      <span className="quiet">{say(bulkTexts.empty)}</span>
    ) : (
      called || <Cell field={field} value={one} />
    );
  return (
    <div className="bulk-changes" data-testid="bulkChanges">
      <p>{say(bulkTexts.willChange, { count: changing.length })}</p>
      <ul>
        {changing.slice(0, seen).map((row) => (
          <li key={textAt(row, 'id')}>
            <span>{calledIn(noun, row)}</span>
            <span>
              {told(row[key], field.kind === 'ref' ? textAt(row, nameKeyOf(key)) : '')} → <b>{told(value, name)}</b>
            </span>
          </li>
        ))}
      </ul>
      {changing.length > seen && <p className="quiet">{say(bulkTexts.others, { count: changing.length - seen })}</p>}
    </div>
  );
}

interface Saved {
  readonly rows: readonly { readonly id: string; readonly rowVersion: number; readonly before: unknown }[];
}
async function change(
  noun: Edited,
  rows: readonly Row[],
  { key, value }: { readonly key: string; readonly value: unknown },
): Promise<void> {
  const path = `${noun.path}/updateBatch`;
  const ids = idsOf(rows);
  const rowVersions = Object.fromEntries(rows.map((row) => [textAt(row, 'id'), row['rowVersion']]));
  const saved = await put<Saved>(path, { ids, field: key, value, rowVersions }, { isSilent: true }).catch(
    (error: unknown) => {
      note(`${path}: ${ids.join(' ')}`, error);
      throw error;
    },
  );
  void listsChanged();
  feedback.undoable(
    say(bulkTexts.done, { count: ids.length }),
    say(bulkTexts.undo),
    () => void takeBack(path, key, saved),
  );
}

/** Refused where somebody has changed one of them since: his change stands. */
async function takeBack(path: string, field: string, { rows }: Saved): Promise<void> {
  try {
    await put(path, {
      ids: rows.map(({ id }) => id),
      field,
      values: Object.fromEntries(rows.map(({ id, before }) => [id, before])),
      rowVersions: Object.fromEntries(rows.map(({ id, rowVersion }) => [id, rowVersion])),
    });
    feedback.success(say(bulkTexts.undone));
  } catch (error) {
    note(`${path}: undo`, error);
  }
  void listsChanged();
}
