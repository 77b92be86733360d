import type { WebModule } from '#platform/web/registry/registry.ts';
import { report as model } from '#report/model/module.ts';

const page = async () => (await import('./report-page.tsx')).ReportPage;

/** All reports have one page; which one is a word of the address. */
export const report: WebModule = { model, pages: { 'report/view': page, 'statistics/view': page } };
