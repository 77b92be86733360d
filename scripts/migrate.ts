// npm run db:migrate: applies missing migrations, then permissions and menus follow the definitions.
import { adminUrl, applicationUrl, databaseName, withDatabase } from '#apps/api/environment.ts';
import { installSchema } from '#scripts/install.ts';

const applied = await installSchema(withDatabase(adminUrl(), databaseName()), applicationUrl());
console.log(applied.length === 0 ? 'nothing to apply' : applied.join('\n'));
