import { Readable } from 'node:stream'
import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { RegistryStore } from '#registry/store/store'
import { openS3Client, type S3Choice } from '../s3-client.ts'

/** An answer comes after a whole part was sent. */
const answerTimeoutMs = 120_000

/** S3 takes ten thousand parts. */
const partBytes = 16 * 1024 * 1024
const partsAtOnce = 3

export function openS3Store(choice: S3Choice): RegistryStore {
  const { bucket, prefix } = choice
  const client = openS3Client(choice, answerTimeoutMs)
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  return {
    name: `s3://${bucket}/${prefix}`,
    async open(key, signal) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(at(key)), { abortSignal: signal })
        if (Body instanceof Readable && ContentLength !== undefined) return { bytes: ContentLength, content: Body }
        throw new Error(`expected the bytes of ${key} with their number; got none`)
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    async put(key, content) {
      const params = { ...at(key), Body: content, ContentType: 'application/octet-stream' }
      await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done()
    },
    close: () => client.destroy(),
  }
}
