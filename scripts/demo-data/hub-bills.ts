import type { PendingBill } from '#scripts/demo-data/sandbox.ts';
import { dayAfter, streamOf } from './stream.ts';
import { brandWordOf, personOf } from './words.ts';

/**
 * Bills that wait in the ERP of the demo: sixty for the sandbox, the first of them in the inbox of every tenant. Every
 * second is for the first approver, one names nobody that we know.
 */
export function demoPending(anchor: string, approvers: number, count = 24): readonly PendingBill[] {
  const chance = streamOf('hub bills');
  const reasons = {
    PAY: ['支付十月货款', '支付运费', '预付原料款'],
    EXP: ['出差报销', '客户接待', '办公用品'],
    PUR: ['钛白粉补货', '包装罐', '助剂'],
  } as const;
  return Array.from({ length: count }, (_each, n): PendingBill => {
    const type = (['PAY', 'PUR', 'EXP'] as const)[n % 3] ?? 'PAY';
    const reason = reasons[type][n % reasons[type].length] ?? '';
    const payee = type === 'EXP' ? personOf(chance).name : `${brandWordOf(chance)}有限公司`;
    const money = `${(n + 3) * 860}.00`;
    return {
      type,
      billCode: `${type}-${String(n + 1).padStart(4, '0')}`,
      billDate: dayAfter(anchor, -(n % 9)),
      summary: `${reason}（${payee}）`,
      amount: money,
      organizeCode: n % 2 === 0 ? '1002' : '1003',
      submitterCode: 'E002',
      submitterName: payee,
      approverCode: n === 10 ? 'E999' : n % 2 === 0 ? 'E001' : `E${String((n % approvers) + 1).padStart(3, '0')}`,
      submitTime: `${dayAfter(anchor, -(n % 9))}T09:${String(n % 60).padStart(2, '0')}:00`,
      payee,
      reason,
      lines: [{ item: reason, number: String((n % 5) + 1), money }],
    };
  });
}
