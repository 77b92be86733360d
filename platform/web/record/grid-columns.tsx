import type { ReactNode } from 'react';
import type { Field } from '#platform/model/field.ts';
import type { Column } from '#platform/web/column/column.ts';
import { DrawerLink, mayHaveDrawer } from '#platform/web/link/drawer-link.tsx';
import { cardOf, NumberLink } from '#platform/web/link/record-link.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { Cell, instantText, isNumeric, isOfDocument, today, wordOf, wordOfNone } from '#platform/web/cell/cell.tsx';
import { measureText } from '#platform/web/value/measure.ts';
import { missingName, type Names } from './ref-names.ts';
import { plain, textAt, type Row } from '#platform/web/value/row.ts';
import type { Shown } from '#platform/web/value/shown.ts';
import { dictName, type Dicts } from './use-dicts.ts';
import { columnWidth, narrowWidth } from '#platform/web/value/width.ts';

interface Facts {
  readonly columns: readonly Shown[];
  /** Rows to take the width from. */
  readonly rows: readonly Row[];
  readonly dicts: Dicts | undefined;
  /** Lists for codes that came without their name. */
  readonly names?: Names;
  /** Levels of a tree: each pushes the first column to the right. */
  readonly levels?: number;
  readonly linkKey?: string | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** The document whose number the link shows: whoever points at it is told more. */
  readonly card?: string | undefined;
  /** What people call a value that is stored as a key or an address; undefined where nobody calls it anything. */
  readonly words?: Words | undefined;
  readonly rowButtons?: ((row: Row) => ReactNode) | undefined;
  readonly buttonsWidth?: number | undefined;
  /** Written beside a figure. */
  readonly unitOf?: ((field: Field, row: Row) => string) | undefined;
  /** Something stands beside the list: dates of this year lose it, and a long name is cut sooner. */
  readonly isNarrow?: boolean;
  /** Of the unit of a figure: at least so many are shown. */
  readonly decimalsOf?: ((field: Field, row: Row) => number) | undefined;
}

export type Words = Readonly<Record<string, (row: Row) => string | undefined>>;

/** Columns of a list. The first stays in sight, and so do the buttons. */
export function gridColumns({
  columns,
  rows,
  dicts,
  names,
  levels = 0,
  linkKey,
  onOpen,
  card,
  words = {},
  rowButtons,
  buttonsWidth = 76,
  unitOf,
  decimalsOf,
  isNarrow = false,
}: Facts): readonly Column[] {
  const shown = columns.map(({ key, label, field, valueKey, ref, isRare = false }, at): Column => {
    const valueIn = (row: Row): unknown => row[valueKey] ?? nameFound(row, ref, names) ?? row[valueKey];
    const title = say(isNarrow && key === 'billDate' ? texts.day : label);
    const seenIn = (row: Row): string =>
      words[key]?.(row) ??
      seenText(field, valueIn(row), dicts, decimalsOf?.(field, row)) + unitAfter(unitOf?.(field, row));
    const seen = rows.slice(0, 50).map(seenIn);
    return {
      key,
      title,
      isRare,
      width: widthOf(title, field, seen, isNarrow) + (at === 0 && !isNarrow ? 12 + levels * 20 : 0),
      isSortable: field.kind !== 'json' && field.kind !== 'refs',
      ...(isNumeric(field) ? { align: 'right' as const } : {}),
      ...(at === 0 && columns.length > 1 ? { fixed: 'left' as const } : {}),
      textOf: (row) => words[key]?.(row) ?? textOf(field, valueIn(row), dicts),
      render:
        words[key] !== undefined
          ? (row) => called(words[key]?.(row), plain(valueIn(row))) ?? drawn(field, valueIn(row), dicts)
          : key === linkKey
            ? (row) => opener({ row, card, onOpen }, drawn(field, valueIn(row), dicts) || nothingToShow)
            : ref !== undefined && mayHaveDrawer(ref.field)
              ? (row) => nameLink(ref, row, plain(valueIn(row)))
              : isNarrow && field.kind === 'date'
                ? (row) => shortDay(plain(valueIn(row)))
                : (row) => withUnit(drawn(field, valueIn(row), dicts, decimalsOf?.(field, row)), unitOf?.(field, row)),
    };
  });
  if (rowButtons === undefined) return shown;
  return [
    ...shown,
    {
      key: '$buttons',
      title: buttonsWidth < 60 ? '' : say(texts.operations),
      width: buttonsWidth,
      fixed: 'right',
      isChrome: true,
      textOf: () => '',
      render: rowButtons,
    },
  ];
}

