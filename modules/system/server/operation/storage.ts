import { randomBytes } from 'node:crypto';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, refusal } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import type { Door } from '#platform/server/db/door.ts';
import { acceptedOf, documentedBody, readFields } from '#platform/server/entity/schema.ts';
import { localStore } from '#platform/server/file/local-store.ts';
import { storeRefusal } from '#platform/server/file/refusals.ts';
import type { FileStore } from '#platform/server/file/store.ts';
import type { KeptStores } from '#platform/server/module/server-module.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { seal, unseal } from '#platform/server/secret/seal.ts';
import { ossConfigFields, ossFile, providerFields, type ConfigKey } from '#system/model/storage.ts';
import { afterSession, bodyIn } from '#system/server/setting/setting.ts';
import {
  addressKeys,
  faultsIn,
  isSecret,
  remoteProviders,
  storeOf,
  type RemoteProvider,
  type Settings,
  type Told,
} from './storage-provider.ts';

/** Of the machine and not of the browser. */
export interface StorageHost {
  readonly folder: string;
  readonly isPrivateAllowed: () => boolean;
}

interface Known {
  readonly type: string;
  readonly told: Told;
  readonly made: Map<RemoteProvider, Promise<FileStore>>;
}

/** The stores of the installation, kept until their configuration changes. */
export function configuredStores(door: Door | null, { folder, isPrivateAllowed }: StorageHost): KeptStores {
  const local = localStore(folder);
  let known: Promise<Known> | null = null;
  const read = async (): Promise<Known> => {
    const [row] =
      door === null
        ? []
        : await door.gate(
            statement({ settings: 'json', secrets: 'json' }, 'select settings, secrets from sec.read_storage()'),
          );
    const { settings = {}, secrets = {} } = (row ?? {}) as {
      settings?: Settings;
      secrets?: Readonly<Record<string, string>>;
    };
    return {
      type: typeof settings.type === 'string' ? settings.type : '5',
      told: (key) => textIn(isSecret(key) ? opened(secrets, key) : settings[key]),
      made: new Map(),
    };
  };
  const now = (): Promise<Known> => {
    if (known !== null) return known;
    const reading = read();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = null;
    });
    return reading;
  };
  const storeIn = async ({ told, made }: Known, provider: string): Promise<FileStore> => {
    const code = remoteProviders.find((each) => String(each) === provider);
    if (code === undefined) return local;
    let store = made.get(code);
    if (store === undefined) made.set(code, (store = storeOf(code, told, isPrivateAllowed())));
    return store;
  };
  return {
    current: async () => {
      const facts = await now();
      return storeIn(facts, facts.type);
    },
    of: async (provider) => (provider === local.provider ? local : storeIn(await now(), provider)),
    async configured() {
      const facts = await now();
      const isTold = (code: RemoteProvider): boolean =>
        providerFields[code].needed.every((key) => facts.told(key) !== '');
      return [
        local,
        ...(await Promise.all(remoteProviders.filter(isTold).map((code) => storeIn(facts, String(code))))),
      ];
    },
    heard(notice) {
      if (notice === 'storage') known = null;
    },
    forget() {
      known = null;
    },
  };
}

/** What a secret of the storage is sealed for. */
export const storageSecret = (key: string): string => `storage ${key}`;
const opened = (secrets: Readonly<Record<string, string>>, key: ConfigKey): string =>
  secrets[key] === undefined ? '' : unseal(secrets[key], storageSecret(key));
const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The contract's two calls, the same under their own name, and a trial of what is in the form. */
export function storageRoutes(host: StorageHost, stores: KeptStores): readonly Route[] {
  const permission = ['oss:oss:config'];
  const body = documentedBody(ossConfigFields);
  // The notice reaches this process a moment later than the answer its caller.
  const set = afterSession((call) =>
    setConfig(call, host).finally(() => {
      stores.forget();
    }),
  );
  const reading = {
    method: 'GET',
    permission,
    effect: 'none',
    summary: 'Storage settings; of secrets only which are set',
    handle: (call: Call) => readConfig(call, host),
  } as const;
  return [
    { ...reading, path: `${ossFile.path}/info` },
    { ...reading, path: `${ossFile.path}/config` },
    {
      method: 'POST',
      path: ossFile.path,
      permission,
      effect: 'command',
      stepUp: true,
      summary: 'Storage: set it, as { config }',
      handle: set,
    },
    {
      method: 'PUT',
      path: `${ossFile.path}/config`,
      permission,
      effect: 'command',
      stepUp: true,
      body,
      summary: 'Storage: set it; a secret that is not sent stays',
      handle: set,
    },
    {
      method: 'POST',
      path: `${ossFile.path}/config/test`,
      permission,
      effect: 'idempotent',
      body,
      summary: 'Storage: put, get and delete a small file with these settings, which are not kept',
      handle: afterSession((call) => tryConfig(call, host)),
    },
  ];
}

const accepted = acceptedOf(ossConfigFields, ['config', 'secrets']);

async function readConfig(call: Call, { folder }: StorageHost): Promise<Row> {
  const { settings, secrets } = await keptConfig(call);
  const shown: Row = Object.fromEntries(
    Object.keys(ossConfigFields)
      .filter((key) => !isSecret(key))
      .map((key): [string, unknown] => [key, settings[key as ConfigKey] ?? null]),
  );
  return { ...shown, type: settings.type ?? '5', localPath: folder, secrets };
}

interface Kept {
  readonly settings: Settings;
  /** Keys of those that are set. */ readonly secrets: readonly string[];
}

async function keptConfig(call: Call): Promise<Kept> {
  const {
    rows: {
      row: [row],
    },
  } = await call.read({
    row: statement({ settings: 'json', secrets: 'texts' }, 'select settings, secrets from sec.storage_settings()'),
  });
  return { settings: row?.settings ?? {}, secrets: row?.secrets ?? [] };
}

