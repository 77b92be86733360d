import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const invoice = defineModule({
  name: 'invoice',
  label: ['发票管理', '發票管理', 'Invoices'],
  areas: [],
  nouns,
});
