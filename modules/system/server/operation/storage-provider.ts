import type { Label } from '#platform/model/label.ts';
import { reasons, type Place } from '#platform/model/refusal.ts';
import { storeUnset } from '#platform/server/file/refusals.ts';
import type { S3Settings } from '#platform/server/file/s3-store.ts';
import type { FileStore } from '#platform/server/file/store.ts';
import { checkedAddress, type Outbound } from '#platform/server/network/outbound.ts';
import {
  ossConfigFields,
  ossProvider,
  providerFields,
  type ConfigKey,
  type ProviderCode,
} from '#system/model/storage.ts';

export type Settings = Readonly<Partial<Record<ConfigKey, unknown>>>;
export type RemoteProvider = Exclude<ProviderCode, 5>;
/** A setting or an opened secret, '' where there is none. */
export type Told = (key: ConfigKey) => string;

export const remoteProviders: readonly RemoteProvider[] = [1, 2, 3, 4, 6, 7];
export const ftpPorts: readonly number[] = [21, 990];
export const s3Ports: readonly number[] = [443, 8443, 9000];

export const isSecret = (key: string): boolean =>
  Object.hasOwn(ossConfigFields, key) && ossConfigFields[key as ConfigKey].kind === 'secret';
/** Where a provider is. Whoever changes it says the secret again: kept, it would be told to another house. */
export const addressKeys: Readonly<Record<RemoteProvider, readonly ConfigKey[]>> = {
  1: ['qiniuDomain'],
  2: ['aliyunEndPoint'],
  3: ['qcloudRegion'],
  4: ['ftpHost', 'ftpPort'],
  6: ['minioEndPoint'],
  7: ['huaweiEndPoint'],
};

/**
 * The store of a provider, as it is told of. Nothing is connected yet; its library (half a second) is read when it is
 * needed.
 */
export async function storeOf(code: RemoteProvider, told: Told, isPrivateAllowed: boolean): Promise<FileStore> {
  if (providerFields[code].needed.some((key) => told(key) === ''))
    throw storeUnset({ provider: ossProvider[code] as Label });
  if (code === 4) {
    const { ftpStore } = await import('#platform/server/file/ftp-store.ts');
    const [host, path] = [hostIn(told('ftpHost')) ?? '', folderIn(told('ftpPath')) ?? ''];
    return ftpStore(
      { provider: '4', host, port: portIn(told), user: told('ftpUser'), password: told('ftpPassword'), path },
      { isPrivateAllowed, ports: ftpPorts },
    );
  }
  const { s3Store } = await import('#platform/server/file/s3-store.ts');
  return s3Store(s3Settings(code, told), { isPrivateAllowed, ports: s3Ports });
}

function s3Settings(code: Exclude<RemoteProvider, 4>, told: Told): S3Settings {
  const at = (
    endpoint: ConfigKey,
    bucket: ConfigKey,
    accessKey: ConfigKey,
    secretKey: ConfigKey,
    prefix: ConfigKey,
  ): S3Settings => {
    const url = endpointIn(told(endpoint)) ?? '';
    return {
      provider: String(code) as FileStore['provider'],
      endpoint: url,
      region: regionIn(url),
      bucket: told(bucket),
      accessKey: told(accessKey),
      secretKey: told(secretKey),
      prefix: folderIn(told(prefix)) ?? '',
      isPathStyle: false,
    };
  };
  switch (code) {
    case 1:
      return at('qiniuDomain', 'qiniuBucketName', 'qiniuAccessKey', 'qiniuSecretKey', 'qiniuPrefix');
    case 2:
      return at('aliyunEndPoint', 'aliyunBucketName', 'aliyunAccessKeyId', 'aliyunAccessKeySecret', 'aliyunPrefix');
    case 3:
      return {
        ...at('qcloudRegion', 'qcloudBucketName', 'qcloudSecretId', 'qcloudSecretKey', 'qcloudPrefix'),
        endpoint: tencentEndpoint(told('qcloudRegion')),
        region: told('qcloudRegion'),
        bucket: tencentBucket(told('qcloudBucketName'), told('qcloudAppId')),
      };
    case 6:
      return {
        ...at('minioEndPoint', 'minioBucketName', 'minioAccessKey', 'minioSecretKey', 'minioPrefix'),
        isPathStyle: true,
      };
    case 7:
      return at('huaweiEndPoint', 'huaweiBucketName', 'huaweiAccessKey', 'huaweiSecretKey', 'huaweiPrefix');
  }
}

