/**
 * Where the product finds its database. Both strings may name any host; the defaults are a PostgreSQL on this machine.
 */
export function adminUrl(): string {
  return process.env['DATABASE_ADMIN_URL'] ?? `postgres://postgres@127.0.0.1:5432/${databaseName()}`;
}

export function applicationUrl(): string {
  return process.env['DATABASE_URL'] ?? 'postgres://qudao_app@127.0.0.1:5432/qudao';
}

export function databaseName(url: string = applicationUrl()): string {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'qudao';
}

/** Where uploaded files are kept on this machine. */
export function filesFolder(): string {
  return process.env['FILES_FOLDER'] ?? '.files';
}

/** Storage on this machine and in private networks may be called: a MinIO next door. Metadata addresses never are. */
export function isPrivateStorageAllowed(): boolean {
  return process.env['STORAGE_ALLOW_PRIVATE'] === '1';
}

/**
 * External systems on this machine and in private networks may be called: the ERP in the cellar. Metadata addresses
 * never are.
 */
export function isPrivateExchangeAllowed(): boolean {
  return process.env['EXCHANGE_ALLOW_PRIVATE'] === '1';
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const made = new URL(url);
  made.pathname = `/${encodeURIComponent(name)}`;
  return made.href;
}
