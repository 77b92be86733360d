import { defineEntity } from '#platform/model/entity.ts';
import { dict, flag, ref, text } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';

export const bankAccount = defineEntity({
  name: 'data:bankaccount',
  label: ['银行账户', '銀行帳戶', 'Bank account'],
  path: '/data/bd/finance/bankaccount',
  fields: {
    code: code(),
    name: name(),
    bankType: dict(['银行类别', '銀行類別', 'Bank type'], 'bank_type', { required: true }),
    bankAccount: text(['银行账号', '銀行帳號', 'Bank account number'], { required: true, guarded: true }),
    openingBank: text(['开户行', '開戶行', 'Bank branch'], { required: true, guarded: true }),
    currency: dict(['币种', '幣種', 'Currency'], 'currency', { default: 'CNY' }),
    defaultFlag: flag(['默认', '預設', 'Default']),
    remark: remark(),
    status: enabled(),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
  },
  list: {
    columns: [
      'code',
      'name',
      'bankType',
      'bankAccount',
      'openingBank',
      'currency',
      'defaultFlag',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'organizeCode', 'bankType', 'currency', 'status'],
  },
  screen: { area: 'masterData', url: 'data/bankaccount', sort: 30, title: ['银行账户', '銀行帳戶', 'Bank accounts'] },
});
