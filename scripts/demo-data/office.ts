import type { Load } from './people.ts';
import type { Customer } from './partners.ts';
import type { Session } from './product.ts';
import { dayAfter, streamOf } from './stream.ts';
import { createLevels } from './tree.ts';
import { brandWordOf, creditCodeOf, personOf, phoneOf, streetOf } from './words.ts';
import { sandboxAccount, sandboxUrl, taxAccount, taxSystemCode, taxUrl } from '#scripts/demo-data/sandbox.ts';

const supplierClasses = [
  { code: 'S1', name: '原料供应商' },
  { code: 'S2', name: '包装供应商' },
  { code: 'S3', name: '物流服务商' },
  { code: 'S4', name: '其他' },
] as const;
const supplierTrades = ['化工有限公司', '颜料有限公司', '包装材料有限公司', '助剂科技有限公司', '制罐厂'];

/** What the back office of a tenant keeps beside its customers and goods. */
export async function createOffice(
  { admin, plan, share, anchor }: Load,
  customers: readonly Customer[],
): Promise<void> {
  const chance = streamOf(`office ${plan.code}`);
  await createLevels(admin, '/data/bd/supplier/class', supplierClasses);
  const home = plan.organizations[0]?.code;
  const terms = streamOf(`supplier terms ${plan.code}`);
  await Promise.all(
    Array.from({ length: Math.max(8, Math.round(60 * share)) }, (_, i) =>
      admin.post('/data/bd/supplier', {
        code: `G${String(i + 1).padStart(4, '0')}`,
        name: `${brandWordOf(chance)}${chance.pick(supplierTrades)}`,
        abbreviation: brandWordOf(chance),
        organizeCode: home,
        classCode: chance.pick(supplierClasses).code,
        linkman: personOf(chance).name,
        phone: phoneOf(chance),
        email: `sales${i + 1}@supplier.example`,
        taxNumber: creditCodeOf(chance, '330100'),
        address: streetOf(chance),
        taxRate: '13',
        payDays: [30, 60, 0, 45][i % 4],
        balanceTypeCode: terms.pick(['JS01', 'JS03', 'JS03', 'JS04', 'JS06']),
        openingBank: `${terms.pick(['中国工商银行', '中国建设银行', '招商银行'])}杭州支行`,
        bankAccount: `62${terms.digits(17)}`,
      }),
    ),
  );
  await openPeriods(admin, anchor);
  await Promise.all(
    customers.slice(0, 6).map((customer, i) =>
      admin.post('/sys/appuser', {
        username: `app_${plan.code}_${i + 1}`,
        realName: customer.linkman,
        mobile: customer.phone,
        email: `app${i + 1}@customer.example`,
        accountType: '1',
        customerCode: customer.code,
      }),
    ),
  );
  await admin.post('/exchange/system', {
    code: 'ERP',
    name: '集团 ERP',
    erpProduct: 'NC',
    databaseType: 'oracle',
    interfaceType: '2',
    url: 'oracle://erp.example.com:1521/NC',
    account: 'qudao',
    version: 'enterprise',
  });
  await admin.post('/exchange/system', sandboxSystem());
  await admin.post('/exchange/system', taxSystem());
  await admin.post('/sys/tenant/config', { backstageName: `${plan.name}后台`, mallName: `${plan.name}商城` });
}

/**
 * Bills are downloaded from here while `scripts/sandbox-erp.ts` runs. Without a key to seal it with its secret is
 * entered by hand.
 */
function sandboxSystem(): Readonly<Record<string, unknown>> {
  const { account, secret } = sandboxAccount;
  return {
    code: 'SANDBOX',
    name: '沙箱 ERP',
    erpProduct: 'U8',
    interfaceType: '1',
    url: sandboxUrl,
    account,
    ...(process.env['QUDAO_SEAL_KEY'] === undefined ? {} : { secret }),
    remark: 'node scripts/sandbox-erp.ts',
  };
}

/** Invoices are issued from here while `scripts/sandbox-tax.ts` runs; until then they wait for it. */
function taxSystem(): Readonly<Record<string, unknown>> {
  const { account, secret } = taxAccount;
  return {
    code: taxSystemCode,
    name: '开票沙箱',
    interfaceType: '1',
    url: taxUrl,
    account,
    ...(process.env['QUDAO_SEAL_KEY'] === undefined ? {} : { secret }),
    remark: 'node scripts/sandbox-tax.ts',
  };
}

/** The first day on which something may be posted (A17). */
export const openSince = (anchor: string): string => `${dayAfter(anchor, -182).slice(0, 7)}-01`;

/** Every month since then and the next one, all of them open. */
async function openPeriods(admin: Session, anchor: string): Promise<void> {
  // The one of the month in which the tenant was opened came with it.
  const { list } = await admin.get<{ readonly list: readonly { readonly startDate: string }[] }>(
    '/sys/accountperiod/page?limit=500',
  );
  const ids: string[] = [];
  const last = dayAfter(`${anchor.slice(0, 7)}-01`, 31);
  for (let first = openSince(anchor), next = ''; first <= last; first = next) {
    next = `${dayAfter(first, 31).slice(0, 7)}-01`;
    if (list.some(({ startDate }) => startDate === first)) continue;
    ids.push(
      await admin.post('/sys/accountperiod', {
        year: Number.parseInt(first.slice(0, 4), 10),
        month: Number.parseInt(first.slice(5, 7), 10),
        startDate: first,
        endDate: dayAfter(next, -1),
      }),
    );
  }
  await admin.put('/sys/accountperiod/open', ids);
}

/** What the platform publishes of itself. */
export async function publishVersions(platform: Session): Promise<void> {
  const versions = [
    ['0.1.0', '2026-11-15', '首个版本', '<p>订单、库存、主数据与系统管理</p>'],
    ['0.0.9', '2026-10-20', '预览版', '<p>订单与库存的第一批界面</p>'],
  ] as const;
  for (const [versionCode, releaseDate, title, content] of versions)
    await platform.post('/sys/version', { versionCode, platform: '0', releaseDate, title, content, status: '1' });
}