const tencentEndpoint = (region: string): string => `https://cos.${region}.myqcloud.com`;
/** A bucket of Tencent is called after the account that owns it. */
const tencentBucket = (name: string, appId: string): string =>
  appId === '' || name.endsWith(`-${appId}`) ? name : `${name}-${appId}`;

/** Scheme, host and port of what was typed, with https where nothing was said; undefined when there is more to it. */
export function endpointIn(typed: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  const isBare =
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '';
  return isBare ? url.origin : undefined;
}

export function hostIn(typed: string): string | undefined {
  const url = URL.parse(`http://${typed}`);
  return url !== null && url.origin === `http://${url.hostname}` && url.pathname === '/' && !/[/@?#\\\s]/.test(typed)
    ? url.hostname
    : undefined;
}

const portIn = (told: Told): number => Number.parseInt(told('ftpPort') || '21', 10);

/** Folders in a store: letters, figures and dashes, with no way up. */
const folderIn = (typed: string): string | undefined => {
  const folder = typed.replace(/^\/+|\/+$/g, '');
  return /^([\w-]+(\.[\w-]+)*(\/|$))*$/.test(folder) ? folder : undefined;
};

const regionIn = (endpoint: string): string =>
  /(?:^|[.-])((?:cn|ap|eu|us|me|af|la|na|sa|ru|tr|my)-[a-z]+(?:-\d)?)\b/.exec(
    URL.parse(endpoint)?.hostname ?? '',
  )?.[1] ?? 'us-east-1';

/** What is wrong with a provider's settings. Its address is looked up: one that is not for us is not even saved. */
export async function faultsIn(code: RemoteProvider, told: Told, isPrivateAllowed: boolean): Promise<Place[]> {
  const at = (path: ConfigKey, reason: Label): Place => ({ path, field: ossConfigFields[path].label, reason });
  const { fields, needed } = providerFields[code];
  const places = needed.filter((key) => told(key) === '').map((key) => at(key, reasons.required));
  for (const key of fields) {
    const value = told(key);
    const isFine = value === '' || isSecret(key) || shapes.every(([name, fits]) => !name.test(key) || fits(value));
    if (!isFine) places.push(at(key, reasons.format));
  }
  const [addressKey = 'type'] = addressKeys[code];
  if (places.length === 0 && !(await isReachable(code, told, isPrivateAllowed)))
    places.push(at(addressKey, addressRefused));
  return places;
}

const shapes: readonly (readonly [key: RegExp, fits: (value: string) => boolean])[] = [
  [/(EndPoint|qiniuDomain)$/, (value) => endpointIn(value) !== undefined],
  [/BucketName$/, (value) => /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(value)],
  [/(Prefix|Path)$/, (value) => folderIn(value) !== undefined],
  [/^qcloudRegion$/, (value) => /^[a-z]{2,3}(-[a-z0-9]+){1,3}$/.test(value)],
  [/^qcloudAppId$/, (value) => /^\d{1,20}$/.test(value)],
  [/^ftpHost$/, (value) => hostIn(value) !== undefined],
  [/^ftpPort$/, (value) => /^\d{1,5}$/.test(value)],
];

const addressRefused: Label = ['不允许连接这个地址', '不允許連接這個位址', 'is not an address that may be called'];

async function isReachable(code: RemoteProvider, told: Told, isPrivateAllowed: boolean): Promise<boolean> {
  const outbound: Outbound = { isPrivateAllowed, ports: code === 4 ? ftpPorts : s3Ports };
  if (code === 4) return isAllowed(hostIn(told('ftpHost')) ?? '', portIn(told), outbound);
  const { endpoint, bucket, isPathStyle } = s3Settings(code, told);
  const url = new URL(endpoint);
  // Unencrypted only where nobody listens in between.
  if (url.protocol === 'http:' && !isPrivateAllowed) return false;
  return isAllowed(
    isPathStyle ? url.hostname : `${bucket}.${url.hostname}`,
    Number.parseInt(url.port || (url.protocol === 'http:' ? '80' : '443'), 10),
    outbound,
  );
}

const isAllowed = (host: string, port: number, outbound: Outbound): Promise<boolean> =>
  checkedAddress(host, port, outbound).then(
    () => true,
    () => false,
  );
