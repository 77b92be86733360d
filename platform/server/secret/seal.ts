import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { refusal } from '#platform/model/refusal.ts';

export const noSealKey = refusal('E-SEAL-KEY', 10010, [
  '服务器没有设置封存密钥 QUDAO_SEAL_KEY（32 字节，Base64），不能保存密钥类信息',
  '伺服器沒有設定封存金鑰 QUDAO_SEAL_KEY（32 位元組，Base64），不能儲存金鑰類資訊',
  'The server has no seal key: set QUDAO_SEAL_KEY (32 bytes, Base64) before a secret can be kept',
]);
export const sealBroken = refusal('E-SEAL-BROKEN', 10010, [
  '封存的密钥无法解开，请重新填写',
  '封存的金鑰無法解開，請重新填寫',
  'A sealed secret cannot be opened; enter it again',
]);

const [ivLength, tagLength] = [12, 16];

/** A key and the name that every value sealed with it carries; the name says nothing of the key. */
export interface SealKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * The key that seals, and after it those that only open (QUDAO_SEAL_KEYS_OLD, by commas, until `npm run seal:rotate`
 * has sealed everything anew). Empty where none is set: then no secret can be kept.
 */
export function sealKeys(): readonly SealKey[] {
  const current = process.env['QUDAO_SEAL_KEY'] ?? '';
  const old = (process.env['QUDAO_SEAL_KEYS_OLD'] ?? '').split(',').map((text) => text.trim());
  if (current === '' && old.some((text) => text !== ''))
    throw new Error('QUDAO_SEAL_KEYS_OLD: old keys are of no use without QUDAO_SEAL_KEY');
  return [
    ...(current === '' ? [] : [keyIn('QUDAO_SEAL_KEY', current)]),
    ...old.filter((text) => text !== '').map((text) => keyIn('QUDAO_SEAL_KEYS_OLD', text)),
  ];
}

function keyIn(name: string, text: string): SealKey {
  const bytes = Buffer.from(text, 'base64');
  const isWhole = /^[\w+/-]+={0,2}$/.test(text);
  if (!isWhole || bytes.length !== 32)
    throw new Error(
      `${name}: a key has 32 bytes in Base64 (openssl rand -base64 32), ` +
        (isWhole ? `this one has ${bytes.length}` : 'this is no Base64'),
    );
  return { id: createHash('sha256').update('qudao seal key').update(bytes).digest('hex').slice(0, 8), bytes };
}

/**
 * Keeps a secret that must be used again (a storage key, a second factor) unreadable in the database and its backups.
 * `purpose` is bound to it: what was sealed as one thing does not open as another.
 */
export function seal(secret: string, purpose: string): string {
  const [key] = sealKeys();
  if (key === undefined) throw noSealKey();
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `2.${key.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`;
}

/** Refuses when no key fits, or when the text was changed or sealed for something else. */
export function unseal(sealed: string, purpose: string): string {
  const keys = sealKeys();
  if (keys.length === 0) throw noSealKey();
  const { id, body } = partsOf(sealed);
  for (const key of keys) {
    if (id !== null && id !== key.id) continue;
    const secret = opened(body, key, purpose);
    if (secret !== null) return secret;
  }
  throw sealBroken();
}

/** Sealed by another key than the one that seals, or by a release that wrote no key's name. */
export const isSealedAnew = (sealed: string): boolean => partsOf(sealed).id === sealKeys()[0]?.id;

/** `2.key.body`; `1.body` is of a release that had one key and did not name it. */
function partsOf(sealed: string): { readonly id: string | null; readonly body: Buffer } {
  const [, id = null, body = ''] = /^(?:1|2\.([0-9a-f]{8}))\.(.+)$/.exec(sealed) ?? [];
  return { id, body: Buffer.from(body, 'base64') };
}

function opened(bytes: Buffer, key: SealKey, purpose: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
