import { seal, unseal } from '#platform/server/secret/seal.ts';

/** What a secret of an external system is sealed for. */
export const systemSecret = 'approve:system';

export const sealSystemSecret = (secret: string): string => seal(secret, systemSecret);
/** A system without one is asked with none. */
export const systemSecretIn = (sealed: unknown): string =>
  typeof sealed === 'string' ? unseal(sealed, systemSecret) : '';
