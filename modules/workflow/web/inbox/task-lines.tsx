import { useState, type ReactNode } from 'react';
import type { ShownColumn, ShownLine, ShownLines } from '#platform/model/approval/facts.ts';
import { useNarrow } from '#platform/web/frame/narrow.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { say } from '#platform/web/text/language.ts';
import { inboxTexts } from './inbox-texts.ts';

const first = 4;
/** So many are drawn; whoever wants the rest opens the document. */
const mostRows = 200;

/** Lines with the unusual ones first, until somebody wants them in their order. */
export function TaskLines({ lines: { columns, rows } }: { readonly lines: ShownLines }): ReactNode {
  const isNarrow = useNarrow();
  const hasUnusual = rows.some(({ weight }) => weight > 0);
  const [isByWeight, setByWeight] = useState(true);
  const [isWhole, setWhole] = useState(false);
  const sorted = isByWeight ? rows.toSorted((a, b) => b.weight - a.weight || a.no - b.no) : rows;
  const shown = sorted.slice(0, isNarrow && !isWhole ? first : mostRows);
  return (
    <section className="task-lines" data-testid="task-lines">
      <header>
        <h3>{say(inboxTexts.detail)}</h3>
        {hasUnusual && isByWeight && <span className="quiet">{say(inboxTexts.unusualFirst)}</span>}
        {hasUnusual && (
          <button
            type="button"
            className="link-button push-right"
            data-verb="sortLines"
            onClick={() => {
              setByWeight(!isByWeight);
            }}
          >
            {say(isByWeight ? inboxTexts.byNumber : inboxTexts.byWeight)}
          </button>
        )}
      </header>
      {isNarrow ? <LineCards columns={columns} rows={shown} /> : <LineTable columns={columns} rows={shown} />}
      {isNarrow && !isWhole && rows.length > first && (
        <button
          type="button"
          className="link-button task-all"
          onClick={() => {
            setWhole(true);
          }}
        >
          {say(inboxTexts.allLines, { n: rows.length })}
        </button>
      )}
    </section>
  );
}

interface LinesProps {
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ShownLine[];
}
function LineTable({ columns, rows }: LinesProps): ReactNode {
  return (
    <div className="task-table">
      <table className="plain-table">
        <thead>
          <tr>
            <th className="number">#</th>
            {columns.map(({ key, label, measure, isQuiet }) => (
              <th
                key={key}
                className={[measure === undefined ? '' : 'number', isQuiet === true ? 'quiet' : ''].join(' ')}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <LineRow key={row.id} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellText({ cells }: ShownLine, { key, measure, unitFrom }: ShownColumn): string {
  const value = cells[key] ?? '';
  if (value === '') return measure === undefined ? '' : '–';
  return measure === undefined || measure === 'percent'
    ? value
    : `${measureText(value, { measure })}${unitFrom === undefined ? '' : ` ${cells[unitFrom] ?? ''}`}`;
}

function LineRow({ row, columns }: { readonly row: ShownLine; readonly columns: readonly ShownColumn[] }): ReactNode {
  return (
    <tr data-line={row.no} className={row.weight > 0 ? 'line-unusual' : ''}>
      <td className="number quiet">{row.no}</td>
      {columns.map((column) => {
        const tone = row.tones[column.key];
        return (
          <td
            key={column.key}
            className={[
              column.measure === undefined ? '' : 'number',
              column.isQuiet === true ? 'quiet' : '',
              tone === undefined ? '' : `tone-${tone} line-odd`,
            ].join(' ')}
            title={column.hintFrom === undefined ? '' : (row.cells[column.hintFrom] ?? '')}
          >
            {cellText(row, column)}
          </td>
        );
      })}
    </tr>
  );
}

/** On a phone a line is two rows: what and how much, then the rest. */
function LineCards({ columns, rows }: LinesProps): ReactNode {
  const [name, ...others] = columns;
  const total = others.findLast(({ measure }) => measure === 'amount');
  return rows.map((row) => (
    <div key={row.id} className="line-card" data-line={row.no}>
      <span>{name === undefined ? '' : cellText(row, name)}</span>
      <span className="number">{total === undefined ? '' : cellText(row, total)}</span>
      <span className="line-rest quiet">
        {others
          .filter((column) => column !== total && column.isQuiet !== true && (row.cells[column.key] ?? '') !== '')
          .map((column) => {
            const tone = row.tones[column.key];
            return (
              <span key={column.key} className={tone === undefined ? '' : `tone-${tone}`}>
                {column.measure === 'price' ? '× ' : ''}
                {column.key === 'margin' || column.key === 'available' ? `${column.label} ` : ''}
                {cellText(row, column)}
              </span>
            );
          })}
      </span>
    </div>
  ));
}
