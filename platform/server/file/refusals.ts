import { extensionsFor, maxFileSize, type Accepts } from '#platform/model/file.ts';
import { refusal, Refusal } from '#platform/model/refusal.ts';
import { ForbiddenAddress } from '#platform/server/network/outbound.ts';

export const noFile = refusal('E-FILE-NONE', 10003, [
  '请选择要上传的文件',
  '請選擇要上傳的檔案',
  'Choose a file to upload',
]);
export const fileGone = refusal('E-FILE-GONE', 404, ['文件不存在', '檔案不存在', 'The file does not exist']);
export const fileClosed = refusal('E-FILE-CLOSED', 403, [
  '没有权限打开这类文件',
  '沒有權限開啟這類檔案',
  'You may not open files of this kind',
]);
const wrongType = refusal('E-FILE-TYPE', 10003, [
  '只支持{format}格式文件！',
  '只支援{format}格式檔案！',
  'Only {format} format files supported',
]);
const tooLarge = refusal('E-FILE-SIZE', 10003, [
  '文件不能超过 {max} MB',
  '檔案不能超過 {max} MB',
  'A file may have at most {max} MB',
]);

export const refusedType = (accepts: Accepts): Refusal => wrongType({ format: extensionsFor(accepts).join(', ') });
export const refusedSize = (): Refusal =>
  Object.assign(tooLarge({ max: maxFileSize / 1024 / 1024 }), { statusCode: 413 });

export const storeUnset = refusal('E-STORE-UNSET', 20060, [
  '存储【{provider}】没有配置',
  '儲存【{provider}】沒有設定',
  'The storage {provider} is not configured',
]);
const unreachable = refusal('E-STORE-DOWN', 20061, [
  '存储服务无法访问，请稍后再试',
  '儲存服務無法存取，請稍後再試',
  'The storage cannot be reached, try again later',
]);
const notAdmitted = refusal('E-STORE-KEY', 20062, [
  '存储服务拒绝了账号或密钥',
  '儲存服務拒絕了帳號或金鑰',
  'The storage refused the account or its key',
]);
const noPlace = refusal('E-STORE-PLACE', 20063, [
  '存储空间或目录不存在',
  '儲存空間或目錄不存在',
  'The bucket or folder does not exist',
]);
export const forbiddenEndpoint = refusal('E-STORE-ADDRESS', 20064, [
  '不允许连接这个地址',
  '不允許連接這個位址',
  'Connections to this address are not allowed',
]);

/** The disk, or what the account may fill of it. */
const full = refusal('E-STORE-FULL', 20066, [
  '存储空间不足，文件没有保存，请联系管理员',
  '儲存空間不足，檔案沒有儲存，請聯絡管理員',
  'The storage is full and the file was not kept; contact the administrator',
]);

/** What went wrong with a folder of this machine; only a lack of room is something to tell. */
export function folderRefusal(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' ? Object.assign(full(), { cause: error }) : error;
}

/** What a foreign store's failure is to a person. What it said itself stays here: it may name machines and keys. */
export function storeRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ForbiddenAddress) return forbiddenEndpoint();
  const {
    name = '',
    code,
    $metadata,
  } = error as { name?: string; code?: unknown; $metadata?: { httpStatusCode?: number } };
  if (name === 'NoSuchBucket' || code === 550 || code === 553) return noPlace();
  if ($metadata?.httpStatusCode === 401 || $metadata?.httpStatusCode === 403 || code === 530 || code === 430)
    return notAdmitted();
  return unreachable();
}
