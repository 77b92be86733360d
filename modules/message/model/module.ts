import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const message = defineModule({
  name: 'message',
  label: ['消息管理', '訊息管理', 'Message'],
  areas: [{ key: 'message', label: ['消息管理', '訊息管理', 'Messages'], sort: 60, icon: 'MailOutlined' }],
  forEveryTenant: ['message'],
  nouns,
});
