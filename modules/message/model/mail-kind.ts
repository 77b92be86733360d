import type { Label } from '#platform/model/label.ts';

/** What the house tells its people by mail beside the bell, until somebody says that he does not want it. */
export const mailKinds = {
  answered: [
    '我提交的单据通过或被驳回',
    '我提交的單據通過或被駁回',
    'A document that I submitted is approved or rejected',
  ],
  mentioned: ['有同事在讨论中提到我', '有同事在討論中提到我', 'A colleague mentions me in a comment'],
  report: ['为我订阅的报表', '為我訂閱的報表', 'Reports that I am subscribed to'],
} as const satisfies Readonly<Record<string, Label>>;
export type MailKind = keyof typeof mailKinds;
