// npm run db:draft: prints the SQL that the definitions have and the database lacks. Review it, then put it into a
// migration.
import { models } from '#apps/api/modules.ts';
import { driftOf } from '#platform/server/db/drift.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { shapesOf } from '#platform/server/db/shape.ts';
import { adminUrl } from '#apps/api/environment.ts';

const drift = await asAdministrator(adminUrl(), (client) =>
  driftOf(
    client,
    shapesOf(models),
    models.flatMap((module) => module.ledgers),
  ),
);
console.log(drift.missing.join('\n\n'));
if (drift.surplus.length > 0)
  console.error(
    `\n-- In the database but in no definition:\n${drift.surplus.map((item) => `--   ${item}`).join('\n')}`,
  );
