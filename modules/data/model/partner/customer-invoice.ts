import { defineEntity } from '#platform/model/entity.ts';
import { dict, flag, ref, text } from '#platform/model/field.ts';
import { enabled, name, remark } from '#platform/model/preset.ts';
import { customer } from './customer.ts';

export const customerInvoice = defineEntity({
  name: 'data:customerinvoice',
  label: ['客户开票信息', '客戶開票資訊', 'Customer invoice info'],
  path: '/data/bd/customer/invoice',
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  fields: {
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true }),
    typeCode: dict(['类型编码', '類型編碼', 'Type code'], 'invoice_type', { required: true }),
    name: name(),
    taxNumber: text(['纳税人识别号', '納稅人識別號', 'Tax number'], { required: true, guarded: true }),
    address: text(['地址', '地址', 'Address'], { guarded: true }),
    openingBank: text(['开户行', '開戶行', 'Bank branch'], { guarded: true }),
    bankAccount: text(['银行账号', '銀行帳號', 'Bank account number'], { guarded: true }),
    email: text(['邮箱', '電子郵件', 'Email'], { format: 'email', guarded: true }),
    status: enabled(),
    phone: text(['联系电话', '聯絡電話', 'Phone'], { max: 20, format: 'phone', guarded: true }),
    defaultFlag: flag(['默认', '預設', 'Default']),
    remark: remark(),
  },
  list: {
    columns: [
      'name',
      'typeCode',
      'taxNumber',
      'address',
      'openingBank',
      'bankAccount',
      'email',
      'customerName',
      'phone',
      'defaultFlag',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['name', 'customerCode', 'typeCode', 'status'],
    method: 'POST',
  },
  screen: {
    area: 'masterData',
    url: 'data/customerinvoice',
    sort: 71,
    title: ['客户开票信息', '客戶開票資訊', 'Customer invoice info'],
  },
  picker: {
    columns: ['typeCode', 'name', 'taxNumber', 'address', 'openingBank', 'bankAccount', 'email', 'status'],
    filters: ['customerCode', 'typeCode', 'name', 'taxNumber', 'status'],
    width: '80%',
  },
});
