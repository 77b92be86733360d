import type { Page } from 'playwright-core';

/** A list as it stands on the page: its columns from left to right, and the rows that are drawn. */
export interface SeenList {
  readonly columns: readonly {
    readonly key: string;
    readonly title: string;
    /** Wholly in sight without scrolling. */
    readonly isInSight: boolean;
  }[];
  readonly rows: readonly {
    readonly id: string;
    readonly texts: Readonly<Record<string, string>>;
    /** Columns whose cell is a link. */
    readonly links: readonly string[];
  }[];
}

/** Undefined where the page on screen has no list. */
export const seenList = (page: Page): Promise<SeenList | null> => page.evaluate<SeenList | null>(look);

const look = String.raw`(() => {
  const isSeen = (each) => each.checkVisibility();
  const panel = [...document.querySelectorAll('.tab-panel')].find(isSeen) ?? document;
  const grid = [...panel.querySelectorAll('[role="grid"], [role="treegrid"]')]
    .find((each) => isSeen(each) && each.closest('.grid-lined') === null);
  if (grid === undefined) return null;
  const place = grid.getBoundingClientRect();
  const right = Math.min(place.right, window.innerWidth);
  const heads = [...grid.querySelectorAll('[role="columnheader"][data-head]')]
    .map((head) => ({ head, box: head.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0)
    .toSorted((a, b) => a.box.left - b.box.left);
  const textOf = (cell) =>
    cell.textContent.trim() || (cell.querySelector('img, svg, input, button') === null ? '' : '·');
  return {
    columns: heads.map(({ head, box }) => ({
      key: head.dataset.head,
      title: head.textContent.trim(),
      isInSight: box.left >= place.left - 1 && box.right <= right + 1,
    })),
    rows: [...grid.querySelectorAll('[role="row"][data-row-key]')].slice(0, 30).map((row) => {
      const cells = [...row.querySelectorAll('[role="gridcell"][data-column]')];
      return {
        id: row.dataset.rowKey,
        texts: Object.fromEntries(cells.map((cell) => [cell.dataset.column, textOf(cell)])),
        links: cells.filter((cell) => cell.querySelector('a') !== null).map((cell) => cell.dataset.column),
      };
    }),
  };
})()`;

/** What a page says that could not be shown: 404, a fault, a refusal. */
export const refusalOf = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(String.raw`(() => {
    const said = [...document.querySelectorAll('.tab-panel .page-message, .ant-drawer .page-message, .ant-result')]
      .find((each) => each.checkVisibility());
    return said === undefined ? null : said.textContent.trim().slice(0, 80);
  })()`);
