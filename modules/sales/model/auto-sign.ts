import { defineJob } from '#platform/model/job.ts';

/** J01: what the customer has had for so many days counts as received. */
export const autoSign = defineJob({
  name: 'autoSign',
  label: ['自动签收', '自動簽收', 'Confirm receipt automatically'],
  remark: [
    '出库超过 SD013 天未签收的发货单自动全部签收',
    '出庫超過 SD013 天未簽收的發貨單自動全部簽收',
    'Signs deliveries in full that left more days ago than SD013 says',
  ],
  params: {},
  isPerTenant: true,
});
