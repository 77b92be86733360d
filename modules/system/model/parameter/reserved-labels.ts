import type { Label } from '#platform/model/label.ts';

/** Parameters that are installed before any module asks for them: they have a name in every language and no effect. */
export const reservedLabels = {
  SD016: ['允许无来源退货', '允許無來源退貨', 'Returns without a source document'],
  SD031: ['提交时占用资金', '提交時佔用資金', 'Reserve funds on submission'],
  ST005: ['批次管理', '批次管理', 'Batch control'],
  FD001: ['资金账户按品牌和渠道', '資金帳戶按品牌和渠道', 'Funds accounts by brand and channel'],
  IV002: ['开票合并方式', '開票合併方式', 'How invoices are combined'],
  IV003: ['单张发票金额上限', '單張發票金額上限', 'Largest amount of an invoice'],
  IV004: ['单张发票行数上限', '單張發票行數上限', 'Most lines of an invoice'],
  IV005: ['赠品开票', '贈品開票', 'Invoice gifts'],
  INT002: ['库存取自ERP', '庫存取自ERP', 'Stock comes from the ERP'],
} as const satisfies Readonly<Record<string, Label>>;
