import type { Value } from '#platform/web/grid/watch.ts';
import type { Row } from '#platform/web/value/row.ts';

/** The row that has the cursor; it lives beside React, so that moving the cursor draws the pane and not the page. */
export type FocusedRow = Value<Row | undefined>;
