import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const promotion = defineModule({
  name: 'promotion',
  label: ['促销', '促銷', 'Promotions'],
  areas: [
    { key: 'promotion', label: ['促销管理', '促銷管理', 'Promotions'], sort: 100, icon: 'GiftOutlined' },
    { key: 'points', label: ['积分管理', '積分管理', 'Points'], sort: 110, icon: 'TrophyOutlined' },
  ],
  nouns,
});
