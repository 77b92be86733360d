import type { Noun } from '#platform/model/module.ts';

/**
 * Whether what a record was is kept: of every document, and of every master record that people change. Logs never
 * change, and what all tenants share has no tenant whose size its versions would count in.
 */
export const keepsVersions = (noun: Noun): boolean =>
  noun.kind === 'document' ||
  (noun.realm === 'tenant' &&
    noun.isAppendOnly !== true &&
    noun.calls.includes('info') &&
    noun.calls.includes('update'));
