import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#data/model/grants.ts';
import { masterDataGroups, saleGroups } from '#data/server/menu-groups.ts';
import { data as model } from '#data/model/module.ts';
import { customerBriefRoute } from './customer-brief.ts';
import { customerTermsService } from './customer-terms.ts';
import { fixedTermServices } from './fixed-term.ts';
import { freeTermService } from './free-term.ts';
import { lockedClassServices } from './locked-class.ts';
import { materialService } from './material.ts';
import { matchRoutes } from './material-match.ts';
import { restrictRuleService } from './restrict-rule.ts';
import { shippingLocationService } from './shipping-location.ts';
import { storageService } from './storage.ts';
import { unitService, unitsOfPrints } from './unit.ts';
import { printUnits } from '#system/server/setting/print-trail.ts';

export const data: ServerModule = {
  model,
  grants,
  headings: { masterData: masterDataGroups, sale: saleGroups },
  services: [
    ...lockedClassServices,
    freeTermService,
    restrictRuleService,
    shippingLocationService,
    storageService,
    materialService,
    customerTermsService,
    unitService,
  ],
  routes: [...matchRoutes, customerBriefRoute],
  adds: [printUnits.with(unitsOfPrints)],
  furnish: ({ modules }) => ({ services: fixedTermServices(modules) }),
};
