import { addAbortSignal, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3'
import { openS3Client, type S3Choice } from '../s3-client.ts'
import { FilesAwayError } from './away.ts'
import type { Files } from './files.ts'

/** `answerTimeoutMs` limits an answer and its body, each. */
export function openS3Files(choice: S3Choice, answerTimeoutMs = 10_000): Files {
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
        if (!(Body instanceof Readable)) return undefined
        // The client's own limit ends with the first line of the answer.
        return await buffer(addAbortSignal(AbortSignal.timeout(answerTimeoutMs), Body))
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
