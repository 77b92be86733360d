import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** What every authenticator app does by default; another hash or length is ignored by some of them. */
const rules = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A clock may be wrong by one step in either direction. */
const window = 1;

/** A secret of 160 bits in base32, as a person can type it. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

export interface Enrolment {
  readonly secret: string;
  readonly uri: string;
  readonly svg: string;
}

export function enrolmentOf(secret: string, issuer: string, label: string): Enrolment {
  const uri = new TOTP({ ...rules, issuer, label, secret: Secret.fromBase32(secret) }).toString();
  return { secret, uri, svg: renderSVG(uri, { border: 2 }) };
}

/** The time step that the code belongs to, or null. Whoever takes it must see that no step counts twice. */
export function stepOf(secret: string, code: string, at: number = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = new TOTP({ ...rules, secret: Secret.fromBase32(secret) }).validate({
    token: code,
    timestamp: at,
    window,
  });
  return delta === null ? null : Math.floor(at / 1000 / rules.period) + delta;
}

/** The code that an app would show; for tests and for nobody else. */
export const codeAt = (secret: string, at: number = Date.now()): string =>
  new TOTP({ ...rules, secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten codes for a lost telephone; each is good once. 50 bits each: guessing is for the lock to stop. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () =>
    [...randomBytes(10)]
      .map((byte) => letters[byte % letters.length])
      .join('')
      .replace(/^(.{5})/, '$1-'),
  );

export const recoveryHash = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId} ${code.trim().toLowerCase().replaceAll(/[\s-]/g, '')}`)
    .digest('hex');
