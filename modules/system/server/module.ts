import { numberRoutes } from '#platform/server/document/numbers.ts';
import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#system/model/grants.ts';
import { system as model } from '#system/model/module.ts';
import { cacheRoutes } from '#system/server/setting/cache.ts';
import { billKinds, exchangeRoutes } from '#system/server/operation/exchange.ts';
import { explainRoutes } from '#system/server/operation/explain.ts';
import { externalSystemService } from '#system/server/operation/external-system.ts';
import { handoverRoutes } from '#system/server/people/handover.ts';
import { historyRoutes } from '#system/server/operation/history.ts';
import { booksOf } from '#system/server/setting/period-check.ts';
import { periodRoutes, periodService } from '#system/server/setting/period.ts';
import { printTrails, printUnits } from '#system/server/setting/print-trail.ts';
import { printDataRoute } from '#system/server/setting/print-data.ts';
import { printRoutes } from '#system/server/setting/print.ts';
import { storageRoutes } from '#system/server/operation/storage.ts';
import { carouselService } from '#system/server/message/carousel.ts';
import { configRoutes, brandRoutes } from '#system/server/setting/config.ts';
import { draftRoutes } from '#system/server/session/draft.ts';
import { flowNumberRoutes, flowNumberService } from '#system/server/setting/flow-number.ts';
import { jobHandlers, ledgerJob } from '#system/server/operation/job.ts';
import { logRoutes, logServices } from '#system/server/operation/log.ts';
import { systemGroups } from '#system/server/people/menu-groups.ts';
import { menuRoutes, menuService } from '#system/server/people/menu.ts';
import { messageRoutes, messageService } from '#system/server/message/message.ts';
import { newsService } from '#system/server/message/news.ts';
import { noticeRoutes, noticeService } from '#system/server/message/notice.ts';
import { onlineRoutes } from '#system/server/people/online.ts';
import { dictTypeService, referenceRoutes } from '#system/server/setting/reference.ts';
import { resetRoutes } from '#system/server/session/reset.ts';
import { roleOfferRoutes } from '#system/server/people/role-offer.ts';
import { roleService } from '#system/server/people/role.ts';
import { scheduleRoutes, scheduleService } from '#system/server/operation/schedule.ts';
import { secondFactorRoutes } from '#system/server/session/second-factor.ts';
import { sessionRoutes } from '#system/server/session/session.ts';
import { settingRoutes } from '#system/server/setting/setting.ts';
import { filePermissionService, storedFileService } from '#system/server/operation/stored-file.ts';
import { tenantHomepageService, homeRoutes } from '#system/server/message/home.ts';
import { homeFiguresRoute } from '#system/server/message/home-figures.ts';
import { tenantConfigService } from '#system/server/setting/tenant-config.ts';
import { systemParamService } from '#system/server/setting/system-param.ts';
import { tenantParamService } from '#system/server/setting/tenant-param.ts';
import { tenantRoutes, tenantService } from './tenant.ts';
import { unreadRoutes } from '#system/server/message/unread.ts';
import { userRoutes, userService } from '#system/server/people/user.ts';
import { versionRoutes } from '#system/server/setting/version.ts';

export const system: ServerModule = {
  model,
  grants,
  headings: { system: systemGroups },
  services: [
    systemParamService,
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
    ...configRoutes,
    ...referenceRoutes,
    ...tenantRoutes,
    ...userRoutes,
    ...roleOfferRoutes,
    ...onlineRoutes,
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
  furnish: ({ models, modules, jobs, ...premises }) => ({
    services: [
      periodService(booksOf({ models, modules })),
      tenantService(models),
      storedFileService(models),
      scheduleService(jobs),
      externalSystemService({ isPrivateAllowed: premises.isPrivateExchangeAllowed }),
    ],
    jobs: [ledgerJob(modules.flatMap(({ checks = [] }) => checks))],
    routes: ({ cache, stores }) => [
      ...homeRoutes(models),
      homeFiguresRoute(modules.flatMap(({ figures = [] }) => figures)),
      ...menuRoutes(modules),
      ...cacheRoutes(models, cache),
      ...periodRoutes(booksOf({ models, modules })),
      ...explainRoutes(models),
      ...handoverRoutes(models),
      ...historyRoutes(models),
      ...numberRoutes(models),
      ...printRoutes(models, { trails: printTrails.in(modules), units: printUnits.in(modules) }),
      printDataRoute(models, { trails: printTrails.in(modules), units: printUnits.in(modules) }),
      ...storageRoutes({ folder: premises.filesFolder(), isPrivateAllowed: premises.isPrivateStorageAllowed }, stores),
      ...brandRoutes(stores),
      ...exchangeRoutes(billKinds.in(modules), premises.exchange),
      ...sessionRoutes(premises.exchange),
      ...secondFactorRoutes(premises.exchange),
    ],
  }),
};
