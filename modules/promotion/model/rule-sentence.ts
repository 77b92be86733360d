import { grouped, isZero, scaleOf } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { empty, isRuleType, isUsed, type RuleKey, type RuleValues } from './rule-form.ts';

/** Two texts of a rule, one behind the other. */
const joined = (...parts: readonly Label[]): Label => [
  parts.map(([cn]) => cn).join(''),
  parts.map(([, tw]) => tw).join(''),
  parts.map(([, , en]) => en).join(''),
];
const nothing: Label = ['', '', ''];

/** What a rule says, as a person would say it, in three languages; null where its type is not chosen yet. */
export function sentenceOf(rule: RuleValues): Label | null {
  const type = rule.policyRuleTypeCode;
  if (!isRuleType(type)) return null;
  switch (type) {
    case 'P001':
    case 'P002':
      return joined(whenOf(rule, 'giveDynamicFlag'), giftOf(rule));
    case 'P003':
      return joined(whenOf(rule, rule.onSaleType === '0' ? 'giveDynamicFlag' : null), offOf(rule));
    case 'P004':
    case 'P005':
      return joined(whenOf(rule, 'canChangeBuyType'), exchangeOf(rule));
    case 'P006':
      return joined(whenOf(rule, 'giveDynamicFlag'), [
        `返 ${figure(rule, 'giveAccountAmount')} 元到账户`,
        `返 ${figure(rule, 'giveAccountAmount')} 元到帳戶`,
        `${figure(rule, 'giveAccountAmount')} goes to the account`,
      ]);
    case 'P007':
      return joined(whenOf(rule, null), nthOf(rule));
  }
}

const isSet = (rule: RuleValues, key: RuleKey): boolean => {
  const value = rule[key];
  return typeof value === 'string' && value !== '' && !isZero(value);
};

/** 12,000 and 0.5, without zeros behind; a dash where nothing is written yet. */
function figure(rule: RuleValues, key: RuleKey): string {
  const value = rule[key];
  return typeof value !== 'string' || value === '' ? '…' : grouped(value, scaleOf(value));
}

/** What has to be bought, and how often it counts. */
function whenOf(rule: RuleValues, timesBy: 'giveDynamicFlag' | 'canChangeBuyType' | null): Label {
  const how = timesBy === null ? '0' : rule[timesBy];
  if (how === '1') {
    const each: RuleKey = isSet(rule, 'buyNumber') ? 'buyNumber' : 'leastNumber';
    const number = isSet(rule, each) ? figure(rule, each) : '1';
    const start = each === 'buyNumber' ? startOf(rule) : isSet(rule, 'leastAmount') ? amountFrom(rule) : nothing;
    return joined(start, [`每 ${number} 件，`, `每 ${number} 件，`, `for every ${number}, `]);
  }
  if (how === '2') {
    const amount = figure(rule, 'leastAmount');
    const start: Label = isSet(rule, 'leastNumber') ? numberFrom(rule) : nothing;
    return joined(start, [`每满 ${amount} 元，`, `每滿 ${amount} 元，`, `for every ${amount} spent, `]);
  }
  return startOf(rule);
}

const numberFrom = (rule: RuleValues): Label => {
  const number = figure(rule, 'leastNumber');
  return [`满 ${number} 件，`, `滿 ${number} 件，`, `from ${number} on, `];
};
const amountFrom = (rule: RuleValues): Label => {
  const amount = figure(rule, 'leastAmount');
  return [`满 ${amount} 元，`, `滿 ${amount} 元，`, `from ${amount} spent, `];
};

function startOf(rule: RuleValues): Label {
  if (isSet(rule, 'leastNumber') && isSet(rule, 'leastAmount')) {
    const [number, amount] = [figure(rule, 'leastNumber'), figure(rule, 'leastAmount')];
    return [
      `满 ${number} 件且满 ${amount} 元，`,
      `滿 ${number} 件且滿 ${amount} 元，`,
      `from ${number} and ${amount} spent, `,
    ];
  }
  if (isSet(rule, 'leastNumber')) return numberFrom(rule);
  return isSet(rule, 'leastAmount') ? amountFrom(rule) : nothing;
}

const named = (rule: RuleValues, name: RuleKey, code: RuleKey): string =>
  [rule[name], rule[code]].find((text): text is string => typeof text === 'string' && text !== '') ?? '…';

