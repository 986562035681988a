/** Files in a bucket of a store that speaks S3's protocol. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { Files } from './files.ts'
import { FilesAwayError } from './files-away.ts'

export interface S3Choice {
  kind: 's3'
  bucket: string
  /** Stands before every key, with a slash at its end; empty for none. */
  prefix: string
  region: string
  /** Of a store that is not Amazon's. */
  endpoint: string | undefined
  /** Undefined on machines that have an identity of their own. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Milliseconds for a connection and for an answer, and how often a call is tried. */
const connectTimeoutMs = 2_000
const answerTimeoutMs = 10_000
const attemptsMax = 3

/** Opens a client; the bucket is asked for nothing yet. */
export function openS3Files({ bucket, prefix, region, endpoint, credentials }: S3Choice): Files {
  const client = new S3Client({
    region,
    maxAttempts: attemptsMax,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: answerTimeoutMs,
      throwOnRequestTimeout: true,
    },
    // Other stores than Amazon's know no checksums behind the body; ours are in the encryption.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
  } satisfies S3ClientConfig)
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  return {
    async put(key, bytes) {
      await client
        .send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: 'application/octet-stream' }))
        .catch(failWhile('writing'))
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(key)))
        return Body === undefined ? undefined : Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw new FilesAwayError('reading', error)
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key))).catch(failWhile('removing'))
    },
    close: () => client.destroy(),
  }
}

function failWhile(doing: string) {
  return (error: unknown): never => {
    throw new FilesAwayError(doing, error)
  }
}
