import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const funds = defineModule({ name: 'funds', label: ['资金', '資金', 'Funds'], areas: [], nouns });