interface Wanted {
  readonly kept: Kept;
  readonly settings: Settings;
  readonly given: Readonly<Record<string, string>>;
  readonly changed: readonly RemoteProvider[];
}

/** What the body makes of the settings; refused as a whole, every wrong field named. */
async function wantedConfig(call: Call, { isPrivateAllowed }: StorageHost): Promise<Wanted> {
  const kept = await keptConfig(call);
  const sent = bodyIn(call);
  const { values, places } = readFields(
    accepted,
    typeof sent['config'] === 'object' && sent['config'] !== null ? (sent['config'] as Row) : sent,
    { partial: true },
  );
  const plain = Object.fromEntries(Object.entries(values).filter(([key]) => !isSecret(key)));
  const given = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      isSecret(key) && typeof value === 'string' ? [[key, value]] : [],
    ),
  );
  const settings: Settings = { ...kept.settings, ...plain };
  if (settings.type === undefined)
    places.push({ path: 'type', field: ossConfigFields.type.label, reason: reasons.required });
  const isNew = (key: ConfigKey): boolean =>
    key in given || (!isSecret(key) && textIn(settings[key]) !== textIn(kept.settings[key]));
  const changed = remoteProviders.filter((code) => providerFields[code].fields.some(isNew));
  // Settings that nobody uses may be half there; what is in use, or told in full, must be right.
  const secretOf = (code: RemoteProvider): ConfigKey | undefined => providerFields[code].fields.find(isSecret);
  for (const code of remoteProviders) {
    const isMoved = addressKeys[code].some((key) => isNew(key) && textIn(settings[key]) !== '');
    const told: Told = (key) =>
      isSecret(key) ? (given[key] ?? (kept.secrets.includes(key) && !isMoved ? 'kept' : '')) : textIn(settings[key]);
    const isWhole = providerFields[code].needed.every((key) => told(key) !== '');
    if (String(code) === textIn(settings.type) || (changed.includes(code) && isWhole))
      places.push(...(await faultsIn(code, told, isPrivateAllowed())));
    else if (isMoved && kept.secrets.includes(secretOf(code) ?? ''))
      places.push(
        ...[secretOf(code)].flatMap((key) =>
          key === undefined || key in given ? [] : [{ path: key, field: ossConfigFields[key].label, reason: sayAgain }],
        ),
      );
  }
  if (places.length > 0) throw invalidAt(places);
  return { kept, settings, given, changed };
}

const sayAgain: Label = [
  '地址已改变，请重新填写密钥',
  '位址已改變，請重新填寫金鑰',
  'must be entered again, the address changed',
];

async function setConfig(call: Call, host: StorageHost): Promise<null> {
  const { kept, settings, given } = await wantedConfig(call, host);
  const sealed = Object.fromEntries(
    Object.entries(given).map(([key, secret]) => [key, seal(secret, storageSecret(key))]),
  );
  const keys = Object.keys(settings).filter(
    (key) => textIn(settings[key as ConfigKey]) !== textIn(kept.settings[key as ConfigKey]),
  );
  return command(call, async (ctx) => {
    ctx.later(
      statement({ putStorage: 'nothing' }, 'select sec.put_storage($1::jsonb, $2::jsonb)', [
        JSON.stringify(settings),
        JSON.stringify(sealed),
      ]),
    );
    ctx.log({
      noun: ossFile.name,
      recordId: noRecord,
      recordCode: 'config',
      operation: 'config',
      changes: Object.fromEntries([
        ...keys.map(
          (key) => [key, [kept.settings[key as ConfigKey] ?? null, settings[key as ConfigKey] ?? null]] as const,
        ),
        ...Object.keys(given).map((key) => [key, [kept.secrets.includes(key) ? '***' : null, '***']] as const),
      ]),
    });
    return null;
  });
}

/** There is one configuration, and it has no row of its own. */
const noRecord = '00000000-0000-7000-8000-000000000000';

const probeLost = refusal('E-STORE-PROBE', 20065, [
  '存储服务返回的内容与写入的不一致',
  '儲存服務回傳的內容與寫入的不一致',
  'The storage answered something else than was put',
]);

/**
 * A small file there and back. A stored secret is used where none was typed, but never for an address it was not kept
 * for.
 */
async function tryConfig(
  call: Call,
  host: StorageHost,
): Promise<{ readonly provider: string; readonly milliseconds: number }> {
  const { settings, given } = await wantedConfig(call, host);
  const type = textIn(settings.type);
  const code = remoteProviders.find((each) => String(each) === type);
  const [row] = await call.door.gate(statement({ secrets: 'json' }, 'select secrets from sec.read_storage()'));
  const secrets = (row?.secrets ?? {}) as Readonly<Record<string, string>>;
  const told: Told = (key) => (isSecret(key) ? (given[key] ?? opened(secrets, key)) : textIn(settings[key]));
  const store = code === undefined ? localStore(host.folder) : await storeOf(code, told, host.isPrivateAllowed());
  const started = performance.now();
  await probe(store).catch((error: unknown) => {
    throw storeRefusal(error);
  });
  return { provider: type, milliseconds: Math.round(performance.now() - started) };
}

async function probe(store: FileStore): Promise<void> {
  const [key, bytes] = [randomBytes(16).toString('hex'), randomBytes(64)];
  await store.put(
    key,
    (async function* () {
      yield bytes;
    })(),
  );
  try {
    const back: Uint8Array[] = [];
    for await (const piece of await store.open(key)) back.push(piece as Uint8Array);
    if (!Buffer.concat(back).equals(bytes)) throw probeLost();
  } finally {
    await store.remove(key);
  }
}
