import { sizeNamed } from '#data/model/goods/spec.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import type { LineSource } from '#platform/web/registry/registry.ts';
import { findGoods } from './product-goods.ts';
import { colourTitles, leadTitles, productTexts } from './product-texts.ts';

const loadDialog = chunk(
  () => import('./product-dialog.tsx'),
  ({ chooseProducts }) => chooseProducts,
);
const loadMatrix = chunk(
  () => import('./product-matrix-dialog.tsx'),
  ({ openMatrix }) => openMatrix,
);

/** Lines of documents that are about materials. */
export const productLines: LineSource = {
  pick: async () => (await (await loadDialog())({ form: 'grid' }))?.lines,
  matrix: { label: productTexts.matrix, open: async (row, numberOf) => (await loadMatrix())(row, numberOf) },
  leadTitles,
  traitTitles: colourTitles,
  spreadOf: sizeNamed,
  find: findGoods,
};
