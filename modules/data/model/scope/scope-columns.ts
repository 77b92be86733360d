import { brand } from '#data/model/goods/brand.ts';
import { material, materialClass } from '#data/model/goods/material.ts';
import { channel } from '#data/model/partner/channel.ts';
import { customer, customerClass } from '#data/model/partner/customer.ts';
import type { ImportedAs } from '#platform/model/document.ts';
import { refs } from '#platform/model/field.ts';

const sides = {
  customer: {
    forCustomers: ['customer', refs(['适用客户', '適用客戶', 'For customers'], () => customer, { key: 'code' })],
    forCustomerClasses: [
      'customerClass',
      refs(['适用客户分类', '適用客戶分類', 'For customer classes'], () => customerClass, { key: 'code' }),
    ],
    forChannels: ['channel', refs(['适用渠道', '適用渠道', 'For channels'], () => channel, { key: 'code' })],
  },
  product: {
    ofMaterials: ['material', refs(['适用物料', '適用物料', 'Of materials'], () => material, { key: 'code' })],
    ofClasses: [
      'class',
      refs(['适用物料分类', '適用物料分類', 'Of material classes'], () => materialClass, { key: 'code' }),
    ],
    ofBrands: ['brand', refs(['适用品牌', '適用品牌', 'Of brands'], () => brand, { key: 'code' })],
  },
} as const;

/**
 * Scope rows as a file says them: a column for each dimension that people know by heart, with codes or names by commas.
 * Exclusions and the other dimensions are for the form.
 */
export function scopeColumns(asked: Readonly<Partial<Record<keyof typeof sides, true>>>): ImportedAs {
  const all = [
    ...(asked.customer === true ? Object.entries(sides.customer) : []).map(
      ([key, [dimension, field]]) => ({ key, side: 'customer', dimension, field }) as const,
    ),
    ...(asked.product === true ? Object.entries(sides.product) : []).map(
      ([key, [dimension, field]]) => ({ key, side: 'product', dimension, field }) as const,
    ),
  ];
  return {
    columns: Object.fromEntries(all.map(({ key, field }) => [key, field])),
    headOf: (said) => ({
      scopes: all.flatMap(({ key, side, dimension }) =>
        (Array.isArray(said[key]) ? (said[key] as readonly string[]) : []).map((code) => ({
          side,
          dimension,
          code,
          excludeFlag: '0',
        })),
      ),
    }),
  };
}
