// npm run db:draft: prints the SQL that the definitions and database/functions have and the database lacks. Review it,
// then put it into a migration: what is applied is a text of its own and stays what it was.
import { models } from '#apps/api/modules.ts';
import { driftOf } from '#platform/server/db/drift.ts';
import { functionDrift } from '#platform/server/db/functions.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { ledgerFunctions } from '#platform/server/db/ledger-ddl.ts';
import { shapesOf } from '#platform/server/db/shape.ts';
import { adminUrl } from '#apps/api/environment.ts';

const ledgers = models.flatMap((module) => module.ledgers);
const { drift, functions } = await asAdministrator(adminUrl(), async (client) => ({
  drift: await driftOf(client, shapesOf(models), ledgers),
  functions: await functionDrift(client, ledgers.flatMap(ledgerFunctions)),
}));
console.log([...drift.missing, ...functions.changed.map(({ sql }) => sql.trimEnd())].join('\n\n'));
const left = [...drift.surplus, ...functions.complaints];
if (left.length > 0)
  console.error(`\n-- In the database but in no definition:\n${left.map((item) => `--   ${item}`).join('\n')}`);
