import type { Label } from '#platform/model/label.ts';
import type { RuleType } from './engine/rule.ts';

/** What each type is called on its card, and an example of it. */
export const typeCards = {
  P001: [
    ['单品买赠', '單品買贈', 'Buy and give'],
    ['买 10 赠 1', '買 10 贈 1', 'buy 10, get 1'],
  ],
  P002: [
    ['组合买赠', '組合買贈', 'Combined gift'],
    ['满 12 赠礼包', '滿 12 贈禮包', 'from 12 a package'],
  ],
  P003: [
    ['特价 / 满减', '特價 / 滿減', 'On sale'],
    ['满 2 万减 1,500', '滿 2 萬減 1,500', '1,500 off 20,000'],
  ],
  P004: [
    ['免费换购', '免費換購', 'Free exchange'],
    ['满额送一件', '滿額送一件', 'one free from a sum'],
  ],
  P005: [
    ['加价换购', '加價換購', 'Paid exchange'],
    ['加 30% 换购', '加 30% 換購', 'for 30% of its price'],
  ],
  P006: [
    ['返账户', '返帳戶', 'Account credit'],
    ['每满 5 千返 50', '每滿 5 千返 50', '50 back per 5,000'],
  ],
  P007: [
    ['第 N 件折扣', '第 N 件折扣', 'Nth piece'],
    ['第 2 件半价', '第 2 件半價', '2nd at half price'],
  ],
} as const satisfies Readonly<Record<RuleType, readonly [name: Label, example: Label]>>;
