import type { Session } from './product.ts';

/** A home page for everybody, and one for the day when the tenant wants less on it. */
export async function createHomepages(admin: Session): Promise<void> {
  await admin.post('/sys/tenant/homepage', {
    code: 'STANDARD',
    name: '通用首页',
    layout: { cards: ['figures', 'waiting', 'todo', 'recent', 'charts', 'notices', 'news', 'shortcuts', 'menu'] },
  });
  await admin.post('/sys/tenant/homepage', {
    code: 'PLAIN',
    name: '简洁首页',
    layout: { cards: ['notices', 'shortcuts', 'menu'] },
    status: '0',
  });
}

/** A report that the house put together itself. */
export async function createOwnReport(admin: Session): Promise<void> {
  await admin.post('/report/definition', {
    code: 'OWN01',
    name: '客户销售额与数量',
    reportType: 'sales',
    chartType: 'bar',
    dataSource: 'R03',
    columns: { rows: 'customer', columns: null, measures: ['amount', 'number'], measure: 'amount' },
    filters: null,
  });
}
