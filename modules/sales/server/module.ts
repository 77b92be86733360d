import type { ServerModule } from '#platform/server/serve.ts';
import { sales as model } from '#sales/model/module.ts';
import { orderService } from './order.ts';

export const sales: ServerModule = { model, services: [orderService], routes: [] };
