import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
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

/**
 * Keeps a secret that must be used again (a storage key, a second factor) unreadable in the database and its backups.
 * `purpose` is bound to it: what was sealed as one thing does not open as another.
 */
export function seal(secret: string, purpose: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', sealKey(), iv).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`;
}

/** Refuses when the key is another one, or when the text was changed or sealed for something else. */
export function unseal(sealed: string, purpose: string): string {
  const key = sealKey();
  try {
    const bytes = Buffer.from(/^1\.(.+)$/.exec(sealed)?.[1] ?? '', 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8');
  } catch {
    throw sealBroken();
  }
}

function sealKey(): Buffer {
  const key = Buffer.from(process.env['QUDAO_SEAL_KEY'] ?? '', 'base64');
  if (key.length !== 32) throw noSealKey();
  return key;
}
