import { labelActions } from '#data/web/label-actions.ts';
import { material } from '#data/model/goods/material.ts';
import { product } from '#data/model/goods/product.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { data as model } from '#data/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const data: WebModule = {
  model,
  actions: {
    'data:material': labelActions(material),
    'data:product': labelActions(product),
  },
  inputs: {
    'data:material.combination': async () => (await import('#data/web/combination-input.tsx')).CombinationInput,
    'data:freeterm.ladderList': async () => (await import('#data/web/free-term-ladder.tsx')).FreeTermLadder,
    'sys:role.storageList': async () => (await import('#data/web/warehouse-field.tsx')).WarehousesInput,
    'sys:user.storageList': async () => (await import('#data/web/warehouse-field.tsx')).WarehousesInput,
    'stock:enquiry.productCode': async () => (await import('#data/web/product-select-field.tsx')).ProductSelectField,
  },
  sections: {
    'data:material': async () => (await import('#data/web/product-specs.tsx')).ProductSpecs,
    'data:product': async () => (await import('#data/web/product-specs.tsx')).ProductSpecs,
    'data:customer': async () => (await import('#data/web/customer-addresses.tsx')).CustomerAddresses,
  },
  pickers: {
    'data:material': async () => (await import('#data/web/product-picker.ts')).pickMaterials,
    'data:product': async () => (await import('#data/web/product-picker.ts')).pickProducts,
  },
  lines: {
    'data:material': async () => (await import('#data/web/product-lines.ts')).productLines,
  },
  pickerRules: async () => (await import('#data/web/pickers.ts')).dataPickers,
};
