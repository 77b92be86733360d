import { data } from '#data/web/module.ts';
import { funds } from '#funds/web/module.ts';
import { message } from '#message/web/module.ts';
import { price } from '#price/web/module.ts';
import { sales } from '#sales/web/module.ts';
import { stock } from '#stock/web/module.ts';
import { system } from '#system/web/module.ts';
import { workflow } from '#workflow/web/module.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';

/** Every module, in the order of who knows whom: the one line that a new module costs the browser. */
export const modules: readonly WebModule[] = [system, message, data, workflow, stock, price, funds, sales];
