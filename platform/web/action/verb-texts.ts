import type { Label } from '#platform/model/label.ts';

export const verbTexts = {
  someFail: [
    '{total} 张中有 {count} 张不能{verb}，查看原因',
    '{total} 張中有 {count} 張不能{verb}，檢視原因',
    '{verb}: {count} of {total} would fail, see why',
  ],
  performRest: ['{verb}其余 {count} 张', '{verb}其餘 {count} 張', '{verb} the other {count}'],
  notNow: ['当前状态不可执行的操作', '目前狀態不可執行的操作', 'Not possible in this state'],
} as const satisfies Readonly<Record<string, Label>>;
