// npm run seal:rotate: secrets that QUDAO_SEAL_KEYS_OLD opens are sealed with QUDAO_SEAL_KEY. The product runs on
// meanwhile, with both set. When nothing is left to open with old keys, they can be thrown away.
import { adminUrl, databaseName, migratorUrl, withDatabase } from '#apps/api/environment.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { sealKeys } from '#platform/server/secret/seal.ts';
import { becomeOwner } from '#scripts/installation.ts';
import { rotateSeals } from '#scripts/sealed-secrets.ts';

try {
  const [key] = sealKeys();
  if (key === undefined) throw new Error('QUDAO_SEAL_KEY: without a key nothing can be sealed');
  const results = await asAdministrator(withDatabase(migratorUrl() ?? adminUrl(), databaseName()), async (client) => {
    await becomeOwner(client);
    return rotateSeals(client);
  });
  console.table(results);
  const broken = results.reduce((sum, each) => sum + each.broken, 0);
  console.log(
    broken === 0
      ? `every secret is sealed with key ${key.id}; QUDAO_SEAL_KEYS_OLD can go`
      : `${broken} secrets open with none of the keys: add the one that sealed them, or enter them again`,
  );
  process.exitCode = broken === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
