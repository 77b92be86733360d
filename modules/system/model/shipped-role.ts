import type { Label } from '#platform/model/label.ts';
import type { RoleGrants } from '#platform/model/permission.ts';

interface Shipped {
  readonly label: Label;
  /** Reaches every organisation of the tenant, and gets the group entries of the menu. */
  readonly isGroupWide?: true;
  /** For people of the platform tenant, and for nobody else. */
  readonly isPlatform?: true;
  /** Gets every permission that a tenant has, and is named by no noun. */
  readonly isWhole?: true;
}

/** Roles that every tenant is given. What each may do stands beside the nouns, in the `grants.ts` of the modules. */
export const shippedRoles = {
  TENANT_ADMIN: { label: ['租户管理员', '租戶管理員', 'Tenant administrator'], isGroupWide: true, isWhole: true },
  GENERAL_MANAGER: { label: ['总经理', '總經理', 'General manager'], isGroupWide: true },
  DEPT_MANAGER: { label: ['部门经理', '部門經理', 'Department manager'] },
  SALES_MANAGER: { label: ['销售经理', '銷售經理', 'Sales manager'], isGroupWide: true },
  SALES_CLERK: { label: ['销售内勤', '銷售內勤', 'Sales clerk'] },
  SALESPERSON: { label: ['业务员', '業務員', 'Salesperson'] },
  PRICE_ADMIN: { label: ['价格管理员', '價格管理員', 'Price administrator'], isGroupWide: true },
  PROMO_ADMIN: { label: ['促销管理员', '促銷管理員', 'Promotion administrator'], isGroupWide: true },
  WAREHOUSE: { label: ['仓管', '倉管', 'Warehouse keeper'] },
  LOGISTICS: { label: ['物流', '物流', 'Logistics'] },
  BUYER: { label: ['采购', '採購', 'Buyer'] },
  AR_ACCOUNTANT: { label: ['应收会计', '應收會計', 'Receivables accountant'], isGroupWide: true },
  CASHIER: { label: ['出纳', '出納', 'Cashier'], isGroupWide: true },
  EXPENSE_ACCOUNTANT: { label: ['费用会计', '費用會計', 'Expense accountant'], isGroupWide: true },
  EMPLOYEE: { label: ['员工', '員工', 'Employee'] },
  CUSTOMER: { label: ['客户', '客戶', 'Customer'] },
  SUPPLIER: { label: ['供应商', '供應商', 'Supplier'] },
  // In which whoever comes from the brand owner looks into a tenant below it.
  GROUP_VIEW: { label: ['集团查看', '集團檢視', 'Group view'], isGroupWide: true },
  PLATFORM_OPS: { label: ['平台运维', '平台維運', 'Platform operations'], isPlatform: true },
} as const satisfies Readonly<Record<string, Shipped>>;

export type ShippedRole = keyof typeof shippedRoles;

/** In the order of the declaration, with everything a role may say of itself. */
export const shippedRoleList: readonly (Shipped & { readonly code: ShippedRole })[] = Object.entries<Shipped>(
  shippedRoles,
).map(([code, role]) => ({ code: code as ShippedRole, ...role }));

/** What roles that came with a tenant are called, by the name that they came with. */
export const shippedNames: Readonly<Record<string, Label>> = Object.fromEntries(
  shippedRoleList.map(({ label }) => [label[0], label]),
);

/** Roles that nouns name. */
type Named = Exclude<ShippedRole, 'TENANT_ADMIN'>;
export type Grants = Readonly<Partial<Record<Named, readonly string[]>>>;

type Shown = { readonly kind: 'entity' | 'document' | 'report' | 'page' };

/** A line for each noun of the module that has permissions: one that is missing, or too many, is an error of types. */
type GrantTable<Nouns> = {
  readonly [Name in keyof Nouns as Nouns[Name] extends Shown ? Name : never]: Grants;
};

export function grantsBeside<Nouns extends Readonly<Record<string, object>>>(
  nouns: Nouns,
  table: GrantTable<Nouns>,
): readonly RoleGrants[] {
  return Object.entries<Grants>(table).map(([name, roles]) => ({ noun: nouns[name] as RoleGrants['noun'], roles }));
}

/** The same for several roles. */
export const each = (roles: readonly Named[], words: readonly string[]): Grants =>
  Object.fromEntries(roles.map((role) => [role, words]));

/** Nouns by which a tenant is administered: with them one could give oneself whatever else there is. */
export const administration: Grants = {};
