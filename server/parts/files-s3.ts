/** Files in a bucket of a store that speaks S3's protocol. */
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3'
import type { Files } from './files.ts'
import { FilesAwayError } from './files-away.ts'
import { openS3Client, type S3Choice } from './s3-client.ts'

/** Milliseconds for an answer. */
const answerTimeoutMs = 10_000

/** Opens a client; the bucket is asked for nothing yet. */
export function openS3Files(choice: S3Choice): Files {
  const { bucket, prefix } = choice
  const client = openS3Client(choice, answerTimeoutMs)
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
