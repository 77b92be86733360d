import { queries } from '#platform/web/api/queries.ts';
import { forgetBranding } from '#platform/web/look/branding.ts';
import { resetTabs } from '#platform/web/route/tabs.ts';

/** What belongs to the page and not to a session. */
const kept: readonly unknown[] = ['config', 'branding', 'locale', 'chunk'];

export function forgetAnswers(): void {
  forgetBranding();
  queries.removeQueries({ predicate: ({ queryKey: [head] }) => !kept.includes(head) });
}

/** Signing out, or into another tenant: nothing of the session that ended may be seen in the next. */
export function forgetEverything(): void {
  forgetAnswers();
  resetTabs();
}
