import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { isSized, styleOf } from '#data/model/goods/spec.ts';
import type { Row } from '#platform/web/value/row.ts';
import type { Rows } from '#platform/web/grid/rows.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import { matrixRows, type MatrixRow } from '#platform/web/spec-matrix/matrix-rows.ts';
import { SpecMatrix } from '#platform/web/spec-matrix/spec-matrix.tsx';
import type { Chosen } from './product-chosen.ts';
import { goodOf, matchGoods, type Good } from './product-goods.ts';
import { cellKey, choiceOf, groupsOf, linesOf, matrixOf, type Group, type ProductChoice } from './product-matrix.ts';
import { productTexts } from './product-texts.ts';

export interface QuantityWork {
  readonly store: Rows<MatrixRow>;
  readonly sizes: readonly string[];
  readonly choice: () => ProductChoice;
}

/**
 * Quantities of what is chosen. The other materials of a style come by themselves; what was typed stays while more is
 * chosen.
 */
export function useQuantities(chosen: Chosen, isRepeat: boolean, isOn: boolean): QuantityWork {
  const rows = useWatch(chosen, (all) => all);
  const wanted = useMemo(
    () =>
      new Map(
        isOn
          ? rows
              .map(goodOf)
              .filter(isSized)
              .map((good) => [styleOf(good), good.code])
          : [],
      ),
    [rows, isOn],
  );
  const { data: styles = noStyles } = useQuery({
    queryKey: ['list', 'styles', [...wanted.keys()].toSorted()],
    queryFn: async () => (await matchGoods([...wanted.values()], true)).byStyle,
    enabled: wanted.size > 0,
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
  const groups = useMemo(() => groupsOf(rows, isOn ? styles : noStyles, isRepeat), [rows, styles, isRepeat, isOn]);
  const [held, setHeld] = useState(() => holding(groups, []));
  if (held.groups !== groups) setHeld(holding(groups, held.store.get()));
  return {
    store: held.store,
    sizes: held.sizes,
    choice: () => ({
      rows: isOn ? choiceOf(groups, held.store.get()) : rows,
      lines: isOn ? linesOf(groups, held.store.get()) : rows.map((row) => ({ row })),
    }),
  };
}

const noStyles: ReadonlyMap<string, readonly Good[]> = new Map();

interface Held {
  readonly groups: readonly Group[];
  readonly store: Rows<MatrixRow>;
  readonly sizes: readonly string[];
}
function holding(groups: readonly Group[], typed: readonly Row[]): Held {
  const { rows, sizes } = matrixOf(groups, typed);
  return { groups, store: matrixRows(rows), sizes };
}

const rowTitles = [
  { key: 'style', title: productTexts.style, width: 128 },
  { key: 'colour', title: productTexts.colour, width: 86 },
] as const;

/** The grid of quantities with its sums. */
export function Quantities({
  work: { store, sizes },
  isAlone = false,
}: {
  readonly work: Pick<QuantityWork, 'store' | 'sizes'>;
  /** Of one style, in a dialog of its own: the cursor stands in it at once. */ readonly isAlone?: boolean;
}): ReactNode {
  const titles = useMemo(
    () =>
      rowTitles
        .filter(({ key }) => !isAlone || key !== 'style')
        .map(({ key, title, width }) => ({ key, title: say(title), width })),
    [isAlone],
  );
  const columns = useMemo(
    () => sizes.map((size) => ({ key: cellKey(size), title: size === '' ? say(productTexts.number) : size })),
    [sizes],
  );
  const isEmpty = useWatch(store, (rows) => rows.length === 0);
  return (
    <section className="product-quantities" aria-label={say(productTexts.quantities)}>
      <div className="chosen-head">
        <strong>{say(productTexts.quantities)}</strong>
      </div>
      {isEmpty ? (
        <p className="quiet product-hint">{say(productTexts.noneChosen)}</p>
      ) : (
        <SpecMatrix
          label={say(productTexts.quantities)}
          rows={store}
          titles={titles}
          columns={columns}
          isFocused={isAlone}
        />
      )}
    </section>
  );
}
