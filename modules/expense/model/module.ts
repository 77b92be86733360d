import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const expense = defineModule({
  name: 'expense',
  label: ['费用报销', '費用報銷', 'Reimbursement'],
  areas: [
    { key: 'reimbursement', label: ['费用报销', '費用報銷', 'Reimbursement'], sort: 115, icon: 'AccountBookOutlined' },
  ],
  nouns,
});
