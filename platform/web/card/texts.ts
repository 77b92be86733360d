import type { Label } from '#platform/model/label.ts';

export const texts = {
  writtenBy: ['制单 {name}', '製單 {name}', 'By {name}'],
  moreLines: ['还有 {count} 行', '還有 {count} 行', '{count} more lines'],
} as const satisfies Readonly<Record<string, Label>>;
