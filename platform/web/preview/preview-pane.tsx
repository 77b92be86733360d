import { CloseOutlined, ExportOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { hasLines, leadOf, type Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import type { Field } from '#platform/model/field.ts';
import { leadingFirst, rolesOf } from '#platform/model/list/lead.ts';
import type { RowAction } from '#platform/web/action/actions.tsx';
import { get } from '#platform/web/api/client.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { biggestLines, fewLines } from '#platform/web/value/biggest-lines.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { columnsOf } from '#platform/web/value/shown.ts';
import { textWidth } from '#platform/web/value/width.ts';
import type { FocusedRow } from './focused-row.ts';
import { HolderBox } from './holder-box.tsx';
import { PreviewSkeleton } from './preview-skeleton.tsx';
import { previewTexts } from './texts.ts';

export interface PreviewPaneProps {
  readonly noun: Entity | Document;
  readonly focused: FocusedRow;
  readonly actions: readonly RowAction[];
  readonly onOpen: (row: Row) => void;
  readonly onClose: () => void;
}

/** What a row is about, beside its list: it follows the cursor once it rests. */
export function PreviewPane(props: PreviewPaneProps): ReactNode {
  const { noun, focused } = props;
  const row = useResting(focused);
  const id = textAt(row, 'id');
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'preview', noun.path, id],
    queryFn: ({ signal }) => get<Row>(`${noun.path}/${id}`, undefined, { signal, isSilent: true }),
    enabled: id !== '',
  });
  if (row === undefined || id === '') return <p className="preview-nothing">{say(previewTexts.nothing)}</p>;
  return (
    <>
      <Head {...props} row={row} />
      <div className="preview-body">
        {error !== null && (
          <div className="preview-nothing" role="alert">
            <strong>{say(previewTexts.failed)}</strong> {error.message}{' '}
            <Button type="link" size="small" onClick={() => void refetch()}>
              {say(texts.retry)}
            </Button>
          </div>
        )}
        {error === null && data === undefined && <PreviewSkeleton />}
        {data !== undefined && (
          <>
            {noun.kind === 'document' && <HolderBox document={noun} id={id} version={textAt(data, 'rowVersion')} />}
            <Facts noun={noun} record={{ ...row, ...data }} />
            {noun.kind === 'document' && hasLines(noun) && (
              <Lines document={noun} record={data} onAll={() => props.onOpen(row)} />
            )}
          </>
        )}
      </div>
      <Foot {...props} row={row} />
    </>
  );
}

const rest = 150;
/** Whoever goes down a list with the arrow key reads the row he stops at. */
function useResting(focused: FocusedRow): Row | undefined {
  const [row, setRow] = useState(focused.get);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = focused.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        setRow(focused.get());
      }, rest);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [focused]);
  return row;
}

type PartProps = PreviewPaneProps & { readonly row: Row };

function Head({ noun, row, onOpen, onClose }: PartProps): ReactNode {
  const { number, name, partner, amount, status } = rolesOf(noun);
  const shown = (key: string | undefined): ReactNode =>
    key === undefined ? null : <Told noun={noun} of={key} row={row} />;
  return (
    <header className="preview-head">
      <div className="preview-title">
        <a
          role="button"
          tabIndex={0}
          onClick={() => {
            onOpen(row);
          }}
        >
          {shown(number)}
        </a>
        {shown(status)}
        <span className="preview-tools">
          <Button
            type="text"
            size="small"
            icon={<ExportOutlined />}
            title={say(previewTexts.open)}
            aria-label={say(previewTexts.open)}
            onClick={() => {
              onOpen(row);
            }}
          />
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            data-verb="closePreview"
            title={say(previewTexts.close)}
            aria-label={say(previewTexts.close)}
            onClick={onClose}
          />
        </span>
      </div>
      <div className="preview-subject">
        <strong>{shown(partner ?? name)}</strong>
        <b>{shown(amount)}</b>
      </div>
    </header>
  );
}

