import { useMemo } from 'react';
import { stockQueryType } from '#data/model/goods/stock-query.ts';
import { choice, text } from '#platform/model/field.ts';
import { textAt } from '#platform/web/value/row.ts';
import { filtersOf, type Shown } from '#platform/web/value/shown.ts';
import { useRefList } from '#platform/web/reference/use-ref.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { productTexts } from './product-texts.ts';

/** Filters of the product dialogs, in the order of the specification (001 §2.3, §2.4). */
const keysOf = {
  grid: ['classCode', 'code', 'name', 'brandCode', 'status', 'specModel', 'organizeCode', 'stockQueryType'],
  plain: ['classCode', 'code', 'name', 'brandCode', 'status'],
  radio: ['brandCode', 'code', 'name', 'specModel'],
} as const;

export const specModel: Shown = {
  key: 'specModel',
  label: productTexts.specModel,
  field: text(productTexts.specModel),
  valueKey: 'specModel',
};
const stockFilter: Shown = {
  key: 'stockQueryType',
  label: productTexts.stockQueryType,
  field: choice(productTexts.stockQueryType, stockQueryType),
  valueKey: 'stockQueryType',
};

/** Brands are few: they drop down instead of opening another dialog over this one. */
export function useProductFilters(noun: Listed, form: keyof typeof keysOf): readonly Shown[] {
  const brands = useRefList('brandList');
  return useMemo(() => {
    const options = Object.fromEntries(
      brands.map((row) => {
        const name = textAt(row, 'name');
        return [textAt(row, 'code'), [name, name, name] as const];
      }),
    );
    return keysOf[form].flatMap((key) => {
      if (key === 'specModel') return [specModel];
      if (key === 'stockQueryType') return [stockFilter];
      return filtersOf(noun, [key]).map((filter) =>
        key === 'brandCode' ? { ...filter, field: choice(filter.label, options) } : filter,
      );
    });
  }, [noun, form, brands]);
}
