import type { ServerModule } from '#platform/server/serve.ts';
import { data as model } from '#data/model/module.ts';
import { shippingLocationService } from './shipping-location.ts';

export const data: ServerModule = { model, services: [shippingLocationService], routes: [] };
