/**
 * node tests/e2e/make-template.ts house|demo: makes the template unless it is there, and prints the name of its
 * database.
 */
import { todayIn } from '#platform/server/command/command.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { makeHouse } from '#tests/house.ts';
import { password } from '#tests/house-places.ts';
import { templateDatabase, type Template } from '#tests/template.ts';
import { makeDemo } from './product.ts';

/** The day on which the demo ends: today, which the clock of the tests fixes. */
const anchor = todayIn('Asia/Shanghai');

const templates: Readonly<Record<string, Template>> = {
  house: {
    name: 'house',
    day: anchor,
    sources: ['tests/house*.ts', 'scripts/demo-data/{processes,product,roles,tree}.ts'],
    fill: makeHouse,
  },
  demo: {
    name: 'demo',
    day: anchor,
    sources: ['scripts/demo.ts', 'scripts/demo-data/*.ts', 'tests/e2e/make-template.ts'],
    fill: async (urls) => {
      await makeDemo(urls, { password, anchor });
      // The tests write prices as they need them; what prices are has a file of its own, with an organisation, goods
      // and floors of its own.
      await asAdministrator(urls.admin, (client) =>
        client.query(`
          update app.sale_benchmarkprice
          set floor_price = null;
          insert into app.sys_params (id, param_code, param_name, param_value)
          values (gen_random_uuid(), 'SD006', 'SD006', '1')
          on conflict (param_code) do update set param_value = '1'`),
      );
    },
  },
};

const template = templates[process.argv[2] ?? ''];
if (template === undefined) throw new Error(`there is no template ${process.argv[2] ?? ''}`);
console.log(await templateDatabase(template));
