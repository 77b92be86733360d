import { belongsTo } from '#platform/model/preset.ts';
import { currentRoute } from './route.ts';

/** What only means something within an organisation (001 §6): a list of the whole group is not searched by it. */
export const ofOrganizations: ReadonlySet<string> = new Set([belongsTo.brand, belongsTo.storage]);

/** The tenant flag of the page on screen: '0' is the level of organisations, anything else that of the group. */
export const levelShown = (): string => levelOf(currentRoute());
export const levelOf = (route: string): string => /[?&]tenantFlag=([^&_]+)/.exec(route)?.[1] ?? '0';
