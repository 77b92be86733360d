import { defineJob } from '#platform/model/job.ts';

export const invoicePoll = defineJob({
  name: 'invoicePoll',
  label: ['开具发票', '開具發票', 'Issue invoices'],
  remark: [
    '向开票服务提交待开具的发票，查询结果，取回版式文件并推送给客户',
    '向開票服務提交待開具的發票，查詢結果，取回版式檔案並推送給客戶',
    'Asks the provider for invoices that are to be issued, looks for what became of them, fetches their files and ' +
      'mails them to customers',
  ],
  params: {},
  isPerTenant: true,
});
