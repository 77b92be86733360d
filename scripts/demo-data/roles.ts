import type { Body, Session } from './product.ts';

interface MenuNode {
  readonly id: string;
  readonly url: string | null;
  readonly permissions: string | null;
  readonly children: readonly MenuNode[];
}

export interface RolePlan {
  readonly code: string;
  readonly name: string;
  readonly grants: RegExp;
  /** Sees every row of the tenant, and so gets the group entries of the menu. */
  readonly isGroupWide?: true;
  /** Normal warehouses only. */
  readonly isWarehouse?: true;
}

export const roles: readonly RolePlan[] = [
  { code: 'TENANT_ADMIN', name: '租户管理员', grants: /./, isGroupWide: true },
  {
    code: 'GENERAL_MANAGER',
    name: '总经理',
    grants:
      /:(page|view|export)$|^activiti:todo:|^(order:(order|refund|revision|purchase|purchaseinvoice|demand)|stock:(allocation|inventory)|sale:\w+|promotion:activity|points:exchangeorder|activiti:correction|reimbursement:\w+|invoice:apply):approve$/,
    isGroupWide: true,
  },
  {
    code: 'SALES_MANAGER',
    name: '销售经理',
    grants:
      /^(order:(order|delivery|refund|revision|template):|points:exchangeorder:|sale:|(promotion|points):\w+:(page|view|export)$|data:(customer|customerclass|product|channel):|data:\w+:(page|view)$|stock:enquiry:|activiti:(todo|joined|myapply):)/,
    isGroupWide: true,
  },
  {
    code: 'SALES_CLERK',
    name: '销售内勤',
    grants:
      /^(order:template:(page|view)$|order:(order|refund|revision):(page|view|save|update|delete|export|stash|unstash|cancel|trial)$|points:exchangeorder:(page|view|save|update|delete|export|cancel)$|points:(points|flow|exchangeactivity):(page|view)$|order:delivery:(page|view|save|update|delete|export|audit|sign)$|sale:capitalaccount:(page|view)$|activiti:(todo|joined|myapply):|data:\w+:(page|view)$|data:customer:(save|update|export)$|stock:enquiry:page$)/,
  },
  {
    code: 'AR_ACCOUNTANT',
    name: '应收会计',
    grants:
      /^(sale:|order:(order|delivery|refund|revision):(page|view|export)$|order:(refund|revision):approve$|data:\w+:(page|view)$)/,
    isGroupWide: true,
  },
  {
    code: 'SALESPERSON',
    name: '业务员',
    grants:
      /^(order:(order|refund|revision):(page|view|save|update|export|stash|unstash)$|points:exchangeorder:(page|view|save|update|export)$|points:(points|flow|exchangeactivity):(page|view)$|data:(customer|material|product):(page|view)$|stock:enquiry:page$)/,
  },
  {
    code: 'WAREHOUSE',
    name: '仓管',
    grants: /^(stock:|data:(depot|material|materialclass|unit|brand):(page|view)$|order:(order|refund):(page|view)$)/,
    isWarehouse: true,
  },
  {
    code: 'EMPLOYEE',
    name: '员工',
    grants:
      /^(data:(brand|channel|dept|material|personnel|product|unit):(page|view)$|reimbursement:(loan|repayment|application|expense|specialexpense|travel|citytransport):(page|view|save|update|delete|stash|unstash|cancel)$|reimbursement:(item|policy):(page|view)$)/,
  },
  {
    code: 'CUSTOMER',
    name: '客户',
    grants:
      /^(order:order:(page|view|save|update|stash|unstash|cancel)$|order:refund:(page|view)$|points:(points|flow|exchangeorder):(page|view)$|data:product:(page|view)$)/,
  },
  { code: 'GROUP_VIEW', name: '集团查看', grants: /^(data|stock|order):\w+:(page|view)$/, isGroupWide: true },
];

/**
 * Months are written down in minutes: until that is done, whoever saves documents may date them back, and `settle` ends
 * it.
 */
export interface Roles {
  readonly ids: ReadonlyMap<string, string>;
  readonly settle: () => Promise<void>;
}

/** What a role names, out of what the tenant's administrator holds. */
export async function createRoles(
  admin: Session,
  scope: { readonly organizations: readonly string[]; readonly normalStorages: readonly string[] },
): Promise<Roles> {
  const entries = flat(await admin.get<readonly MenuNode[]>('/sys/menu/select'));
  const bodyOf = ({ code, name, grants, isGroupWide, isWarehouse }: RolePlan, isLoading: boolean): Body => {
    const isNamed = (permission: string): boolean =>
      grants.test(permission) ||
      (isLoading && permission.endsWith(':backdate') && grants.test(permission.replace(/backdate$/, 'save')));
    const menuList = entries
      .filter(
        ({ permissions, url }) =>
          permissions !== null &&
          isNamed(permissions) &&
          (isGroupWide === true || url?.endsWith('?tenantFlag=1') !== true),
      )
      .map(({ id }) => id);
    return {
      code,
      name,
      menuList,
      organizeList: isGroupWide === true ? scope.organizations : [],
      storageList: isWarehouse === true ? scope.normalStorages : [],
      deptList: [],
    };
  };
  // They came with the tenant.
  const shipped = await admin.get<readonly { readonly id: string; readonly code: string }[]>('/sys/role/list');
  const ids = new Map(shipped.map(({ id, code }) => [code, id]));
  for (const role of roles) await admin.put('/sys/role', { ...bodyOf(role, true), id: ids.get(role.code) });
  return {
    ids,
    settle: async () => {
      for (const role of roles) await admin.put('/sys/role', { ...bodyOf(role, false), id: ids.get(role.code) });
    },
  };
}

const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
