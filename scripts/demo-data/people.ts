import { randomBytes } from 'node:crypto';
import type { Body, Product, Session } from './product.ts';
import { roles } from './roles.ts';
import { dayAfter, streamOf } from './stream.ts';
import type { DepartmentPlan, TenantPlan } from './tenants.ts';
import { createLevels } from './tree.ts';
import { personOf, phoneOf, type Person } from './words.ts';

export interface Account {
  readonly tenantCode: string;
  readonly tenantName: string;
  readonly username: string;
  readonly realName: string;
  readonly roleCode: string;
  readonly role: string;
  readonly password: string;
}

/** Somebody on the staff list; those with a role have an account too. */
interface Post extends Person {
  readonly code: string;
  readonly phone: string;
  readonly dept: DepartmentPlan;
  readonly isSalesman: boolean;
  readonly account?: { readonly username: string; readonly role: string };
}

export interface Staff {
  readonly accounts: readonly Account[];
  /** Sessions of those who write documents. */
  clerkOf(organizeCode: string): Session;
  keeperOf(organizeCode: string): Session;
  readonly manager: Session;
  readonly leader: Session;
  /** Somebody who writes what he claims for himself. */
  readonly employee: Session;
  /** The administrator's colleague, and the main account: nobody audits what he wrote. */
  readonly deputy: Session;
  readonly auditor: Session;
  readonly salesmen: readonly {
    readonly code: string;
    readonly name: string;
    readonly phone: string;
    readonly organizeCode: string;
    readonly deptCode: string;
    readonly hasAccount: boolean;
  }[];
}

export interface Load {
  readonly product: Product;
  readonly plan: TenantPlan;
  readonly admin: Session;
  readonly password: string;
  readonly anchor: string;
  readonly share: number;
}

export async function createStaff(load: Load, roleIds: ReadonlyMap<string, string>): Promise<Staff> {
  const { admin, plan } = load;
  const deptIds = await createLevels(
    admin,
    '/data/bd/dept',
    plan.departments.map(({ code, name, organizeCode, parent }, i) => ({
      code,
      name,
      organizeCode,
      parent,
      sort: i + 1,
    })),
  );
  const posts = postsOf(plan, load.share);
  const opened = await Promise.all(posts.map((post) => openPost(load, post, { deptIds, roleIds })));
  await createPersonnel(load, opened);
  await Promise.all(
    plan.departments.map(async ({ code }) => {
      const leader = posts.find(({ dept }) => dept.code === code);
      if (leader !== undefined) await admin.put('/data/bd/dept', { id: deptIds.get(code), leaderCode: leader.code });
    }),
  );
  const sessionOf = (role: string, organizeCode?: string): Session => {
    const found = opened.find(
      ({ post }) =>
        post.account?.role === role && (organizeCode === undefined || post.dept.organizeCode === organizeCode),
    )?.account;
    if (found === undefined || found === null) throw new Error(`nobody is ${role} of ${organizeCode ?? plan.code}`);
    return found.session;
  };
  return {
    accounts: opened.flatMap(({ account }) => (account === null ? [] : [account.account])),
    clerkOf: (organizeCode) => sessionOf('SALES_CLERK', organizeCode),
    keeperOf: (organizeCode) => sessionOf('WAREHOUSE', organizeCode),
    manager: sessionOf('SALES_MANAGER'),
    leader: sessionOf('GENERAL_MANAGER'),
    employee: sessionOf('EMPLOYEE'),
    deputy: sessionOf('TENANT_ADMIN'),
    auditor: admin,
    salesmen: posts
      .filter(({ isSalesman }) => isSalesman)
      .map(({ code, name, phone, dept, account }) => ({
        code,
        name,
        phone,
        organizeCode: dept.organizeCode,
        deptCode: dept.code,
        hasAccount: account?.role === 'SALESPERSON',
      })),
  };
}

interface Opened {
  readonly post: Post;
  /** Null for who does not log in. */
  readonly account: Awaited<ReturnType<typeof openAccount>> | null;
}

async function openPost(
  load: Load,
  post: Post,
  {
    deptIds,
    roleIds,
  }: { readonly deptIds: ReadonlyMap<string, string>; readonly roleIds: ReadonlyMap<string, string> },
): Promise<Opened> {
  if (post.account === undefined) return { post, account: null };
  const account = await openAccount(load, post, {
    organizeCode: post.dept.organizeCode,
    deptId: deptIds.get(post.dept.code),
    roleIdList: [roleIds.get(post.account.role)],
    gender: post.gender,
    mobile: post.phone,
    email: `${post.account.username}@${load.plan.mail}`,
    ...(post.account.role === 'SALESPERSON' ? { accountType: '3', personnelCode: post.code } : {}),
  });
  return { post, account };
}

async function createPersonnel({ admin, plan, anchor }: Load, opened: readonly Opened[]): Promise<void> {
  const chance = streamOf(`staff ${plan.code}`);
  const entryDates = opened.map(() => dayAfter(anchor, -chance.between(90, 3000)));
  await Promise.all(
    opened.map(({ post, account }, i) =>
      admin.post('/data/bd/personnel', {
        code: post.code,
        name: post.name,
        gender: post.gender,
        phone: post.phone,
        email: `${post.code.toLowerCase()}@${plan.mail}`,
        organizeCode: post.dept.organizeCode,
        deptCode: post.dept.code,
        entryDate: entryDates[i],
        salesmanFlag: post.isSalesman ? '1' : '0',
        userId: account?.userId ?? null,
        typeCode: typeOf(post),
      }),
    ),
  );
}