/** A column of the list, as the list shows it. */
function Told({
  noun,
  of,
  row,
}: {
  readonly noun: Entity | Document;
  readonly of: string;
  readonly row: Row;
}): ReactNode {
  const [column] = columnsOf(noun, [of]);
  return column === undefined ? null : <Cell field={column.field} value={row[column.valueKey]} />;
}

const most = 8;
/** What the list has no room for; empty ones say nothing. */
function Facts({ noun, record }: { readonly noun: Entity | Document; readonly record: Row }): ReactNode {
  const { number, name, partner, amount, status } = rolesOf(noun);
  const told = [number, name, partner, amount, status];
  const facts = columnsOf(noun, leadingFirst(noun))
    .filter(({ key, field, valueKey }) => !told.includes(key) && isSaid(field, record[valueKey]))
    .slice(0, most);
  return (
    <dl className="preview-facts">
      {facts.map(({ key, label, field, valueKey }) => (
        <div key={key} className={isLong(say(label), field, record[valueKey]) ? 'preview-wide' : undefined}>
          <dt title={say(label)}>{say(label)}</dt>
          <dd title={textAt(record, valueKey)}>
            <Cell field={field} value={record[valueKey]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isSaid = ({ kind }: Field, value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(kind === 'flag' && value === '0');
/**
 * Pixels of half the pane, for a label and for a value beside it; a word in a pill needs room for its dot and edges.
 */
const half = { label: 68, value: 72, pill: 26 };
function isLong(label: string, field: Field, value: unknown): boolean {
  if (field.kind === 'instant' || textWidth(label) > half.label) return true;
  const text = wordsOf(field, value);
  return textWidth(text) + (field.kind === 'choice' ? half.pill : 0) > half.value + 8;
}

function wordsOf(field: Field, value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const [zhCN = text, zhTW = text, en = text] = (field.kind === 'choice' && field.choices[text]) || [];
  return say([zhCN, zhTW, en]);
}

interface LinesProps {
  readonly document: Document;
  readonly record: Row;
  readonly onAll: () => void;
}
function Lines({ document, record, onAll }: LinesProps): ReactNode {
  const { count, shown, quantity, amount } = biggestLines(document, record);
  if (count === 0) return null;
  return (
    <section className="preview-lines">
      <h3>{say(previewTexts.lines, { count })}</h3>
      {shown.map(({ line, name }, at) => (
        <div key={textAt(line, 'id') || at} className="preview-line">
          <span title={textAt(line, leadOf(document.lines))}>{name}</span>
          <span>
            {quantity !== undefined && <Cell field={quantity.field} value={line[quantity.key]} />}{' '}
            {quantity?.field.unitFrom !== undefined && textAt(line, quantity.field.unitFrom)}
          </span>
          <span>{amount !== undefined && <Cell field={amount.field} value={line[amount.key]} />}</span>
        </div>
      ))}
      {count > fewLines && (
        <p className="quiet">
          {amount !== undefined && say(previewTexts.largest, { count: fewLines })}
          <a role="button" tabIndex={0} onClick={onAll}>
            {say(previewTexts.allLines, { count })}
          </a>
        </p>
      )}
    </section>
  );
}

function Foot({ row, actions, onOpen }: PartProps): ReactNode {
  const next = actions.find(
    ({ isAside = false, isDanger = false, isOffered }) => !isAside && !isDanger && isOffered([row]),
  );
  return (
    <footer className="preview-foot">
      <div className="preview-actions">
        <Button
          onClick={() => {
            onOpen(row);
          }}
        >
          {say(previewTexts.open)} <kbd>Enter</kbd>
        </Button>
        {next !== undefined && (
          <Button data-verb="previewNext" onClick={() => void next.perform([row])}>
            {say(next.label)}
          </Button>
        )}
      </div>
      <p className="preview-keys">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {say(previewTexts.next)} <kbd>{say(previewTexts.space)}</kbd> {say(previewTexts.fold)}
      </p>
    </footer>
  );
}
