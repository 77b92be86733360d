import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { checkedAgents, type Outbound } from '#platform/server/network/outbound.ts';
import { storeRefusal } from './refusals.ts';
import { FileGone, placeOf, type FileStore, type Provider } from './store.ts';

export interface S3Settings {
  readonly provider: Provider;
  /** https://oss-cn-hangzhou.aliyuncs.com */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** The bucket in the path and not in the name of the host: MinIO. */
  readonly isPathStyle: boolean;
}

/** The least a part may have, and all of a file that is ever in memory. */
const partSize = 5 * 1024 * 1024;

/** A bucket that speaks S3. A file of several parts appears under its key when the last of them has arrived. */
export function s3Store(settings: S3Settings, outbound: Outbound): FileStore {
  const { provider, bucket, prefix } = settings;
  const client = clientOf(settings, outbound);
  const at = (key: string): Spot => ({ Bucket: bucket, Key: `${prefix === '' ? '' : `${prefix}/`}${placeOf(key)}` });
  return {
    provider,
    async put(key, source) {
      const place = at(key);
      const pieces = partsOf(source);
      const [first, second] = [(await pieces.next()).value ?? Buffer.alloc(0), (await pieces.next()).value];
      if (second !== undefined) return putParts(client, place, { pieces, first, second });
      await asked(client.send(new PutObjectCommand({ ...place, Body: first, ContentLength: first.length })));
    },
    async open(key) {
      const { Body } = await client.send(new GetObjectCommand(at(key))).catch((error: unknown) => {
        throw (error as { name?: string }).name === 'NoSuchKey' ? new FileGone(key) : storeRefusal(error);
      });
      if (!(Body instanceof Readable)) throw new FileGone(key);
      return Body;
    },
    async remove(key) {
      await asked(client.send(new DeleteObjectCommand(at(key))));
    },
  };
}

interface Spot {
  readonly Bucket: string;
  readonly Key: string;
}

function clientOf({ endpoint, region, accessKey, secretKey, isPathStyle }: S3Settings, outbound: Outbound): S3Client {
  const { plain, safe } = checkedAgents(outbound, { keepAlive: true, maxSockets: 20, timeout: 60_000 });
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    maxAttempts: 2,
    followRegionRedirects: false,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Checksums of newer kinds are unknown to the compatible ones; the signature covers every byte of a part as it is.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: plain,
      httpsAgent: safe,
      connectionTimeout: 5000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
    },
  });
}

const asked = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw storeRefusal(error);
  });

async function putParts(
  client: S3Client,
  place: Spot,
  {
    pieces,
    first,
    second,
  }: { readonly pieces: AsyncIterator<Buffer>; readonly first: Buffer; readonly second: Buffer },
): Promise<void> {
  const { UploadId } = await asked(client.send(new CreateMultipartUploadCommand(place)));
  try {
    const parts: CompletedPart[] = [];
    for (let piece: Buffer | undefined = first, next: Buffer | undefined = second; piece !== undefined;) {
      const PartNumber = parts.length + 1;
      const { ETag } = await asked(
        client.send(
          new UploadPartCommand({ ...place, UploadId, PartNumber, Body: piece, ContentLength: piece.length }),
        ),
      );
      parts.push({ ETag, PartNumber });
      [piece, next] = [next, next === undefined ? undefined : ((await pieces.next()).value as Buffer | undefined)];
    }
    await asked(
      client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: parts } })),
    );
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** Small pieces gathered into parts; the last may be smaller. */
async function* partsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let gathered: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of source) {
    gathered.push(bytes);
    size += bytes.length;
    if (size < partSize) continue;
    yield Buffer.concat(gathered);
    [gathered, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(gathered);
  return undefined;
}