function giftOf(rule: RuleValues): Label {
  const number = figure(rule, 'giveNumber');
  const what = named(rule, 'giveName', 'giveCode');
  const trial: Label = rule.trialFlag === '1' ? ['（试用）', '（試用）', ' on trial'] : nothing;
  switch (rule.giveType) {
    case '1':
      return joined([`赠 ${what} ${number} 件`, `贈 ${what} ${number} 件`, `${number} × ${what} free`], trial);
    case '2':
      return joined(
        [`赠 ${what} 中任选 ${number} 件`, `贈 ${what} 中任選 ${number} 件`, `${number} of ${what} free, at choice`],
        trial,
      );
    case '3':
      return joined(packageOf(rule, what, number), trial);
    default:
      return joined([`赠本品 ${number} 件`, `贈本品 ${number} 件`, `${number} of the same free`], trial);
  }
}

function packageOf(rule: RuleValues, what: string, number: string): Label {
  if (rule.giveDynamicFlag === '1')
    return [`礼包 ${what} 任选 ${number} 件`, `禮包 ${what} 任選 ${number} 件`, `${number} out of package ${what}`];
  if (rule.giveDynamicFlag === '2')
    return [
      `礼包 ${what} 任选 ${number} 元`,
      `禮包 ${what} 任選 ${number} 元`,
      `goods worth ${number} out of package ${what}`,
    ];
  return joined(
    [`赠礼包 ${what}`, `贈禮包 ${what}`, `package ${what}`],
    limitOf(rule, 'giveMaxNumber', 'giveMaxAmount'),
  );
}

function limitOf(rule: RuleValues, numberKey: RuleKey, amountKey: RuleKey): Label {
  const counts = (key: RuleKey): boolean => isUsed(rule, key) && isSet(rule, key);
  const [number, amount] = [figure(rule, numberKey), figure(rule, amountKey)];
  const pieces: Label = [`${number} 件`, `${number} 件`, `${number} pieces`];
  const money: Label = [`${amount} 元`, `${amount} 元`, `${amount} yuan`];
  const parts = [...(counts(numberKey) ? [pieces] : []), ...(counts(amountKey) ? [money] : [])];
  if (parts.length === 0) return nothing;
  const [zh, tw, en] = [0, 1, 2].map((at) => parts.map((part) => part[at]).join(at === 2 ? ' and ' : '、'));
  return [`，最多 ${zh}`, `，最多 ${tw}`, `, at most ${en}`];
}

function offOf(rule: RuleValues): Label {
  if (rule.onSaleType !== '1') {
    const amount = figure(rule, 'onSaleAmount');
    return [`减 ${amount} 元`, `減 ${amount} 元`, `${amount} off`];
  }
  const rate = figure(rule, 'onSaleRate');
  return rule.onSaleRateType === '1'
    ? [`减 ${rate}%`, `減 ${rate}%`, `${rate}% off`]
    : [`按 ${rate}% 付`, `按 ${rate}% 付`, `pay ${rate}%`];
}

function exchangedGoods(rule: RuleValues): Label {
  const what = named(rule, 'changeProductName', 'changeProductCode');
  return rule.changeBuyType === '0' || empty(rule.changeBuyType)
    ? ['活动范围内产品', '活動範圍內產品', 'goods of the scope']
    : [what, what, what];
}

function exchangeOf(rule: RuleValues): Label {
  const goods = exchangedGoods(rule);
  const rate = figure(rule, 'changeBuyRate');
  const limits = limitOf(rule, 'changeBuyMaxNumber', 'changeBuyMaxAmount');
  if (rule.policyRuleTypeCode === 'P005')
    return joined([`付原价 ${rate}% 换购 `, `付原價 ${rate}% 換購 `, `${rate}% of the price buys `], goods, limits);
  if (rule.freePackageFlag === '1') return joined(['免费换购 ', '免費換購 ', 'free: '], goods, limits);
  return joined(
    [`以购买金额的 ${rate}% 换购 `, `以購買金額的 ${rate}% 換購 `, `${rate}% of what was spent buys `],
    goods,
    limits,
  );
}

function nthOf(rule: RuleValues): Label {
  const [number, rate] = [figure(rule, 'startNumber'), figure(rule, 'disRate')];
  return rule.giveDynamicFlag === '1'
    ? [`每第 ${number} 件付 ${rate}%`, `每第 ${number} 件付 ${rate}%`, `every ${number}th piece at ${rate}%`]
    : [`第 ${number} 件起付 ${rate}%`, `第 ${number} 件起付 ${rate}%`, `from piece ${number} on ${rate}%`];
}
