import type { Picker } from '#platform/web/registry/picker-rules.ts';

/** By the names of the specification (001 §2.14): a hundred packages a page, and never with what was chosen before. */
export const promotionPickers = {
  giftPackage: {
    noun: 'promotion:gift',
    rules: {
      title: ['礼包选择', '禮包選擇', 'Gift package picker'],
      filters: ['code', 'name', 'packageType', 'channelCode', 'status'],
      pageSize: 100,
      isFresh: true,
    },
  },
} as const satisfies Readonly<Record<string, Picker>>;
