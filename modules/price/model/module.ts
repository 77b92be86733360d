import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const price = defineModule({ name: 'price', label: ['价格', '價格', 'Prices'], areas: [], nouns });
