import type { ServerModule } from '#platform/server/serve.ts';
import { stock as model } from '#stock/model/module.ts';
import { enquiryRoutes } from './enquiry.ts';
import { inoutService } from './inout.ts';

export const stock: ServerModule = { model, services: [inoutService], routes: enquiryRoutes };
