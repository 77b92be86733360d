import type { OwnPicker } from '#platform/web/registry/registry.ts';
import { chooseProducts } from './product-dialog.tsx';

/** Wherever a field refers to materials. */
export const pickMaterials: OwnPicker = async ({ isMultiple = false, filters = {}, where }) =>
  (await chooseProducts({ form: 'material', isMultiple, filters, where }))?.rows;
/** Wherever one refers to products of the shop. */
export const pickProducts: OwnPicker = async ({ isMultiple = false, filters = {}, where }) =>
  (await chooseProducts({ form: 'plain', isMultiple, filters, where }))?.rows;
