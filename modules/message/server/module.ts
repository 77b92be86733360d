import { grants } from '#message/model/grants.ts';
import { message as model } from '#message/model/module.ts';
import type { ServerModule } from '#platform/server/module/server-module.ts';
import { commentRoutes } from './comment/comment.ts';
import { mailTemplateRoutes, mailTemplateService } from './mail-template.ts';
import { ownMailRoutes } from './notice/own-mail.ts';
import { smsRoutes, smsService } from './sms.ts';

export const message: ServerModule = {
  model,
  grants,
  services: [mailTemplateService, smsService],
  routes: [...mailTemplateRoutes, ...smsRoutes, ...ownMailRoutes],
  furnish: ({ models }) => ({ routes: () => commentRoutes(models) }),
};
