import { screens } from 'virtual:screens';
import { announce } from '#platform/web/registry/late-modules.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';

/** Every module, in the order of who knows whom: the one line that a new module costs the browser. */
const loads: Readonly<Record<string, () => Promise<WebModule>>> = {
  system: async () => (await import('#system/web/module.ts')).system,
  message: async () => (await import('#message/web/module.ts')).message,
  data: async () => (await import('#data/web/module.ts')).data,
  workflow: async () => (await import('#workflow/web/module.ts')).workflow,
  stock: async () => (await import('#stock/web/module.ts')).stock,
  price: async () => (await import('#price/web/module.ts')).price,
  promotion: async () => (await import('#promotion/web/module.ts')).promotion,
  funds: async () => (await import('#funds/web/module.ts')).funds,
  sales: async () => (await import('#sales/web/module.ts')).sales,
  purchase: async () => (await import('#purchase/web/module.ts')).purchase,
  invoice: async () => (await import('#invoice/web/module.ts')).invoice,
  expense: async () => (await import('#expense/web/module.ts')).expense,
  report: async () => (await import('#report/web/module.ts')).report,
};

/** What each brings is fetched with the first of its pages. */
export function announceModules(): void {
  announce(Object.entries(loads).map(([name, load]) => ({ name, load, screens: screens[name] ?? [] })));
}
