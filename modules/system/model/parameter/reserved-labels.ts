import type { Label } from '#platform/model/label.ts';

/** Parameters that are installed before any module asks for them: they have a name in every language and no effect. */
export const reservedLabels = {
  SD031: ['提交时占用资金', '提交時佔用資金', 'Reserve funds on submission'],
  ST005: ['批次管理', '批次管理', 'Batch control'],
  FD001: ['资金账户按品牌和渠道', '資金帳戶按品牌和渠道', 'Funds accounts by brand and channel'],
  IV005: ['赠品开票', '贈品開票', 'Invoice gifts'],
  INT002: ['库存取自ERP', '庫存取自ERP', 'Stock comes from the ERP'],
} as const satisfies Readonly<Record<string, Label>>;
