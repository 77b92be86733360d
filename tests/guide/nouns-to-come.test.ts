import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeScratch, type Scratch } from './scratch.ts';

// A copy is built twice; each takes a few seconds on a quiet machine.
vi.setConfig({ testTimeout: 300_000 });

const count = 80;
/**
 * Kilobytes, gzipped, that a module may add to what everybody waits for: its line, the urls of its screens, and what a
 * part shares with fewer others once chunks are cut anew.
 */
const most = 4;

const noun = (at: number): string => `
import { defineEntity } from '#platform/model/entity.ts';
import { amount, choice, date, ref, text } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { customer } from '#data/model/partner/customer.ts';
import { organization } from '#system/model/organization.ts';

export const campaign${at} = defineEntity({
  name: 'later:campaign${at}',
  label: ['第${at}号活动', '第${at}號活動', 'Campaign ${at}'],
  path: '/later/campaign${at}',
  owner: { customer: 'customerCode' },
  fields: {
    code: code(),
    name: name(),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    kind: choice(['类型${at}', '類型${at}', 'Kind ${at}'], { '1': ['满减${at}', '滿減${at}', 'Rebate ${at}'], '2': ['赠品${at}', '贈品${at}', 'Gift ${at}'] }),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    budget: amount(['预算${at}', '預算${at}', 'Budget ${at}']),
    slogan: text(['口号${at}', '口號${at}', 'Slogan ${at}']),
    status: enabled(),
    remark: remark(),
  },
  list: { columns: ['code', 'name', 'organizeName', 'kind', 'startDate', 'budget', 'status'], filters: ['code', 'organizeCode', 'kind'] },
  screen: { area: 'later', url: 'later/campaign${at}', title: ['第${at}号活动', '第${at}號活動', 'Campaigns ${at}'] },
});
`;

let scratch: Scratch;
beforeAll(() => {
  scratch = makeScratch();
});
afterAll(() => {
  scratch.remove();
});

type Sizes = Readonly<Record<string, number>>;
function built(): Sizes {
  // Told that it runs in a test, the bundler takes the large builds of its packages, those for developers.
  const environment = { NODE_ENV: 'production' };
  scratch.run(['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'error'], environment);
  return JSON.parse(scratch.run(['scripts/budgets.ts', '--json'])) as Sizes;
}

/** As CONTRIBUTING.md adds a module. */
function addModule(): void {
  const nouns = Array.from({ length: count }, (_each, at) => at);
  for (const at of nouns) scratch.write(`modules/later/model/campaign${at}.ts`, noun(at));
  scratch.write(
    'modules/later/model/nouns.ts',
    nouns.map((at) => `export { campaign${at} } from './campaign${at}.ts';\n`).join(''),
  );
  scratch.write(
    'modules/later/model/module.ts',
    `import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const later = defineModule({ name: 'later', label: ['以后', '以後', 'Later'], areas: [], nouns });
`,
  );
  scratch.write(
    'modules/later/web/module.ts',
    `import type { WebModule } from '#platform/web/registry/registry.ts';
import { later as model } from '#later/model/module.ts';

export const later: WebModule = { model };
`,
  );
  const edit = (path: string, from: string, to: string): void => {
    const before = scratch.read(path);
    expect(before, path).toContain(from);
    scratch.write(path, before.replace(from, to));
  };
  const later = `  later: async () => (await import('#later/web/module.ts')).later,\n`;
  edit('package.json', `    "#sales/*"`, `    "#later/*": "./modules/later/*",\n    "#sales/*"`);
  edit('apps/web/modules.ts', '\n};', `\n${later}};`);
  edit('apps/api/modules.ts', 'import type', `import { later } from '#later/model/module.ts';\nimport type`);
  edit('apps/api/modules.ts', ',\n];', ',\n  later,\n];');
}

describe('nouns to come', () => {
  test(`${count} of them in another module cost nobody anything before they are opened`, () => {
    const before = built();
    addModule();
    const after = built();
    const waitedFor = Object.keys(before).filter((what) => /^(boot|home|list of )/.test(what));
    expect(waitedFor).toEqual(expect.arrayContaining(['boot', 'home', 'list of data', 'list of sales']));
    for (const what of waitedFor)
      expect.soft((after[what] ?? Infinity) - (before[what] ?? 0), `kB more: ${what}`).toBeLessThan(most);
    // Measured, too, is the module itself: it was built, and it weighs what 80 nouns do.
    expect.soft((after['list of later'] ?? 0) - (before['list of message'] ?? 0)).toBeGreaterThan(2 * most);
  });
});
