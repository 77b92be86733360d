import { data } from '#data/model/module.ts';
import { message } from '#message/model/module.ts';
import type { Module } from '#platform/model/module.ts';
import { expense } from '#expense/model/module.ts';
import { invoice } from '#invoice/model/module.ts';
import { funds } from '#funds/model/module.ts';
import { price } from '#price/model/module.ts';
import { promotion } from '#promotion/model/module.ts';
import { purchase } from '#purchase/model/module.ts';
import { report } from '#report/model/module.ts';
import { sales } from '#sales/model/module.ts';
import { stock } from '#stock/model/module.ts';
import { system } from '#system/model/module.ts';
import { workflow } from '#workflow/model/module.ts';

/** Every module, in the order of who knows whom. */
export const models: readonly Module[] = [
  system,
  message,
  data,
  workflow,
  stock,
  price,
  promotion,
  funds,
  sales,
  purchase,
  invoice,
  expense,
  report,
];
