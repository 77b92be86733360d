import { permissionOf } from '#platform/model/permission.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { mailTemplate } from '#message/model/mail.ts';
import { sms } from '#message/model/sms.ts';
import { messageTexts } from './texts.ts';

export const mailActions: readonly OwnAction[] = [
  {
    verb: 'send',
    label: messageTexts.send,
    permission: permissionOf(mailTemplate, 'send'),
    isForOne: true,
    load: chunk(
      () => import('./mail-dialog.tsx'),
      ({ sendMail }) => sendMail,
    ),
  },
];

export const smsActions: readonly OwnAction[] = [
  {
    verb: 'send',
    label: messageTexts.send,
    permission: permissionOf(sms, 'send'),
    isForOne: true,
    load: chunk(
      () => import('./sms-dialog.tsx'),
      ({ sendSms }) => sendSms,
    ),
  },
];
