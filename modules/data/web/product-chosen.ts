import { newKey } from '#platform/web/api/key.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { Selection } from '#platform/web/grid/selection.ts';
import { createListeners } from '#platform/web/grid/watch.ts';

/**
 * What was chosen in the product dialog. Each choice has a line of its own: in repeat mode the same product several
 * times.
 */
export interface Chosen extends Selection {
  setRepeat(isRepeat: boolean): void;
}

export const lineKeyOf = (row: Row): string => textAt(row, 'lineKey');
const codeOf = (row: Row): string => textAt(row, 'code');

/** Rows on offer are known by their code, chosen ones by their line. */
export function createChosen(isRepeatAtFirst: boolean, before: readonly Row[] = []): Chosen {
  let isRepeat = isRepeatAtFirst;
  let rows: readonly Row[] = before.map(asLine);
  let codes = new Set(rows.map(codeOf));
  const { subscribe, tell } = createListeners();
  const become = (next: readonly Row[]): void => {
    rows = next;
    codes = new Set(next.map(codeOf));
    tell();
  };
  const drop = (less: readonly Row[]): void => {
    const lines = new Set(less.map(lineKeyOf).filter((key) => key !== ''));
    const offered = new Set(less.filter((row) => lineKeyOf(row) === '').map(codeOf));
    become(rows.filter((row) => !lines.has(lineKeyOf(row)) && !offered.has(codeOf(row))));
  };
  return {
    keyOf: (row) => lineKeyOf(row) || codeOf(row),
    get: () => rows,
    subscribe,
    has: (key) => codes.has(key),
    toggle(row) {
      if (isRepeat || !codes.has(codeOf(row))) become([...rows, asLine(row)]);
      else drop([row]);
    },
    add(more) {
      become([...rows, ...more.filter((row) => isRepeat || !codes.has(codeOf(row))).map(asLine)]);
    },
    drop,
    replace(only) {
      become(only.map(asLine));
    },
    refresh(read) {
      const newer = new Map(read.map((row) => [codeOf(row), row]));
      if (rows.some((row) => newer.has(codeOf(row))))
        become(rows.map((row) => ({ ...row, ...newer.get(codeOf(row)), lineKey: lineKeyOf(row) })));
    },
    setRepeat(next) {
      isRepeat = next;
    },
  };
}

const asLine = (row: Row): Row => ({ ...row, lineKey: newKey() });
