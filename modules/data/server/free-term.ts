import { freeTerm } from '#data/model/goods/free-term.ts';
import { faultIn, maxTiers, tiersIn, type LadderFault } from '#data/model/goods/ladder.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { lockRead, refuseLocked, type LockReads } from './locked-class.ts';

/**
 * A card without ladder pricing keeps no ladder: a forgotten one would be charged when somebody switches it on again.
 */
export const freeTermService = serveEntity<typeof freeTerm, LockReads>(freeTerm, {
  reads: (given) => lockRead(freeTerm, given),
  beforeSave(_ctx, next, previous, _given, facts) {
    refuseLocked(freeTerm, next, previous, facts);
    if (next.ladderFlag !== '1') return { ...next, ladderList: null };
    const wrong = faultIn(next.ladderList);
    if (wrong !== null)
      throw invalidAt([
        { path: 'ladderList', field: freeTerm.fields.ladderList.label, reason: reasonOf(wrong.fault, wrong.at) },
      ]);
    // Only what a tier is: whatever else was sent with it stays out of the book.
    return { ...next, ladderList: tiersIn(next.ladderList) };
  },
});

function reasonOf(fault: LadderFault, at: number): Label {
  switch (fault) {
    case 'none':
      return reasons.required;
    case 'form':
      return reasons.format;
    case 'many':
      return [`最多${maxTiers}级`, `最多${maxTiers}級`, `at most ${maxTiers} tiers`];
    case 'figure':
      return [`第${at + 1}行格式错误`, `第${at + 1}列格式錯誤`, `format error in row ${at + 1}`];
    case 'order':
      return [
        `第${at + 1}行的起始数量必须大于上一行`,
        `第${at + 1}列的起始數量必須大於上一列`,
        `the start of row ${at + 1} must be above that of the row before`,
      ];
  }
}
