import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { plus } from '#platform/model/decimal.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import type { LineSource, PickedLine } from '#platform/web/registry/registry.ts';
import { keptCells, matrixRows } from '#platform/web/spec-matrix/matrix-rows.ts';
import { texts } from '#platform/web/text/texts.ts';
import { styleGoods, type Good } from './product-goods.ts';
import { cellsOf, linesOf, matrixOf, type Group } from './product-matrix.ts';
import { Quantities } from './product-quantities.tsx';
import { chooseProduct } from './product-radio.tsx';
import { productTexts } from './product-texts.ts';
import '#platform/web/picker/picker.css';
import './product.css';

/** All colours and sizes of one style at once. Without a material at hand one is asked for first. */
export const openMatrix: NonNullable<LineSource['matrix']>['open'] = async (row, numberOf) => {
  const code = textAt(row ?? (await chooseProduct()) ?? {}, 'code');
  if (code === '') return undefined;
  const goods = await styleGoods(code);
  if (goods.length === 0) {
    feedback.warn(say(productTexts.noSuch));
    return undefined;
  }
  const lines = await openDialog<readonly PickedLine[]>((close) => (
    <MatrixDialog goods={goods} numberOf={numberOf} onClose={close} />
  ));
  return lines === undefined ? undefined : { codes: new Set(goods.map((good) => good.code)), lines };
};

function MatrixDialog({
  goods,
  numberOf,
  onClose,
}: {
  readonly goods: readonly Good[];
  readonly numberOf: (code: string) => string;
  readonly onClose: (lines?: readonly PickedLine[]) => void;
}): ReactNode {
  const [{ group, store, sizes, name }] = useState(() => {
    const all: Group = { key: 'style', rows: [goods[0]?.row ?? {}], goods };
    const { rows, sizes: found } = matrixOf([all]);
    const filled = rows.map((row) => ({
      ...row,
      ...Object.fromEntries([...cellsOf(row)].map(([key, good]) => [key, numberOf(good.code) || null])),
    }));
    return { group: all, store: matrixRows(filled), sizes: found, name: textAt(rows[0], 'style') };
  });
  const count = useWatch(store, (rows) => rows.reduce((sum, row) => sum + keptCells(row).length, 0));
  const number = useWatch(store, (rows) => plus(...rows.flatMap((row) => keptCells(row).map(([, each]) => each))));
  return (
    <Dialog
      centered
      title={say(productTexts.matrixFor, { name })}
      width="80%"
      className="picker"
      onCancel={() => {
        onClose();
      }}
      footer={
        <div className="picker-footer" data-picker="material2D">
          <span aria-live="polite">{say(productTexts.kept, { lines: count, number })}</span>
          <Button
            onClick={() => {
              onClose();
            }}
          >
            {say(texts.cancel)}
          </Button>
          <Button
            type="primary"
            data-verb="confirm"
            onClick={() => {
              onClose(keptLines(group, store.get()));
            }}
          >
            {say(texts.confirm)}
          </Button>
        </div>
      }
    >
      <div className="product-matrix" style={{ height: `min(58vh, ${chrome + 28 * store.get().length}px)` }}>
        <Quantities work={{ store, sizes }} isAlone />
      </div>
    </Dialog>
  );
}

/** Heading, titles, sums and a scroll bar, in pixels. */
const chrome = 32 + 34 + 34 + 18;

const keptLines = (group: Group, rows: readonly Row[]): readonly PickedLine[] =>
  linesOf([group], rows).filter(({ number }) => number !== undefined);
