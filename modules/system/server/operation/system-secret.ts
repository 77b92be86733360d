import { seal, unseal } from '#platform/server/secret/seal.ts';

/** What a secret of an external system is sealed for. */
const purpose = 'approve:system';

export const sealSystemSecret = (secret: string): string => seal(secret, purpose);
/** A system without one is asked with none. */
export const systemSecretIn = (sealed: unknown): string => (typeof sealed === 'string' ? unseal(sealed, purpose) : '');
