import * as nouns from './nouns.ts';
import { administration, each, grantsBeside, shippedRoleList, type Grants } from './shipped-role.ts';

const platform: Grants = { PLATFORM_OPS: ['all'] };
const logs: Grants = { PLATFORM_OPS: ['look', 'export'] };
/** Everybody who has a role at all. */
const everybody = shippedRoleList.map(({ code }) => code).filter((code) => code !== 'TENANT_ADMIN');
const office = everybody.filter((code) => !['CUSTOMER', 'SUPPLIER', 'PLATFORM_OPS', 'GROUP_VIEW'].includes(code));

/** What the roles of every tenant may do with the nouns of the system. */
export const grants = grantsBeside(nouns, {
  tenant: platform,
  tenantRole: platform,
  organization: each([...office, 'GROUP_VIEW'], ['look']),
  user: administration,
  role: administration,
  menu: platform,
  dictType: platform,
  dictData: platform,
  param: platform,
  region: platform,
  area: platform,
  accountingPeriod: { AR_ACCOUNTANT: ['look', 'save', 'update', 'delete', 'settle'], GENERAL_MANAGER: ['look'] },
  appUser: administration,
  carousel: { PROMO_ADMIN: ['keep'] },
  externalSystem: administration,
  loginLog: logs,
  operationLog: logs,
  errorLog: logs,
  interfaceLog: logs,
  filePermission: administration,
  flowNoType: administration,
  news: { SALES_MANAGER: ['keep', 'publish'] },
  notice: { GENERAL_MANAGER: ['keep', 'send'] },
  ossFile: platform,
  myNotice: each(everybody, ['look', 'read']),
  scheduleJob: platform,
  scheduleLog: logs,
  sysMessage: administration,
  sysVersion: platform,
  tenantConfig: administration,
  tenantHomepage: administration,
  tenantParam: administration,
  about: each(everybody, ['look']),
  cache: platform,
  globalConfig: platform,
  periodClose: { AR_ACCOUNTANT: ['look'] },
});
