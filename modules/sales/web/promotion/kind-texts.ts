import type { Label } from '#platform/model/label.ts';
import type { PromotionKind } from './promotion-kinds.ts';

/** Apart from all other words about promotions: these come with every order. */
export const kindTexts: Readonly<Record<PromotionKind, Label>> = {
  threshold: ['满减', '滿減', 'Reduction'],
  discount: ['折扣', '折扣', 'Discount'],
  gift: ['买赠', '買贈', 'Gift'],
  exchange: ['换购', '換購', 'Exchange'],
  nth: ['第N件', '第N件', 'Nth piece'],
  credit: ['返账户', '返帳戶', 'Credit'],
};
export const columnTexts = {
  off: ['优惠', '優惠', 'Saved'],
  kinds: ['促销', '促銷', 'Promotion'],
  why: ['促销说明', '促銷說明', 'Promotions'],
  given: ['赠品，由促销生成', '贈品，由促銷產生', 'Made by a promotion'],
  failed: [
    '促销未重算，保存时以服务器为准',
    '促銷未重算，儲存時以伺服器為準',
    'Promotions were not recalculated; saving goes by the server',
  ],
} as const satisfies Readonly<Record<string, Label>>;
