import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'

export interface S3Choice {
  kind: 's3'
  bucket: string
  /** Before every key, ending in a slash, or empty. */
  prefix: string
  region: string
  endpoint: string | undefined
  /** Undefined where the machine has an identity. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

const connectTimeoutMs = 2_000
const attemptsMax = 3

export function openS3Client({ region, endpoint, credentials }: S3Choice, answerTimeoutMs: number): S3Client {
  return new S3Client({
    region,
    maxAttempts: attemptsMax,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: answerTimeoutMs,
      throwOnRequestTimeout: true,
    },
    // Other stores do not support trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
  } satisfies S3ClientConfig)
}
