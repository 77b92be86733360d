import { PassThrough, Readable } from 'node:stream';
import { Client, type FTPError } from 'basic-ftp';
import { checkedAddress, type Outbound } from '#platform/server/network/outbound.ts';
import { storeRefusal } from './refusals.ts';
import { FileGone, placeOf, type FileStore, type Provider } from './store.ts';

export interface FtpSettings {
  readonly provider: Provider;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Folder on the server, '' for where a login begins. */
  readonly path: string;
}

const timeout = 15_000;
const implicitPort = 990;

/** A folder of an FTP server. A file appears under its key when it is renamed to it, after its last byte. */
export function ftpStore(settings: FtpSettings, outbound: Outbound): FileStore {
  const { provider, path } = settings;
  const pathOf = (key: string): string => `${path === '' ? '' : `${path}/`}${placeOf(key)}`;
  const enter = (): Promise<Client> =>
    logIn(settings, outbound).catch((error: unknown) => {
      throw storeRefusal(error);
    });

  async function visit<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await enter();
    try {
      return await work(client);
    } finally {
      client.close();
    }
  }

  return {
    provider,
    async put(key, source) {
      const place = pathOf(key);
      // The control line is closed when the source breaks: the half file is taken away by another visit.
      const takeAway = (): Promise<unknown> => visit((again) => again.remove(partOf(place), true));
      await visit((client) => upload(client, place, { source, takeAway }));
    },
    async open(key) {
      // Before the login: a key that is refused must leave no connection behind.
      const place = pathOf(key);
      return download(await enter(), place, key);
    },
    remove: (key) =>
      visit(async (client) => {
        for (const place of [pathOf(key), partOf(pathOf(key))]) {
          await client.remove(place).catch((error: unknown) => {
            if ((error as FTPError).code !== 550) throw storeRefusal(error);
          });
        }
      }),
  };
}

const partOf = (place: string): string => `${place}.part`;

async function logIn({ host, port, user, password }: FtpSettings, outbound: Outbound): Promise<Client> {
  const { address } = await checkedAddress(host, port, outbound);
  // Data goes to the address that commands go to, whatever the server names.
  const client = new Client(timeout, { allowSeparateTransferHost: false });
  const safety = port === implicitPort ? { secure: 'implicit' as const, secureOptions: { servername: host } } : {};
  await client.access({ host: address, port, user, password, ...safety }).catch((error: unknown) => {
    client.close();
    throw error;
  });
  return client;
}

async function upload(
  client: Client,
  place: string,
  { source, takeAway }: { readonly source: AsyncIterable<Uint8Array>; readonly takeAway: () => Promise<unknown> },
): Promise<void> {
  let broken: unknown;
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      broken = error;
      throw error;
    }
  };
  try {
    await inFolder(client, place.slice(0, place.lastIndexOf('/')));
    await client.uploadFrom(Readable.from(watched(), { objectMode: false }), partOf(place));
    await client.rename(partOf(place), place);
  } catch (error) {
    await takeAway().catch(() => undefined);
    throw broken instanceof Error ? broken : storeRefusal(error);
  }
}

async function download(client: Client, place: string, key: string): Promise<Readable> {
  try {
    await client.size(place);
  } catch (error) {
    const isGone = (error as FTPError).code === 550;
    // Some servers know no SIZE; the others say 550 to it before a byte is promised.
    if (isGone || client.closed) {
      client.close();
      throw isGone ? new FileGone(key) : storeRefusal(error);
    }
  }
  const stream = new PassThrough();
  // Whoever stops reading ends the visit too.
  stream.once('close', () => {
    client.close();
  });
  client.downloadTo(stream, place).catch((error: unknown) => {
    stream.destroy(error as Error);
  });
  return stream;
}

/** Makes the folders of a path and comes back to where it was. */
async function inFolder(client: Client, folder: string): Promise<void> {
  const start = await client.pwd();
  await client.ensureDir(folder);
  await client.cd(start);
}