/** A name is shown, what is stored on hover. */
const called = (name: string | undefined, stored: string): ReactNode =>
  name === undefined ? undefined : <span title={stored}>{name}</span>;

/** A code without its name is looked up; a row that was told neither has neither. */
const nameFound = (row: Row, ref: Shown['ref'], names: Names | undefined): string | undefined =>
  ref === undefined || row[ref.key] === undefined ? undefined : missingName(names, ref.field, textAt(row, ref.key));

interface Opener extends Pick<Facts, 'card' | 'onOpen'> {
  readonly row: Row;
}
const opener = ({ row, card, onOpen }: Opener, shown: ReactNode): ReactNode => (
  <a
    role="button"
    tabIndex={-1}
    {...(card === undefined ? {} : { 'data-card': cardOf(card, textAt(row, 'id')) })}
    onClick={() => onOpen?.(row)}
  >
    {shown}
  </a>
);

const nameLink = ({ key, field }: NonNullable<Shown['ref']>, row: Row, name: string): ReactNode => (
  <DrawerLink noun={field.target().name} code={textAt(row, key)} isInGrid>
    {name}
  </DrawerLink>
);

const widestName = 152;
const shortestDay = '11-16';
function widthOf(title: string, field: Field, values: readonly string[], isNarrow: boolean): number {
  if (!isNarrow) return columnWidth(title, field, values);
  if (field.kind === 'date') return narrowWidth(title, 16, [shortestDay]);
  if (field.kind === 'choice') return narrowWidth(title, 45, values);
  const width = columnWidth(title, field, values);
  return field.kind === 'text' || field.kind === 'ref' ? Math.min(width, widestName) : width;
}

/** The year goes without saying while it is this one. */
const shortDay = (day: string): string => (day.startsWith(today().slice(0, 5)) ? day.slice(5) : day);

/** What opens a record must be there to be clicked. */
const nothingToShow = '–';

const withUnit = (shown: ReactNode, unit: string | undefined): ReactNode =>
  unit === undefined || unit === '' || shown === '' ? (
    shown
  ) : (
    <>
      {shown} <span className="quiet">{unit}</span>
    </>
  );

/** Most cells are a plain text: a component for each of a thousand cells is felt. */
function drawn(field: Field, value: unknown, dicts: Dicts | undefined, decimals = 0): ReactNode {
  switch (field.kind) {
    case 'choice':
    case 'file':
    case 'json':
    case 'refs':
      return <Cell field={field} value={value} />;
    case 'flag':
      return field.tone === undefined ? shownText(field, value, dicts) : <Cell field={field} value={value} />;
    case 'text':
    case 'ref':
      return leadsToNumber(field) && value ? (
        <NumberLink code={plain(value)} isInGrid />
      ) : (
        shownText(field, value, dicts, decimals)
      );
    case 'date':
    case 'integer':
    case 'decimal':
    case 'instant':
    case 'bool':
    case 'dict':
    case 'secret':
      return shownText(field, value, dicts, decimals);
  }
}

const leadsToNumber = (field: Field): boolean =>
  (field.kind === 'text' && field.isNumber === true) || isOfDocument(field);

function shownText(field: Field, value: unknown, dicts: Dicts | undefined, decimals = 0): string {
  if (value === undefined) return '';
  if (value === null || value === '') return wordOfNone(field);
  switch (field.kind) {
    case 'decimal':
      return measureText(plain(value), field, decimals);
    case 'instant':
      return instantText(plain(value));
    case 'flag':
    case 'bool':
      return say(value === '1' || value === true ? texts.yes : texts.no);
    case 'dict':
      return dictName(dicts, field.dictType, plain(value));
    case 'secret':
      return '';
    case 'text':
      return wordOf(field.words, plain(value));
    default:
      return plain(value);
  }
}

/** The letters that need room: a figure with its places and separators, a choice by its name. */
const seenText = (field: Field, value: unknown, dicts: Dicts | undefined, decimals = 0): string =>
  field.kind === 'choice' ? textOf(field, value, dicts) : shownText(field, value, dicts, decimals);
const unitAfter = (unit: string | undefined): string => (unit === undefined || unit === '' ? '' : ` ${unit}`);

/** What lands in a spreadsheet: numbers without separators, choices by name. */
function textOf(field: Field, value: unknown, dicts: Dicts | undefined): string {
  if (field.kind === 'decimal') return plain(value);
  if (field.kind === 'choice') {
    const [zhCN, zhTW, en] = field.choices[plain(value)] ?? [];
    return zhCN === undefined || zhTW === undefined || en === undefined ? plain(value) : say([zhCN, zhTW, en]);
  }
  return shownText(field, value, dicts);
}
