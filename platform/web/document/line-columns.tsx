import { DeleteOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { leadOf, type Document } from '#platform/model/document.ts';
import { nameKeyOf, type Field } from '#platform/model/field.ts';
import { Cell, isNumeric, isOfDocument } from '#platform/web/cell/cell.tsx';
import { isDecimal, measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { dictOptions } from '#platform/web/record/use-dicts.ts';
import { textWidth } from '#platform/web/value/width.ts';
import type { Column } from '#platform/web/column/column.ts';
import { NumberLink } from '#platform/web/link/record-link.tsx';
import { say } from '#platform/web/text/language.ts';
import type { Effects } from '#platform/web/reference/param-effects.ts';
import { texts } from '#platform/web/text/texts.ts';
import { lineEditor } from './line-editor.ts';
import { lineColumns, type LineColumn } from './lines.ts';

/**
 * Columns of the lines of a document: the lead stays in sight, and so does the button that removes a line. `read`: the
 * lines where nobody changes them, so that names and numbers get the room that they need.
 */
export function lineGridColumns(
  document: Document,
  isRead: boolean,
  onRemove: (line: Row) => void,
  effects: Effects,
  read: readonly Row[] = [],
): readonly Column[] {
  const lead = leadOf(document.lines);
  const columns = effects.columns(lineColumns(document, isRead)).map((column): Column => ({
    key: column.key,
    title: say(column.label),
    width: read.length === 0 ? widthOf(column, lead) : readWidth(column, read, lead),
    isRare: !column.isUsual,
    isRequired: !isRead && column.isEditable && column.field.required,
    ...(isNumeric(column.field) ? { align: 'right' as const } : isFlag(column) ? { align: 'center' as const } : {}),
    ...(column.key === lead ? { fixed: 'left' as const } : {}),
    editor: isRead ? undefined : lineEditor(column, column.key === lead),
    textOf: (row) => copiedText(column, row, lead),
    render: (row) => withUnit(drawn(column, row, lead, effects), effects.unitOf(column.field, row)),
  }));
  if (isRead) return columns;
  const remove = (row: Row): ReactNode => (
    <button
      type="button"
      className="icon-button"
      tabIndex={-1}
      data-verb="removeLine"
      aria-label={say(texts.removeLine)}
      title={say(texts.removeLine)}
      onClick={() => {
        onRemove(row);
      }}
    >
      <DeleteOutlined />
    </button>
  );
  return [
    ...columns,
    {
      key: '$remove',
      title: '',
      width: 40,
      fixed: 'right',
      isChrome: true,
      align: 'center',
      textOf: () => '',
      render: remove,
    },
  ];
}

/** What a line is and what it comes to, in this order. */
const worth = ['number', 'amount'];

/**
 * In a hand there is room for three columns: what the line is about by its name, how many and how much. Its code stands
 * at the end, and nothing stays while the rest moves.
 */
export function inHand(columns: readonly Column[], lead: string): readonly Column[] {
  const name = columns.some(({ key }) => key === nameKeyOf(lead)) ? nameKeyOf(lead) : lead;
  const first = [name, ...worth];
  const place = ({ key }: Column): number =>
    first.includes(key) ? first.indexOf(key) : key === lead ? columns.length : first.length;
  return columns.map(({ fixed: _fixed, ...column }): Column => column).toSorted((a, b) => place(a) - place(b));
}

const withUnit = (shown: ReactNode, unit: string): ReactNode =>
  unit === '' || shown === '' ? (
    shown
  ) : (
    <>
      {shown} <span className="quiet">{unit}</span>
    </>
  );

const isFlag = ({ field: { kind } }: LineColumn): boolean => kind === 'flag' || kind === 'bool';

function drawn({ key, field, isEditable }: LineColumn, row: Row, lead: string, effects: Effects): ReactNode {
  const value = row[key];
  switch (field.kind) {
    case 'ref':
      if (!isEditable && isOfDocument(field) && value) return <NumberLink code={textAt(row, key)} isInGrid />;
      return key === lead ? textAt(row, key) : textAt(row, nameKeyOf(key)) || textAt(row, key);
    case 'decimal':
      return isDecimal(textAt(row, key))
        ? measureText(textAt(row, key), field, effects.decimalsOf(field, row))
        : textAt(row, key);
    case 'text':
      return field.isNumber === true && value ? <NumberLink code={textAt(row, key)} isInGrid /> : textAt(row, key);
    case 'integer':
    case 'date':
      return textAt(row, key);
    case 'dict':
      return dictOptions(field.dictType).find((option) => option.value === value)?.label ?? textAt(row, key);
    case 'flag':
    case 'bool': {
      const isOn = value === '1' || value === true;
      return isEditable ? (
        <span
          className={isOn ? 'grid-check grid-check-on' : 'grid-check'}
          role="img"
          aria-label={say(isOn ? texts.yes : texts.no)}
        >
          ✓
        </span>
      ) : (
        <Cell field={field} value={value} />
      );
    }
    case 'choice':
    case 'instant':
    case 'refs':
    case 'json':
    case 'secret':
    case 'file':
      return <Cell field={field} value={value} />;
  }
}

/** What is copied can be pasted back: codes, plain numbers, names of choices. */
function copiedText(column: LineColumn, row: Row, lead: string): string {
  const { key, field } = column;
  if (field.kind === 'choice' || field.kind === 'dict')
    return lineEditor({ ...column, isEditable: true }, false)?.startText(row) ?? textAt(row, key);
  if (field.kind === 'ref' && key !== lead) return textAt(row, nameKeyOf(key)) || textAt(row, key);
  return textAt(row, key);
}

/**
 * What is typed gets room to type; what is copied gets what its header needs; what the server tells (numbers of other
 * documents, summaries) gets room to be read.
 */
function widthOf({ key, label, field, isEditable }: LineColumn, lead: string): number {
  const title = textWidth(say(label)) + (isEditable && field.required ? 32 : 24);
  if (key === lead) return Math.max(134, title);
  if (key === nameKeyOf(lead)) return 180;
  if (field.kind === 'decimal') return Math.max(field.measure !== 'amount' ? 98 : isEditable ? 128 : 112, title);
  if (field.kind === 'text' && field.format === 'multiline') return 180;
  return Math.max(isEditable ? 116 : toldWidth(field), Math.min(title, 150));
}

/**
 * As wide as what is read: of goods whose names are cut after three letters nobody knows which they are, and room that
 * short ones leave is room for the amounts at the right.
 */
function readWidth(column: LineColumn, read: readonly Row[], lead: string): number {
  const { key, label, field } = column;
  const usual = widthOf(column, lead);
  const title = textWidth(say(label)) + 24;
  if (field.kind === 'decimal') {
    // Their sum stands below them, and is longer.
    const figures = read.map((row) => (isDecimal(textAt(row, key)) ? measureText(textAt(row, key), field) : ''));
    return Math.min(usual, Math.max(72, title, ...figures.map((figure) => textWidth(figure) + 36)));
  }
  if (field.kind !== 'ref' && field.kind !== 'text') return usual;
  const words = Math.max(0, ...read.map((row) => textWidth(copiedText(column, row, lead)) + 28));
  const isLead = key === lead || key === nameKeyOf(lead);
  return isLead ? Math.max(Math.min(usual, words), title, 76) : Math.max(usual, Math.min(168, words));
}

/** A day or a word that is cut says nothing. */
function toldWidth(field: Field): number {
  if (field.kind === 'date') return textWidth('2026-11-16') + 24;
  if (field.kind === 'choice') {
    const words = Object.values(field.choices).map(([zhCN, zhTW, en]) => textWidth(say([zhCN, zhTW, en])));
    return Math.min(Math.max(76, ...words.map((width) => width + 24)), 150);
  }
  return field.kind === 'text' && field.kept === true ? 150 : 76;
}
