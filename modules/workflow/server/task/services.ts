import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import { compileCondition } from '#workflow/model/engine/feel.ts';
import { FeelFault } from '#workflow/model/engine/feel-syntax.ts';
import { substitute } from '#workflow/model/substitute.ts';
import type { Approvals } from './approval.ts';
import { ownSubstitute } from './refusals.ts';

/**
 * A route is saved only if it could ever be asked: for a document that is approved, with a condition about that
 * document.
 */
export const bizRouteService = (approvals: Approvals): EntityService =>
  serveEntity(bizRoute, {
    beforeSave(_ctx, next) {
      const approval = approvals.of(next.docType);
      if (approval === undefined)
        throw invalidAt([{ path: 'docType', field: bizRoute.fields.docType.label, reason: reasons.notChosen }]);
      try {
        if (next.condition !== null && next.condition.trim() !== '')
          compileCondition(next.condition, approval.facts.names);
      } catch (error) {
        if (!(error instanceof FeelFault)) throw error;
        throw invalidAt([{ path: 'condition', field: bizRoute.fields.condition.label, reason: error.reason }]);
      }
      return { ...next, docType: approval.docType };
    },
  });

const notHimself = ['不能是本人', '不能是本人', 'cannot be the same person'] as const;

export const substituteService: EntityService = serveEntity(substitute, {
  beforeSave(_ctx, next) {
    if (next.userId === next.substituteId)
      throw ownSubstitute({}, [
        { path: 'substituteId', field: substitute.fields.substituteId.label, reason: notHimself },
      ]);
    const places: Place[] = [
      ...(next.endDate < next.startDate
        ? [{ path: 'endDate', field: substitute.fields.endDate.label, reason: reasons.format }]
        : []),
      ...(next.docTypes !== null &&
      !(Array.isArray(next.docTypes) && next.docTypes.every((type) => typeof type === 'string'))
        ? [{ path: 'docTypes', field: substitute.fields.docTypes.label, reason: reasons.format }]
        : []),
    ];
    if (places.length > 0) throw invalidAt(places);
    return next;
  },
});
