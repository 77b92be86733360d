import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#report/model/grants.ts';
import { report as model } from '#report/model/module.ts';
import { cockpitRoute } from './cockpit/cockpit.ts';
import { reportExporters } from './exporter.ts';
import { foldFiguresJob } from './fold.ts';
import { mailReportsJob, subscriptionService } from './mail.ts';
import { definitionService, previewRoute } from './preview.ts';
import { reportRoutes } from './routes.ts';

export const report: ServerModule = {
  model,
  grants,
  services: [definitionService, subscriptionService],
  routes: [...reportRoutes, cockpitRoute, previewRoute],
  jobs: [foldFiguresJob, mailReportsJob],
  exporters: reportExporters(),
};
