import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#expense/model/grants.ts';
import { expense as model } from '#expense/model/module.ts';

export const expense: ServerModule = { model, grants, services: [], routes: [] };
