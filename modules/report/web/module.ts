import type { WebModule } from '#platform/web/registry/registry.ts';
import { report as model } from '#report/model/module.ts';

const page = async () => (await import('./report-page.tsx')).ReportPage;

const cockpit = async () => (await import('./cockpit/cockpit-page.tsx')).CockpitPage;

/** All reports have one page; which one is a word of the address. */
export const report: WebModule = { model, pages: { 'report/view': page, 'statistics/view': page, dashboard: cockpit } };
