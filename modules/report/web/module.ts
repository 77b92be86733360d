import type { WebModule } from '#platform/web/registry/registry.ts';
import { report as model } from '#report/model/module.ts';
import { definitionActions } from './own-actions.ts';
import { ownTexts } from './own-texts.ts';

const page = async () => (await import('./report-page.tsx')).ReportPage;

const cockpit = async () => (await import('./cockpit/cockpit-page.tsx')).CockpitPage;

/** All reports have one page; which one is a word of the address. */
export const report: WebModule = {
  model,
  pages: { 'report/view': page, 'statistics/view': page, dashboard: cockpit },
  paramPages: {
    ownReport: { title: ownTexts.title, load: async () => (await import('./own-page.tsx')).OwnReportPage },
  },
  actions: { 'report:definition': definitionActions },
  inputs: {
    'report:definition.dataSource': async () => (await import('./definition-inputs.tsx')).DefinitionSource,
    'report:definition.columns': async () => (await import('./definition-inputs.tsx')).DefinitionColumns,
    'report:definition.filters': async () => (await import('./definition-inputs.tsx')).DefinitionFilters,
  },
};