const typeOf = ({ isSalesman, dept: { code } }: Post): string =>
  isSalesman
    ? 'PT02'
    : code.includes('-CC')
      ? 'PT03'
      : code.includes('-CW')
        ? 'PT04'
        : code.includes('-XX')
          ? 'PT05'
          : 'PT01';

/** Accounts of customers: each sees its own orders and nothing else. */
export async function createBuyers(
  load: Load,
  roleIds: ReadonlyMap<string, string>,
  customers: readonly { readonly code: string; readonly organizeCode: string }[],
): Promise<readonly Account[]> {
  const { plan } = load;
  const chance = streamOf(`buyers ${plan.code}`);
  const buyers = customers.slice(0, counted(plan.full.buyers, load.share)).map((customer, i) => ({
    customer,
    person: personOf(chance),
    phone: phoneOf(chance),
    username: named('buyer', plan, i),
  }));
  return Promise.all(
    buyers.map(async ({ customer, person, phone, username }) => {
      const { account } = await openAccount(
        load,
        { ...person, account: { username, role: 'CUSTOMER' } },
        {
          organizeCode: customer.organizeCode,
          roleIdList: [roleIds.get('CUSTOMER')],
          accountType: '1',
          customerCode: customer.code,
          gender: person.gender,
          mobile: phone,
        },
      );
      return account;
    }),
  );
}

/**
 * The account is handed over with a password for the first log-in, and its owner sets the demo's password: so nobody is
 * asked to change it again.
 */
async function openAccount(
  { product, plan, admin, password }: Load,
  { name, account }: { readonly name: string; readonly account?: { readonly username: string; readonly role: string } },
  more: Body,
): Promise<{ userId: string; session: Session; account: Account }> {
  const { username = '', role = '' } = account ?? {};
  const handedOver = firstPassword();
  const userId = await admin.post('/sys/user', {
    username,
    realName: name,
    password: handedOver,
    confirmPassword: handedOver,
    ...more,
  });
  const session = await firstLogIn(product, username, handedOver, password);
  return {
    userId,
    session,
    account: {
      tenantCode: plan.code,
      tenantName: plan.name,
      username,
      realName: name,
      roleCode: role,
      role: roles.find(({ code }) => code === role)?.name ?? role,
      password,
    },
  };
}

export const firstPassword = (): string => `a1${randomBytes(12).toString('base64url')}`;

export async function firstLogIn(
  product: Product,
  username: string,
  handedOver: string,
  password: string,
): Promise<Session> {
  const session = await product.logIn(username, handedOver);
  await session.put('/sys/user/password', { password: handedOver, newPassword: password, confirmPassword: password });
  return session;
}

function postsOf(plan: TenantPlan, share: number): readonly Post[] {
  const chance = streamOf(`posts ${plan.code}`);
  const deptOf = (code: string): DepartmentPlan => {
    const found = plan.departments.find((dept) => dept.code === code) ?? plan.departments[0];
    if (found === undefined) throw new Error(`${plan.code} has no departments`);
    return found;
  };
  const head = deptOf(`${plan.organizations[0]?.code ?? ''}-ZJ`);
  const selling = plan.organizations.filter(({ sells }) => sells.length > 0).map(({ code }) => code);
  const stocking = [...new Set(plan.storages.map(({ organizeCode }) => organizeCode))];
  const teams = plan.departments.filter(({ isSales }) => isSales === true);
  const wanted: { dept: DepartmentPlan; isSalesman: boolean; account?: { username: string; role: string } }[] = [
    { dept: head, isSalesman: false, account: { username: named('gm', plan, 0), role: 'GENERAL_MANAGER' } },
    { dept: deptOf('HQ0-XX'), isSalesman: false, account: { username: named('it', plan, 0), role: 'TENANT_ADMIN' } },
    {
      dept: deptOf(`${selling[0] ?? ''}-XS`),
      isSalesman: true,
      account: { username: named('manager', plan, 0), role: 'SALES_MANAGER' },
    },
    ...selling.map((code, i) => ({
      dept: deptOf(`${code}-XS`),
      isSalesman: false,
      account: { username: named('clerk', plan, i), role: 'SALES_CLERK' },
    })),
    ...stocking.map((code, i) => ({
      dept: deptOf(`${code}-CC`),
      isSalesman: false,
      account: { username: named('keeper', plan, i), role: 'WAREHOUSE' },
    })),
    { dept: deptOf('HQ0-CW'), isSalesman: false, account: { username: named('staff', plan, 0), role: 'EMPLOYEE' } },
    ...Array.from({ length: counted(plan.full.salespeople, share) }, (_, i) => ({
      dept: teams[i % teams.length] ?? head,
      isSalesman: true,
      account: { username: named('sales', plan, i), role: 'SALESPERSON' },
    })),
    // Every organisation that sells has somebody who sells.
    ...selling.map((code) => ({ dept: deptOf(`${code}-XS`), isSalesman: true })),
  ];
  while (wanted.length < plan.full.personnel * share) {
    const dept = chance.pick(plan.departments);
    wanted.push({ dept, isSalesman: dept.isSales === true && chance.chance(70) });
  }
  return wanted.map((post, i) => ({
    ...personOf(chance),
    ...post,
    code: `E${plan.code}${String(i + 1).padStart(3, '0')}`,
    phone: phoneOf(chance),
  }));
}

const named = (role: string, plan: TenantPlan, i: number): string =>
  `${role}_${plan.code}${i === 0 ? '' : `_${i + 1}`}`;
const counted = (full: number, share: number): number => Math.max(1, Math.round(full * share));
