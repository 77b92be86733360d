import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#promotion/model/grants.ts';
import { policyRuleType } from '#promotion/model/policy-rule.ts';
import { ruleType } from '#promotion/model/promotion-choices.ts';
import { promotion as model } from '#promotion/model/module.ts';
import { activityDistributionRoutes } from './activity-distribution.ts';
import { promotionActivityService } from './activity.ts';
import { activityCalendarRoute } from './activity-calendar.ts';
import { draftMeetingsRoute } from './draft-meetings.ts';
import { giftPackageService } from './gift-package.ts';
import { packageDetailsRoute } from './package-details.ts';
import { policyRuleService } from './policy-rule.ts';
import { pointsAdjustRoute } from './points/points-adjust.ts';
import { pointsChecks } from './points/points-checks.ts';
import { lapsePointsJob } from './points/points-job.ts';
import { pointsExporters, pointsReportRoutes } from './points/points-reports.ts';
import { promotionPointsService } from './points/points-rule.ts';

export const promotion: ServerModule = {
  model,
  grants,
  records: [
    {
      noun: policyRuleType,
      rows: Object.entries(ruleType).map(([code, [name]], at) => ({ code, name, sort: at + 1 })),
    },
  ],
  services: [promotionActivityService, giftPackageService, policyRuleService, promotionPointsService],
  routes: [
    ...activityDistributionRoutes,
    packageDetailsRoute,
    activityCalendarRoute,
    draftMeetingsRoute,
    ...pointsReportRoutes,
    pointsAdjustRoute,
  ],
  exporters: pointsExporters,
  checks: pointsChecks,
  jobs: [lapsePointsJob],
};
