type Environment = Readonly<Record<string, string | undefined>>;

/** Names of the environment that are the product's. */
const ours =
  /^(DATABASE|FILES|STORAGE|EXCHANGE|SMTP|MAIL|SMS|JOB|LOG|SLOW|DRAIN|METRICS|QUDAO|BACKUP|PGBACKREST)_|^(PORT|HOST|TRUST_PROXY|ALWAYS_TLS)$/;
const secret = /KEY|PASSWORD|TOKEN|SECRET/;

/** What the installation was told, without what would open it: a backup travels, and lies about. */
export function configurationOf(environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment)
      .filter(([name]) => ours.test(name))
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, value = '']) => [name, secret.test(name) ? 'kept elsewhere' : withoutPassword(value)]),
  );
}

function withoutPassword(value: string): string {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  if (url.password === '') return value;
  url.password = 'kept-elsewhere';
  return url.href;
}
