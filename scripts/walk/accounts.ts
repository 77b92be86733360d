/** The seven accounts of the demo whose screens are walked: everybody who sits in front of the product. */
export const accounts: Readonly<Record<string, string>> = {
  owner: `p.super_admin and t.sys_tenant = '0'`,
  platform: `p.super_admin and t.sys_tenant = '1'`,
  'general manager': String.raw`u.username like 'gm\_%'`,
  'sales manager': String.raw`u.username like 'manager\_%'`,
  'sales clerk': String.raw`u.username like 'clerk\_%'`,
  'warehouse keeper': String.raw`u.username like 'keeper\_%'`,
  customer: String.raw`u.username like 'buyer\_%'`,
};
