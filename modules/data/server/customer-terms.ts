import { customer } from '#data/model/partner/customer.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';

/** By which a customer owes more, pays later or pays less. */
const terms = ['creditControlFlag', 'receiveType', 'creditAmount', 'creditDays', 'priceClassCode'] as const;
const permission = permissionOf(customer, 'credit');

/**
 * Whoever keeps the names and addresses of customers does not decide what they may owe: their terms are changed by
 * those who may give credit, and a customer that others enter is controlled from its first day.
 */
export const customerTermsService = serveEntity(customer, {
  reads: () => ({ mayCredit: statement({ may: 'boolean' }, 'select sec.may($1) as may', [permission]) }),
  beforeSave(_ctx, next, previous, _given, { mayCredit = [] }) {
    if (mayCredit[0]?.may === true) return next;
    if (previous === null) return { ...next, creditControlFlag: '1' as const };
    const changed = terms.filter((key) => String(next[key] ?? '') !== String(previous[key] ?? ''));
    if (changed.length > 0)
      throw invalidAt(
        changed.map((key): Place => ({ path: key, field: customer.fields[key].label, reason: reasons.notAllowed })),
      );
    return next;
  },
  rowRules: terms.map((key) => ({
    key,
    reason: reasons.notAllowed,
    refused: `
      not sec.may('${permission}')
      and case
        when t.id is null then ${key === 'creditControlFlag' ? `v.credit_control_flag is distinct from '1'` : 'false'}
        else v.${snakeCase(key)} is distinct from t.${snakeCase(key)}
      end`,
  })),
});
