/** Connections to stores that speak S3's protocol. */
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'

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

/** Milliseconds for a connection, and how often a call is tried. */
const connectTimeoutMs = 2_000
const attemptsMax = 3

/** Opens a client whose calls are answered within so many milliseconds or fail; nothing is asked for yet. */
export function openS3Client({ region, endpoint, credentials }: S3Choice, answerTimeoutMs: number): S3Client {
  return new S3Client({
    region,
    maxAttempts: attemptsMax,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: answerTimeoutMs,
      throwOnRequestTimeout: true,
    },
    // Other stores than Amazon's know no checksums behind the body; ours are in the encryption, or in the manifest.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
  } satisfies S3ClientConfig)
}
