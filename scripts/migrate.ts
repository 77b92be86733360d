// npm run db:migrate: applies missing migrations, then permissions and menus follow the definitions. With nothing to do
// it is over before the product would be loaded.
import { adminUrl, applicationUrl, databaseName, withDatabase } from '#apps/api/environment.ts';
import { isKept } from '#scripts/installation.ts';

const admin = withDatabase(adminUrl(), databaseName());
const applied = (await isKept(admin, applicationUrl()))
  ? []
  : await (await import('#scripts/install.ts')).installSchema(admin, applicationUrl());
console.log(applied.length === 0 ? 'nothing to apply' : applied.join('\n'));
