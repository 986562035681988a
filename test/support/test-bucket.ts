/** A bucket of one's own for tests, in a store that speaks S3's protocol and keeps its objects in a folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Choice } from '#server/platform/s3-client'

export interface TestBucket {
  readonly choice: S3Choice
  /** The same as settings. */
  readonly env: { REGISTRY_FROM: string; FILES_S3_KEY: string }
  /** The file that holds the bytes of an object. */
  fileOf(key: string): string
  readonly port: number
  /** Removes every object. */
  clear(): void
  close(): Promise<void>
}

const bucket = 'registry'
const prefix = 'us/'
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER-secret' }

/** Starts one. */
export async function startTestBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'praxidex-bucket-'))
  const configureBuckets = [{ name: bucket, configs: [] }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const folder = join(directory, bucket, prefix)
  return {
    port,
    choice: { kind: 's3', bucket, prefix, region: 'us-east-1', endpoint, credentials },
    env: {
      REGISTRY_FROM: `s3://${bucket}/${prefix}?endpoint=${endpoint}`,
      FILES_S3_KEY: `${credentials.accessKeyId}:${credentials.secretAccessKey}`,
    },
    fileOf: (key) => join(folder, `${key}._S3rver_object`),
    clear: () => rmSync(folder, { recursive: true, force: true }),
    async close() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
