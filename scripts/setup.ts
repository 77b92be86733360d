// npm run setup: a real installation. Asks for the first administrator's password, or takes ADMIN_PASSWORD.
import { createInterface } from 'node:readline/promises';
import { checkPassword } from '#system/server/people/password.ts';
import { adminUrl, applicationUrl, databaseName, withDatabase } from '#apps/api/environment.ts';
import { createDatabase, databaseExists, installPlatform, installSchema } from '#scripts/install.ts';

const name = databaseName();
const admin = withDatabase(adminUrl(), name);
if (!(await databaseExists(admin, name))) await createDatabase(admin, name);
const applied = await installSchema(admin, applicationUrl());
const username = process.env['ADMIN_USERNAME'] ?? 'admin';
const password = process.env['ADMIN_PASSWORD'] ?? (await ask(`Password for the first administrator "${username}": `));
checkPassword(password, password);
const isNew = await installPlatform(admin, { username, password });
console.log(
  `database ${name}: ${applied.length} migrations applied; ` +
    (isNew
      ? `administrator "${username}" created, the password is changed at first log-in`
      : 'the platform tenant was there already'),
);

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
