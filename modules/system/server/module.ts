import type { ServerModule } from '#platform/server/module/server-module.ts';
import { system as model } from '#system/model/module.ts';
import { carouselService } from './carousel.ts';
import { configRoutes } from './config.ts';
import { draftRoutes } from './draft.ts';
import { flowNumberRoutes, flowNumberService } from './flow-number.ts';
import { jobHandlers } from './job.ts';
import { logRoutes, logServices } from './log.ts';
import { menuRoutes, menuService } from './menu.ts';
import { messageRoutes, messageService } from './message.ts';
import { newsService } from './news.ts';
import { noticeRoutes, noticeService } from './notice.ts';
import { onlineRoutes } from './online.ts';
import { dictTypeService, referenceRoutes } from './reference.ts';
import { resetRoutes } from './reset.ts';
import { roleService } from './role.ts';
import { scheduleRoutes } from './schedule.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { sessionRoutes } from './session.ts';
import { settingRoutes } from './setting.ts';
import { filePermissionService } from './stored-file.ts';
import { tenantHomepageService } from './home.ts';
import { tenantConfigService } from './tenant-config.ts';
import { tenantParamService } from './tenant-param.ts';
import { tenantRoutes } from './tenant.ts';
import { unreadRoutes } from './unread.ts';
import { userRoutes, userService } from './user.ts';
import { versionRoutes } from './version.ts';

export const system: ServerModule = {
  model,
  services: [
    tenantParamService,
    tenantHomepageService,
    tenantConfigService,
    userService,
    roleService,
    dictTypeService,
    flowNumberService,
    menuService,
    filePermissionService,
    noticeService,
    newsService,
    carouselService,
    messageService,
    ...logServices,
  ],
  routes: [
    ...sessionRoutes,
    ...configRoutes,
    ...menuRoutes,
    ...referenceRoutes,
    ...tenantRoutes,
    ...userRoutes,
    ...onlineRoutes,
    ...secondFactorRoutes,
    ...resetRoutes,
    ...draftRoutes,
    ...settingRoutes,
    ...flowNumberRoutes,
    ...versionRoutes,
    ...scheduleRoutes,
    ...noticeRoutes,
    ...messageRoutes,
    ...unreadRoutes,
    ...logRoutes,
  ],
  jobs: jobHandlers,
};
