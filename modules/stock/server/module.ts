import type { ServerModule } from '#platform/server/serve.ts';
import { stock as model } from '#stock/model/module.ts';
import { enquiryExporter, enquiryRoutes } from './enquiry.ts';
import { inoutService } from './inout.ts';
import { materialStockService } from './material-stock.ts';

export const stock: ServerModule = { model, services: [inoutService, materialStockService], routes: enquiryRoutes, exporters: [enquiryExporter] };
