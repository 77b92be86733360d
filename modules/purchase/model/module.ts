import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const purchase = defineModule({
  name: 'purchase',
  label: ['采购', '採購', 'Purchasing'],
  areas: [],
  nouns,
});
